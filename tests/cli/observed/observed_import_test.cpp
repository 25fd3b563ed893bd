// SPDX-License-Identifier: GPL-3.0-or-later
// Every option of inspect, import and append changes something that one can see: what it prints, how it ends, or a
// file. An option that is not in the tables below fails the test. `inspect` is seen by the recipe that it saves, too.
#include <QDir>
#include <QTemporaryDir>
#include <QTest>
#include <set>

#include "observed.h"
#include "tests/cli/program.h"
#include "tests/fixtures/test_group.h"

using masu::test::addObserved;
using masu::test::compareObserved;
using masu::test::ObservedRow;
using masu::test::Observer;
using masu::test::optionWithoutRow;
using masu::test::Ran;
using masu::test::runMasu;
using masu::test::writeFile;

namespace {

/// A command that is the same for both, and what is added to its second run, or to both of them.
struct Added {
  const char* option;
  QStringList source;
  QStringList without;
  QStringList with;
};

std::vector<Added> tableOptions() {
  const QStringList plain = {"@t1.csv"};
  const QStringList labelled = {"@t1.csv", "--label", "label"};
  return {
      {"--as", plain, {"--as", "table"}, {"--as", "recordings"}},
      {"--label", plain, {}, {"--label", "label"}},
      {"--target", {"@t1.csv", "--label", "b"}, {"--target", "class"}, {"--target", "value"}},
      {"--weight", plain, {}, {"--weight", "b"}},
      {"--dtype", plain, {}, {"--dtype", "f64"}},
      {"--tolerance", {"@tenths.csv", "--dtype", "auto"}, {}, {"--tolerance", "0"}},
      {"--past-tolerance", {"@late.csv", "--dtype", "auto", "--tolerance", "0"}, {}, {"--past-tolerance", "stop"}},
      {"--compression", plain, {"--compression", "none"}, {"--compression", "gzip"}},
      {"--missing", {"@gaps.csv"}, {}, {"--missing", "zero"}},
      {"--on-error", {"@uneven.csv"}, {}, {"--on-error", "fail"}},
      {"--shuffle", plain, {}, {"--shuffle", "3"}},
      {"--recipe", plain, {}, {"--recipe", "@recipe.json"}},
      {"--delimiter", plain, {}, {"--delimiter", ";"}},
      {"--quote", {"@quoted.csv"}, {"--quote", "\""}, {"--quote", "'"}},
      {"--escape", {"@quoted.csv", "--quote", "'"}, {"--escape", "'"}, {"--escape", "\\"}},
      {"--decimal", {"@commas.csv"}, {}, {"--decimal", "."}},
      {"--thousands", {"@commas.csv"}, {}, {"--thousands", ","}},
      {"--encoding", {"@quoted.csv"}, {}, {"--encoding", "cp1252"}},
      {"--header", {"@numbers.csv"}, {"--no-header"}, {"--header"}},
      {"--no-header", {"@numbers.csv"}, {"--header"}, {"--no-header"}},
      {"--comment", {"@numbers.csv"}, {}, {"--comment", "1"}},
      {"--skip", {"@numbers.csv"}, {}, {"--skip", "3"}},
      {"--longest-record", {"@long.csv"}, {}, {"--longest-record", "1k"}},
      {"--ragged", {"@uneven.csv"}, {}, {"--ragged", "both"}},
      {"--date-order", {"@dates.csv", "--type", "day=time"}, {"--date-order", "dmy"}, {"--date-order", "mdy"}},
      {"--type", plain, {}, {"--type", "b=category"}},
      {"--where", plain, {}, {"--where", "a > 50"}},
      {"--na", plain, {}, {"--na", "red"}},
      {"--keep", plain, {}, {"--keep", "a"}},
      {"--text", plain, {}, {"--text", "c"}},
      {"--class-map", labelled, {}, {"--class-map", "x", "z"}},
  };
}

std::vector<Added> recordingOptions() {
  const QStringList sounds = {"@few/recordings"};
  const QStringList cut = {"@few/recordings", "--window", "512"};
  const QStringList walks = {"@walk1.csv", "@walk2.csv", "--as", "recordings"};
  return {
      {"--window", sounds, {"--window", "512"}, {"--window", "256"}},
      {"--hop", cut, {}, {"--hop", "128"}},
      {"--rest", cut, {"--rest", "pad"}, {"--rest", "drop"}},
      {"--store", cut, {}, {"--store", "recordings"}},
      {"--rate", cut, {}, {"--rate", "4000"}},
      {"--channels", walks, {}, {"--channels", "x"}},
      {"--time", {"@numbers.csv", "--as", "recordings"}, {}, {"--time", "none"}},
      {"--frames", {"@matrix.npy"}, {"--frames", "first"}, {"--frames", "last"}},
      {"--raw", {"@samples.raw"}, {"--raw", "i16,1"}, {"--raw", "i16,2"}},
      {"--label-from", cut, {}, {"--label-from", "name:^(\\d)_"}},
      {"--group-from", cut, {}, {"--group-from", "name:^(\\d)_"}},
  };
}

std::vector<ObservedRow> rowsWith(const QStringList& command, const QStringList& target) {
  std::vector<ObservedRow> rows;
  for (const std::vector<Added>& some : {tableOptions(), recordingOptions()})
    for (const Added& one : some)
      rows.push_back(
          {one.option, command + one.source + target + one.without, command + one.source + target + one.with});
  return rows;
}

std::vector<ObservedRow> rowsOf(const std::string& command) {
  if (command == "inspect") {
    const QStringList inspect = {"inspect", "@t1.csv"};
    const QStringList saved = inspect + QStringList{"--save-recipe", "@made/r.json"};
    std::vector<ObservedRow> rows = rowsWith({"inspect"}, {"--save-recipe", "@made/r.json"});
    rows.push_back({"--save-recipe", inspect, saved});
    rows.push_back({"--overwrite", saved, saved + QStringList{"--overwrite"}, saved});
    return rows;
  }
  if (command == "import") {
    const QStringList import = {"import", "@t1.csv", "--out", "@made/I.h5"};
    const QStringList uneven = {"import", "@uneven.csv", "--out", "@made/I.h5"};
    std::vector<ObservedRow> rows = rowsWith({"import"}, {"--out", "@made/I.h5"});
    rows.push_back({"--out", import, {"import", "@t1.csv", "--out", "@made/J.h5"}});
    rows.push_back({"--rejects", uneven, uneven + QStringList{"--rejects", "@made/mine.csv"}});
    rows.push_back({"--save-recipe", import, import + QStringList{"--save-recipe", "@made/r.json"}});
    rows.push_back({"--overwrite", import, import + QStringList{"--overwrite"}, import});
    rows.push_back({"--part", import, import + QStringList{"--part", "1/2"}});
    const QStringList parts = {"import", "@few/recordings", "--window", "512", "--compression", "none"};
    rows.push_back({"--part-size", parts + QStringList{"--out", "@made/I.h5"},
                    parts + QStringList{"--out", "@made/I.h5", "--part-size", "100k"}});
    return rows;
  }
  const QStringList made = {"import", "@t1.csv", "--out", "@made/A.h5"};
  const QStringList append = {"append", "@made/A.h5", "@longer.csv"};
  const QStringList sounds = {"import", "@few/recordings", "--window", "512", "--out", "@made/A.h5"};
  const QStringList more = {"append", "@made/A.h5", "@more/recordings"};
  const QStringList listed = {"--label-from", "csv:@list.csv", "--group-from", "csv:@list.csv#file,group"};
  return {{"--longest-record", append, append + QStringList{"--longest-record", "1k"}, made},
          {"--label-from", more, more + listed, sounds + listed},
          {"--group-from", more + listed.mid(0, 2), more + listed, sounds + listed}};
}

const std::vector<std::string> kCommands = {"inspect", "import", "append"};

/// Options that decide how fast a command is or what it may take, and nothing else, which other tests measure; and
/// --resume, for which they interrupt an import.
const std::set<std::string> kUnseen = {"--json",   "--threads",           "--memory", "--no-sync", "--scratch",
                                       "--resume", "--checkpoint-seconds"};

}  // namespace

class CliObservedImportTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase();
  void everyOptionIsInTheTable_data();
  void everyOptionIsInTheTable();
  void everyOptionChangesSomething_data();
  void everyOptionChangesSomething();

 private:
  void writeTables() const;
  void write(const QString& name, const QByteArray& content) const { writeFile(m_dir.filePath(name), content); }

  QTemporaryDir m_dir;
  Observer m_observer{m_dir.path()};
};

void CliObservedImportTest::writeTables() const {
  QByteArray plain = "a,b,c,label\n";
  QByteArray longer = plain;
  QByteArray tenths = "x\n";
  QByteArray gaps = "x,y\n";
  QByteArray uneven = "x,y\n";
  QByteArray quoted = "x,word\n";
  QByteArray commas = "x;y\n";
  QByteArray numbers;
  QByteArray dates = "day,x\n";
  QByteArray walk = "x,y\n";
  for (int i = 0; i < 200; ++i) {
    const QByteArray number = QByteArray::number(i);
    plain += number + ',' + QByteArray::number(i % 40 / 4.0) + (i % 3 == 0 ? ",red," : ",blue,") +
             (i * 7 % 10 < 7 ? "x\n" : "y\n");
    longer += number + ",1,red" + (i == 9 ? QByteArray(5000, ' ') : QByteArray()) + ",x\n";
    tenths += QByteArray::number(i / 10.0) + '\n';
    gaps += number + (i % 9 == 0 ? ",\n" : ",1.5\n");
    uneven += number + (i % 50 == 7 ? "\n" : ",2\n");
    quoted += number + (i % 2 == 0 ? ",'it\\'s, é'\n" : ",'one, two'\n");
    commas += number + ",5;" + number + ",25\n";
    numbers += number + ',' + QByteArray::number(i % 7) + '\n';
    dates += QByteArray::number(1 + i % 12) + '/' + QByteArray::number(1 + i % 11) + "/2020," + number + '\n';
    walk += QByteArray::number(i % 17) + ',' + QByteArray::number(i % 5) + '\n';
  }
  const std::pair<const char*, QByteArray> files[] = {
      {"t1.csv", plain},        {"longer.csv", longer}, {"long.csv", longer},   {"tenths.csv", tenths},
      {"gaps.csv", gaps},       {"uneven.csv", uneven}, {"quoted.csv", quoted}, {"commas.csv", commas},
      {"numbers.csv", numbers}, {"dates.csv", dates},   {"walk1.csv", walk},    {"walk2.csv", walk}};
  for (const auto& [name, content] : files) write(name, content);
}

void CliObservedImportTest::initTestCase() {
  writeTables();
  // What only the end of the file holds, the survey does not see.
  QByteArray late = "x,y\n";
  for (int i = 0; i < 600'000; ++i) late += i < 400'000 || i > 400'009 ? "12,34.5\n" : "12,34.123456789\n";
  write("late.csv", late);
  const QByteArray head = "{'descr': '<f4', 'fortran_order': False, 'shape': (6, 40), }";
  write("matrix.npy", QByteArray("\x93NUMPY\x01\x00", 8) + static_cast<char>(head.size() + 1) + '\0' + head + '\n' +
                          QByteArray(6 * 40 * 4, 'A'));
  QByteArray samples;
  for (int i = 0; i < 4000; ++i) samples += static_cast<char>(i * 31 % 251);
  write("samples.raw", samples);
  QByteArray list = "file,label,group\n";
  for (const char* name : {"few", "more"}) {
    const Ran ran =
        runMasu(m_observer.placed({"sample", "waveform", "--rows", name == QLatin1String("few") ? "20" : "30", "--seed",
                                   name == QLatin1String("few") ? "1" : "2", "--out", QStringLiteral("@") + name}));
    QVERIFY2(ran.exitCode == 0, ran.errors.constData());
    for (const QString& file : QDir(m_dir.filePath(QString(name) + "/recordings")).entryList({"*.wav"}))
      list += file.toUtf8() + ',' + file.left(1).toUtf8() + ",g" + file.left(1).toUtf8() + '\n';
  }
  write("list.csv", list);
  const Ran ran =
      runMasu(m_observer.placed({"inspect", "@t1.csv", "--label", "label", "--save-recipe", "@recipe.json"}));
  QVERIFY2(ran.exitCode == 0, ran.errors.constData());
}

void CliObservedImportTest::everyOptionIsInTheTable_data() {
  QTest::addColumn<QString>("command");
  for (const std::string& command : kCommands) QTest::newRow(command.c_str()) << QString::fromStdString(command);
}

void CliObservedImportTest::everyOptionIsInTheTable() {
  QFETCH(const QString, command);
  const std::string name = command.toStdString();
  QCOMPARE(optionWithoutRow(name, rowsOf(name), kUnseen), std::string());
}

void CliObservedImportTest::everyOptionChangesSomething_data() {
  addObserved(kCommands, rowsOf);
}

void CliObservedImportTest::everyOptionChangesSomething() {
  QFETCH(const QString, command);
  QFETCH(const int, place);
  compareObserved(m_observer, rowsOf(command.toStdString()), place);
}

MASU_TEST(CliObservedImportTest)
#include "observed_import_test.moc"

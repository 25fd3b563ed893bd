// SPDX-License-Identifier: GPL-3.0-or-later
// Exports through the program as people run it: of real data, killed, on a full disk, and read back.
#include <QDir>
#include <QDirIterator>
#include <QJsonArray>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include "program.h"
#include "tests/fixtures/forked_python.h"
#include "tests/fixtures/npm_readers.h"
#include "tests/fixtures/test_group.h"

using masu::test::Ran;
using masu::test::readFile;
using masu::test::runMasu;
using masu::test::runShell;
using masu::test::writeFile;

namespace {

const QStringList kFormats = {"npz", "hdf5", "webdataset", "tfrecord", "mds", "safetensors"};
const QStringList kFormatsOfNpm = {"hdf5", "tfrecord"};

/// Of the 60,000 of MNIST two shards, of the 32,561 of adult three: others take minutes to read all in every format.
constexpr int kDigits = 8'000;
constexpr int kPersons = 15'000;

/// What a program prints; empty where it fails.
QByteArray output(const QString& program, const QStringList& arguments) {
  QProcess process;
  process.start(program, arguments);
  process.waitForFinished(600'000);
  if (process.exitCode() != 0) qWarning("%s", process.readAllStandardError().constData());
  return process.exitCode() == 0 ? process.readAllStandardOutput().trimmed() : QByteArray();
}

QMap<QString, QByteArray> filesBelow(const QString& folder) {
  QMap<QString, QByteArray> files;
  for (QDirIterator found(folder, QDir::Files, QDirIterator::Subdirectories); found.hasNext();) {
    const QString path = found.next();
    files[QDir(folder).relativeFilePath(path)] = readFile(path);
  }
  return files;
}

}  // namespace

class CliExportTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void realDataReadsBackInEveryFormat_data();
  void realDataReadsBackInEveryFormat();
  void textComesBackCellForCell_data();
  void textComesBackCellForCell();
  void importReadsWhatExportWrote_data();
  void importReadsWhatExportWrote();
  void aKilledExportIsContinued_data();
  void aKilledExportIsContinued();
  void aFullDiskLeavesNoHalfShard();
  void workersInShellsWriteOneExport();
  void aPartSaysWhatBecameOfIt();
  void printsTheProgramThatLoadsIt();
  void programsScaleBeforeTheyRound();

 private:
  QString path(const QString& name) const { return m_dir.filePath(name); }
  QJsonObject json(QStringList arguments) const;
  void prepare(const QString& name, const QString& real, const QString& source, const QStringList& choices);

  masu::test::ForkedPython m_python{{"numpy", "pandas", "h5py", "google.protobuf"}};
  QTemporaryDir m_dir;
  QString m_prepared;  ///< the real set whose dataset and exports are there
};

QJsonObject CliExportTest::json(QStringList arguments) const {
  const Ran ran = runMasu(arguments << QStringLiteral("--json"));
  if (ran.exitCode != 0) qWarning("%s", ran.output.constData());
  return ran.exitCode == 0 ? ran.json() : QJsonObject();
}

void CliExportTest::realDataReadsBackInEveryFormat_data() {
  QTest::addColumn<QString>("name");
  QTest::addColumn<QString>("real");
  QTest::addColumn<QStringList>("choices");
  QTest::addColumn<int>("samples");
  QTest::addColumn<QString>("format");
  const auto add = [](const char* name, const QString& source, const QStringList& choices, int samples) {
    for (const QString& format : QStringList{"npy", "csv", "zip"} + kFormats) {
      QTest::addRow("%s %s", name, qPrintable(format))
          << name << QStringLiteral(MASU_SHARED_DATA "/") + source << choices << samples << format;
    }
  };
  add("adult", "adult/adult-train.csv", {"--no-header", "--label", "c15"}, kPersons);
  add("mnist", "mnist/mnist_train.csv.gz", {"--label", "label", "--dtype", "u8"}, kDigits);
  add("fsdd", "fsdd/recordings", {"--window", "2048", "--hop", "none", "--label-from", "name:^([0-9])_"}, 3000);
}

/// Imports one of the real sets, and exports what others are compared with: a row for each format would do it again.
void CliExportTest::prepare(const QString& name, const QString& real, const QString& source,
                            const QStringList& choices) {
  if (m_prepared == name) return;
  m_prepared = name;
  for (const char* folder : {"encoded", "npy"}) QDir(path(folder)).removeRecursively();
  const QString dataset = path(name + ".h5");
  const QMap<QString, QString> cuts = {
      {"mnist", QStringLiteral("gzip -dc '%1' | head -n %2 | gzip -1 > '%3'").arg(real).arg(kDigits + 1).arg(source)},
      {"adult", QStringLiteral("head -n %2 '%1' > '%3'").arg(real).arg(kPersons).arg(source)}};
  if (cuts.contains(name)) QCOMPARE(runShell(cuts[name]).exitCode, 0);
  QVERIFY(!json(QStringList{"import", source, "--out", dataset, "--no-sync"} + choices).isEmpty());
  const QStringList words = {"export", dataset, "--shard-samples", "7000"};
  QVERIFY(!json(words + QStringList{"--format", "csv", "--encoded", "--out", path("encoded")}).isEmpty());
  QVERIFY(!json(words + QStringList{"--format", "npy", "--out", path("npy")}).isEmpty());
}

void CliExportTest::realDataReadsBackInEveryFormat() {
  QFETCH(QString, name);
  QFETCH(QString, real);
  QFETCH(QStringList, choices);
  QFETCH(int, samples);
  QFETCH(QString, format);
  if (!QFileInfo(real).isDir() && QFileInfo(real).size() == 0) QSKIP("the real data is not here");
  const QString source = QFileInfo(real).isDir() ? real : path(QFileInfo(real).fileName());
  prepare(name, real, source, choices);
  if (QTest::currentTestFailed()) return;
  const QString out = path("out"), taken = path("taken");
  for (const QString& folder : {out, taken}) QDir(folder).removeRecursively();
  const QStringList words = {"export", path(name + ".h5"), "--shard-samples", "7000", "--format", format, "--out", out};
  const double planned = json(words + QStringList{"--dry-run"})[u"bytes"].toDouble();
  QVERIFY(!QFileInfo::exists(out));
  const QJsonObject said = json(words);
  QCOMPARE(said[u"samples"].toInt(), samples);
  const double ratio = planned / said[u"bytes"].toDouble();
  QVERIFY2(std::abs(ratio - 1) < 0.01, qPrintable(QString::number(ratio)));
  for (const auto& shard : said[u"shards"].toArray()) {
    QVERIFY(QFileInfo::exists(QDir(out).filePath(shard.toObject()[u"path"].toString())));
  }
  QString folder = out;
  if (format == "zip") {
    // A bundle holds what Python's zipfile takes out of it.
    const QString bundle = QDir(out).filePath(name + ".zip");
    QVERIFY2(runShell("/usr/bin/python3 -m zipfile -e '" + bundle + "' '" + taken + "'").exitCode == 0, "zipfile");
    folder = taken;
  }
  const bool table = QFileInfo::exists(folder + "/all/split_data_00000.csv");
  const QByteArray count = QByteArray::number(samples);
  QCOMPARE(m_python.output(table ? QStringList{MASU_COMPARE_SOURCE, name, folder, source}
                                 : QStringList{MASU_READ_SHARDS, folder, path("encoded")}),
           count);
  if (kFormatsOfNpm.contains(format)) {
    const QString modules = masu::test::npmReaders();
    if (modules.isEmpty()) QSKIP(masu::test::kNoNpmReaders);
    QCOMPARE(output("node", {MASU_READ_SHARDS_NPM, modules, out, path("npy")}), count);
  }
}

void CliExportTest::textComesBackCellForCell_data() {
  QTest::addColumn<QByteArray>("content");
  QTest::addColumn<QStringList>("dialect");  // delimiter, quote, escape, encoding
  QTest::addColumn<QStringList>("options");
  const QByteArray odd =
      "id,name,amount\n1,\"a,b\",1.50\n2,\"say \"\"hi\"\"\",007\n3,\"two\nlines\",NA\n4,,1e3\n5,?,+5\n6,x,-0\n";
  QTest::newRow("commas") << odd << QStringList{",", "\"", "", "utf-8"} << QStringList();
  QTest::newRow("semicolons") << QByteArray(
                                     "k;v;w\r\n1,5;Stra\xC3\x9F"
                                     "e;x\r\n2,25;'q';\r\n0,1;a b;NULL\r\n")
                              << QStringList{";", "\"", "", "utf-8"} << QStringList{"--delimiter", ";"};
  QTest::newRow("tabs") << QByteArray("k\tv\n01\tx,y\n02\tn/a\n03\ttrue\n") << QStringList{"\t", "", "", "utf-8"}
                        << QStringList();
  QTest::newRow("single quotes") << QByteArray("k|v\n1|'a|b'\n2|'it''s'\n3|\"c\"\n")
                                 << QStringList{"|", "'", "", "utf-8"}
                                 << QStringList{"--delimiter", "|", "--quote", "'"};
  QTest::newRow("escapes") << QByteArray("k,v\n1,\"a \\\"b\\\" c\"\n2,\"d,e\"\n3,f\n")
                           << QStringList{",", "\"", "\\", "utf-8"} << QStringList{"--escape", "\\"};
  QTest::newRow("latin") << QByteArray(
                                "k,v\n1,caf\xE9\n2,na\xEFve\n3,\xFC"
                                "ber\n")
                         << QStringList{",", "\"", "", "iso-8859-1"} << QStringList{"--encoding", "ISO-8859-1"};
  QTest::newRow("blanks") << QByteArray("k,v,w\n1, a ,\t\n 2 ,  b,c  \n3,\"  q  \", \n4, NA , ?\n5,,\"\"\n")
                          << QStringList{",", "\"", "", "utf-8"} << QStringList();
  QTest::newRow("stray marks") << QByteArray("k,v\n1,12\" pipe\n2,it's\n3,\"two\r\nlines\"\n4,#5\n5,\\n\n6,no end")
                               << QStringList{",", "\"", "", "utf-8"} << QStringList{"--delimiter", ","};
  // A blank after each comma, and a question mark for what nobody knows.
  const QByteArray adult = readFile(QStringLiteral(MASU_SHARED_DATA "/adult/adult-train.csv"));
  QByteArray header;
  for (int i = 1; i <= 15; ++i) header += (i > 1 ? ",c" : "c") + QByteArray::number(i);
  QTest::newRow("adult") << (adult.isEmpty() ? adult : header + "\n" + adult.trimmed() + "\n")
                         << QStringList{",", "\"", "", "utf-8"} << QStringList();
}

void CliExportTest::textComesBackCellForCell() {
  QFETCH(QByteArray, content);
  QFETCH(QStringList, dialect);
  QFETCH(QStringList, options);
  if (content.isEmpty()) QSKIP("the real data is not here");
  writeFile(path("t.csv"), content);
  const QStringList import = {"import", path("t.csv"), "--text", "all", "--out", path("t.h5"), "--overwrite"};
  QVERIFY(!json(import + options).isEmpty());
  for (const char* step : {"first", "again"}) {
    QDir(path("text")).removeRecursively();
    QVERIFY(!json({"export", path("t.h5"), "--format", "csv", "--out", path("text")}).isEmpty());
    const QByteArray rows =
        m_python.output(QStringList{MASU_COMPARE_SOURCE, "cells", path("text"), path("t.csv")} + dialect);
    QVERIFY2(rows.toInt() > 2, step);
    // And once more from the export itself.
    QVERIFY(!json({"import", path("text"), "--out", path("t.h5"), "--overwrite"}).isEmpty());
  }
}

void CliExportTest::importReadsWhatExportWrote_data() {
  QTest::addColumn<QString>("format");
  for (const char* format : {"csv", "npy", "hdf5", "zip"}) QTest::newRow(format) << QString::fromLatin1(format);
}

void CliExportTest::importReadsWhatExportWrote() {
  QFETCH(QString, format);
  const QString dataset = path("census.h5");
  if (!QFileInfo::exists(dataset)) {
    QCOMPARE(json({"sample", "tabular", "--out", m_dir.path(), "--rows", "3000"})[u"rows"].toInt(), 3000);
    QVERIFY(!json({"import", path("census-persons.csv"), "--label", "income", "--out", dataset}).isEmpty());
    QVERIFY(!json({"split", dataset, "--ratios", "0.7,0.2,0.1", "--stratify"}).isEmpty());
  }
  const QString out = path("of-" + format);
  const QStringList export_ = {"export", dataset, "--format", format, "--shard-samples", "500", "--shuffle", "4"};
  QVERIFY(!json(export_ + QStringList{"--out", out}).isEmpty());
  const QString source = format == "zip" ? QDir(out).filePath("census.zip") : out;
  const QString back = path("back-" + format + ".h5");
  QCOMPARE(json({"import", source, "--out", back})[u"samples"].toInt(), 3000);
  // Both datasets say the same in CSV, split by split.
  const QString words = path("words"), again = path("again");
  QVERIFY(!json({"export", dataset, "--shard-samples", "500", "--shuffle", "4", "--out", words}).isEmpty());
  QVERIFY(!json({"export", back, "--shard-samples", "500", "--out", again}).isEmpty());
  const auto first = filesBelow(words);
  const auto second = filesBelow(again);
  QCOMPARE(first.keys(), second.keys());
  for (const QString& name : first.keys()) {
    if (name.endsWith(".csv")) QVERIFY2(first[name] == second[name], qPrintable(name));
  }
  QDir(words).removeRecursively();
  QDir(again).removeRecursively();
}

void CliExportTest::aKilledExportIsContinued_data() {
  QTest::addColumn<QString>("format");
  QTest::addColumn<QString>("first");
  QTest::addColumn<int>("shards");
  QTest::newRow("csv") << "csv"
                       << "all/split_data_00000.csv" << 3;
  // Of a bundle the disk has a megabyte at a time.
  QTest::newRow("zip") << "zip"
                       << "large.zip" << 80;
}

void CliExportTest::aKilledExportIsContinued() {
  QFETCH(QString, format);
  QFETCH(QString, first);
  QFETCH(int, shards);
  const QString dataset = path("large.h5");
  if (!QFileInfo::exists(dataset)) {
    QVERIFY(!json({"sample", "tabular", "--out", path("large"), "--rows", "150000"}).isEmpty());
    QVERIFY(!json({"import", path("large/census-persons.csv"), "--label", "income", "--out", dataset, "--no-sync"})
                 .isEmpty());
  }
  const QStringList words = {"export", dataset, "--format", format, "--shard-samples", "500", "--threads", "1"};
  QVERIFY(!json(words + QStringList{"--out", path("whole-" + format)}).isEmpty());
  const QString out = path("killed-" + format);
  QProcess process;
  process.start(QStringLiteral(MASU_PROGRAM), words + QStringList{"--out", out});
  QVERIFY(process.waitForStarted());
  // Killed once some shards are whole.
  const QString journal = out + "/export.partial/journal";
  QTRY_VERIFY_WITH_TIMEOUT(readFile(journal).count('\n') > shards || process.state() == QProcess::NotRunning, 60'000);
  process.kill();
  process.waitForFinished();
  if (process.exitStatus() == QProcess::NormalExit) QSKIP("the export was done before it could be killed");
  for (const QString& name : filesBelow(out).keys()) QVERIFY2(name.startsWith("export.partial/"), qPrintable(name));
  const qsizetype finished = readFile(journal).count('\n') - 1;
  const auto born = QFileInfo(out + "/export.partial/files/" + first).birthTime();
  QVERIFY(!json(words + QStringList{"--out", out, "--resume"}).isEmpty());
  QVERIFY(finished >= shards);
  // It is the same file still.
  QVERIFY(born.isValid());
  QCOMPARE(QFileInfo(out + "/" + first).birthTime(), born);
  QVERIFY(filesBelow(out) == filesBelow(path("whole-" + format)));
}

void CliExportTest::aFullDiskLeavesNoHalfShard() {
  const QString dataset = path("large.h5");
  if (!QFileInfo::exists(dataset)) QSKIP("needs the dataset of the test before");
  // Three megabytes are free, and the export takes five; without the file that takes the rest it fits.
  QDir(m_dir.path()).mkdir("small");
  const QString script =
      QStringLiteral(
          "mount -t tmpfs -o size=40m masu-test '%1' || exit 99\n"
          "dd if=/dev/zero of='%1/taken' bs=1M count=37 2>/dev/null\n"
          "\"$MASU\" export '%2' --format npy --shard-samples 5000 --out '%1/out' --continue --json\n"
          "echo \"code $?\"; find '%1/out' -type f -not -path '*/export.partial/*' | wc -l\n"
          "rm '%1/taken'\n"
          "\"$MASU\" export '%2' --format npy --shard-samples 5000 --out '%1/out' --continue >/dev/null\n"
          "echo \"code $?\"; ls '%1/out' | grep -c partial; cp -r '%1/out' '%3'; umount '%1'")
          .arg(path("small"), dataset, path("filled"));
  const Ran ran = runShell(script);
  if (ran.exitCode == 99) QSKIP("mounting a small disk needs root and is not allowed here");
  const QByteArray said = ran.output;
  QVERIFY2(said.contains("no_space"), said.constData());
  QVERIFY2(said.contains("code 1\n0\ncode 0\n0\n"), said.constData());
  QVERIFY(!json({"export", dataset, "--format", "npy", "--shard-samples", "5000", "--out", path("full")}).isEmpty());
  QVERIFY(filesBelow(path("filled")) == filesBelow(path("full")));
}

/// Three at once, one of which is killed and started again.
void CliExportTest::workersInShellsWriteOneExport() {
  const QString dataset = path("shared.h5");
  QVERIFY(!json({"sample", "tabular", "--out", path("shared"), "--rows", "50000"}).isEmpty());
  QVERIFY(!json({"import", path("shared/census-persons.csv"), "--label", "income", "--out", dataset}).isEmpty());
  const QStringList words = {"export", dataset, "--format", "webdataset", "--shard-samples", "2000", "--threads", "1"};
  QVERIFY(!json(words + QStringList{"--out", path("by-one")}).isEmpty());
  const QString out = path("by-three");
  const auto part = [&](int number) {
    return words + QStringList{"--out", out, "--part", QStringLiteral("%1/3").arg(number)};
  };
  QProcess workers[3];
  for (int i = 0; i < 3; ++i) workers[i].start(QStringLiteral(MASU_PROGRAM), part(i + 1));
  QVERIFY(workers[1].waitForStarted());
  const QString journal = out + "/export.partial/parts/2.journal";
  QTRY_VERIFY_WITH_TIMEOUT(readFile(journal).count('\n') > 1 || workers[1].state() == QProcess::NotRunning, 60'000);
  workers[1].kill();
  for (QProcess& worker : workers) QVERIFY(worker.waitForFinished(600'000));
  for (const int i : {0, 2}) QCOMPARE(workers[i].exitCode(), 0);
  const QJsonObject again = json(part(2));
  QCOMPARE(again[u"part"][u"export"].toString(), QStringLiteral("complete"));
  QVERIFY(again[u"part"][u"missing"].toArray().isEmpty());
  QVERIFY(filesBelow(out) == filesBelow(path("by-one")));
  QCOMPARE(runMasu({"receipt", "check", out}).exitCode, 0);
}

void CliExportTest::aPartSaysWhatBecameOfIt() {
  writeFile(path("p.csv"), "a,b,y\n1,2,no\n3,4,yes\n5,6,no\n7,8,yes\n");
  QVERIFY(!json({"import", path("p.csv"), "--label", "y", "--out", path("p.h5")}).isEmpty());
  const QStringList words = {"export", path("p.h5"), "--shard-samples", "1", "--out", path("p")};
  const auto said = [&](const QStringList& options) {
    const Ran ran = runMasu(words + options);
    return QString::number(ran.exitCode) + ' ' + QString::fromUtf8(ran.exitCode == 0 ? ran.output : ran.errors);
  };
  QCOMPARE(json(words + QStringList{"--part", "2/3", "--dry-run"})[u"samples"].toInt(), 1);
  QVERIFY(!QFileInfo::exists(path("p")));
  QVERIFY(said({"--part", "1/3"}).startsWith("0 part 1 of 3: 2 samples in 2 shards, "));
  QCOMPARE(said({"--part", "1/3"}), QString("0 part 1 of 3 was complete already: nothing was written\n"
                                            "the export waits for parts 2 and 3\n"));
  QVERIFY(said({"--part", "1/2"}).contains("was begun in 3 parts, not in 2. Use --part I/3, or remove "));
  QVERIFY(said({"--part", "2/3", "--format", "zip"}).startsWith("1 masu: zip is one file"));
  QVERIFY(said({"--part", "2/3", "--resume"}).startsWith("2 --part and --resume do not go together"));
  QVERIFY(said({"--part", "3/3"}).endsWith("the export waits for part 2\n"));
  // The launcher counts from 0.
  for (const auto& [name, value] : {std::pair{"RANK", "1"}, {"WORLD_SIZE", "3"}}) qputenv(name, value);
  QVERIFY(said({"--part", "auto"}).endsWith("all parts are complete: the export is in " + path("p") + "\n"));
  QVERIFY(said({"--part", "auto"}).startsWith("0 part 2 of 3 was complete already"));
  qunsetenv("RANK");
  QVERIFY(said({"--part", "auto"}).startsWith("2 "));
  QVERIFY(said({"--part", "auto"}).contains("WORLD_SIZE is set in the environment and RANK is not"));
  qunsetenv("WORLD_SIZE");
  QVERIFY(QFileInfo::exists(path("p/index.json")));
}

/// Seconds since 1970 differ by less than f32 holds of them: they are scaled before they become f32.
void CliExportTest::programsScaleBeforeTheyRound() {
  QByteArray table = "stamp,b,y\n";
  for (int i = 0; i < 200; ++i) {
    table += QByteArray::number(1'700'000'000 + i) + ".5," + QByteArray::number(i % 7) + (i % 2 ? ",no\n" : ",yes\n");
  }
  writeFile(path("stamps.csv"), table);
  const QString dataset = path("stamps.h5");
  QVERIFY(!json({"import", path("stamps.csv"), "--label", "y", "--dtype", "f64", "--out", dataset}).isEmpty());
  QVERIFY(!json({"split", dataset, "--ratios", "1,0,0"}).isEmpty());
  for (const auto& [format, framework] :
       {std::pair("csv", "pandas"), std::pair("npy", "numpy"), std::pair("hdf5", "numpy")}) {
    const QStringList words = {"export", dataset, "--format", format, "--out", path(QByteArray("stamps-") + format)};
    QVERIFY(!json(words).isEmpty());
    const Ran ran = runMasu(words + QStringList{"--snippet", framework});
    QCOMPARE(ran.exitCode, 0);
    const QString program = QString::fromUtf8(ran.output) + "\nprint(len(np.unique(x[:, 0])), x.dtype)\n";
    QCOMPARE(m_python.output({"-c", program}), QByteArray("(200, 2) (200,)\n200 float32"));
  }
}

void CliExportTest::printsTheProgramThatLoadsIt() {
  // Names that mean something to the program's pattern.
  const QString dataset = path("s [1].h5"), out = path("out [2]*");
  writeFile(path("s.csv"), "a,b,y\n1,2,no\n3,4,yes\n5,6,no\n");
  QVERIFY(!json({"import", path("s.csv"), "--label", "y", "--out", dataset}).isEmpty());
  const QStringList words = {"export", dataset, "--format", "npy", "--out", out};
  const Ran ran = runMasu(words + QStringList{"--snippet", "numpy"});
  QCOMPARE(ran.exitCode, 0);
  QVERIFY(!QFileInfo::exists(out));
  QVERIFY(!json(words).isEmpty());
  QCOMPARE(m_python.output({"-c", QString::fromUtf8(ran.output)}), QByteArray("(3, 2) (3,)"));
  QCOMPARE(runMasu(words + QStringList{"--snippet", "keras2"}).exitCode, 2);
  QCOMPARE(runMasu(words + QStringList{"--snippet", "mosaicml"}).exitCode, 1);
}

MASU_TEST(CliExportTest)
#include "export_test.moc"

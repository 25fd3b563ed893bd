// SPDX-License-Identifier: GPL-3.0-or-later
// Every option of a command changes something that one can see: what it prints, how it ends, a file, or a split. An
// option that is not in the table below fails the test.
#include "observed.h"

#include <QTemporaryDir>
#include <QTest>
#include <set>

#include "tests/cli/program.h"
#include "tests/fixtures/test_group.h"

using masu::test::addObserved;
using masu::test::compareObserved;
using masu::test::ObservedRow;
using masu::test::Observer;
using masu::test::optionWithoutRow;
using masu::test::Ran;
using masu::test::readFile;
using masu::test::runMasu;
using masu::test::writeFile;

namespace {

const QStringList kSplit = {"split", "@T.h5", "--name", "new"};
const QStringList kDraw = kSplit + QStringList{"--ratios", "0.6,0.2,0.2"};
const QStringList kStream = {"stream", "@T.h5"};
const QStringList kExport = {"export", "@T.h5", "--out", "@made/e"};
const QStringList kConvert = {"convert", "@T.h5", "--out", "@made/C.h5"};
const QStringList kSample = {"sample", "tabular", "--rows", "50", "--out", "@made"};

std::vector<ObservedRow> splitRows() {
  const QStringList queue = {"split", "@T.h5", "--name", "default"};
  return {
      {"--ratios", kDraw, kSplit + QStringList{"--ratios", "0.4,0.3,0.3"}},
      {"--rule", kDraw, kDraw + QStringList{"--rule", "test=t2"}},
      {"--exclude", kDraw, kDraw + QStringList{"--exclude", "a < 100"}},
      {"--subset", kDraw, kDraw + QStringList{"--subset", "0.5"}},
      {"--seed", kDraw, kDraw + QStringList{"--seed", "3"}},
      {"--folds", kDraw, kSplit + QStringList{"--folds", "3"}},
      {"--stratify", kDraw, kDraw + QStringList{"--stratify"}},
      {"--group", kDraw, kDraw + QStringList{"--group", "b"}},
      {"--keep-equal", kDraw, kDraw + QStringList{"--keep-equal"}},
      {"--by-hash", kDraw, kDraw + QStringList{"--by-hash"}},
      {"--order", kDraw, kDraw + QStringList{"--order", "a"}},
      {"--gap", kDraw + QStringList{"--order", "a"}, kDraw + QStringList{"--order", "a", "--gap", "20"}},
      {"--no-group",
       {"split", "@R.h5", "--ratios", "0.6,0.2,0.2"},
       {"split", "@R.h5", "--ratios", "0.6,0.2,0.2", "--no-group"}},
      {"--name", kDraw, {"split", "@T.h5", "--ratios", "0.6,0.2,0.2", "--name", "new2"}},
      {"--read", kDraw, kSplit + QStringList{"--read", "@lists"}},
      {"--write", queue + QStringList{"--write", "@made/a"}, queue + QStringList{"--write", "@made/b"}},
      {"--form", queue + QStringList{"--write", "@made"}, queue + QStringList{"--write", "@made", "--form", "jsonl"}},
      {"--overwrite", kDraw, kDraw + QStringList{"--overwrite"}, kSplit + QStringList{"--read", "@lists"}}};
}

std::vector<ObservedRow> streamRows() {
  const QStringList queue = kStream + QStringList{"--shuffle", "queue"};
  const QStringList buffered = queue + QStringList{"--capacity", "64"};
  return {{"--manifest", kStream, kStream + QStringList{"--manifest", "other"}},
          {"--split", kStream, kStream + QStringList{"--split", "test"}},
          {"--batch", kStream, kStream + QStringList{"--batch", "50"}},
          {"--shuffle", kStream, kStream + QStringList{"--shuffle", "none"}},
          {"--blocks", {"stream", "@R.h5"}, {"stream", "@R.h5", "--blocks", "1"}},
          {"--capacity", queue, buffered},
          {"--min-left", buffered, buffered + QStringList{"--min-left", "8"}},
          {"--no-verify", {"stream", "@D.h5", "--split", "all"}, {"stream", "@D.h5", "--split", "all", "--no-verify"}},
          {"--epochs", kStream, kStream + QStringList{"--epochs", "2"}},
          {"--steps", kStream, kStream + QStringList{"--steps", "2"}},
          {"--seed", kStream, kStream + QStringList{"--seed", "2"}},
          {"--last", kStream + QStringList{"--batch", "50"}, kStream + QStringList{"--batch", "50", "--last", "drop"}},
          {"--rank", kStream + QStringList{"--world", "2", "--rank", "0"},
           kStream + QStringList{"--world", "2", "--rank", "1"}},
          {"--world", kStream + QStringList{"--world", "2", "--rank", "0"},
           kStream + QStringList{"--world", "3", "--rank", "0"}},
          {"--augment", kStream, kStream + QStringList{"--augment", "nothing=1"}},
          {"--one-hot", {"stream", "@R.h5"}, {"stream", "@R.h5", "--one-hot"}},
          {"--consumers", kStream, kStream + QStringList{"--consumers", "2"}},
          {"--resume", kStream, kStream + QStringList{"--resume", "@STATE"}}};
}

std::vector<ObservedRow> exportRows() {
  const QStringList dry = kExport + QStringList{"--dry-run"};
  return {{"--format", kExport, kExport + QStringList{"--format", "npz"}},
          {"--out", kExport, {"export", "@T.h5", "--out", "@made/f"}},
          {"--manifest", kExport, kExport + QStringList{"--manifest", "other"}},
          {"--split", kExport, kExport + QStringList{"--split", "test"}},
          {"--shard-samples", kExport, kExport + QStringList{"--shard-samples", "100"}},
          {"--shard-size", kExport, kExport + QStringList{"--shard-size", "1k"}},
          {"--readers", kExport, kExport + QStringList{"--readers", "3"}},
          {"--shuffle", kExport, kExport + QStringList{"--shuffle", "5"}},
          {"--encoded", kExport, kExport + QStringList{"--encoded"}},
          {"--dtype", kExport + QStringList{"--encoded"}, kExport + QStringList{"--encoded", "--dtype", "f16"}},
          {"--overwrite", kExport, kExport + QStringList{"--overwrite"}, kExport},
          {"--dry-run", kExport, dry},
          {"--part", kExport, kExport + QStringList{"--part", "1/2"}},
          {"--snippet", kExport, kExport + QStringList{"--snippet", "pandas"}}};
}

std::vector<ObservedRow> otherRows(const std::string& command) {
  if (command == "convert") {
    return {{"--out", kConvert, {"convert", "@T.h5", "--out", "@made/B.h5"}},
            {"--dtype", kConvert, kConvert + QStringList{"--dtype", "f64"}},
            {"--compression", kConvert, kConvert + QStringList{"--compression", "gzip"}},
            {"--part-size",
             {"convert", "@R.h5", "--out", "@made/C.h5"},
             {"convert", "@R.h5", "--out", "@made/C.h5", "--part-size", "100k"}},
            {"--apply-edits",
             {"convert", "@E.h5", "--out", "@made/C.h5"},
             {"convert", "@E.h5", "--out", "@made/C.h5", "--apply-edits"}},
            {"--without-splits", kConvert, kConvert + QStringList{"--without-splits"}},
            {"--part", kConvert, kConvert + QStringList{"--part", "1/2"}},
            {"--overwrite", kConvert, kConvert + QStringList{"--overwrite"}, kConvert}};
  }
  if (command == "head") {
    const QStringList head = {"head", "@R.h5"};
    return {{"--at", head, head + QStringList{"--at", "3"}},
            {"--count", head, head + QStringList{"--count", "3"}},
            {"--values", head, head + QStringList{"--values", "3"}}};
  }
  if (command == "check") {
    const QStringList check = {"check", "@T.h5"};
    const QStringList remedy = check + QStringList{"--remedy", "duplicates", "--save-as", "new"};
    return {{"--manifest", check, check + QStringList{"--manifest", "equal"}},
            {"--remedy", check, remedy},
            {"--save-as", remedy, check + QStringList{"--remedy", "duplicates", "--save-as", "new2"}},
            {"--strict", check + QStringList{"--manifest", "equal"},
             check + QStringList{"--manifest", "equal", "--strict"}}};
  }
  return {{"--out", kSample, {"sample", "tabular", "--rows", "50", "--out", "@made/further"}},
          {"--rows", kSample, {"sample", "tabular", "--rows", "60", "--out", "@made"}},
          {"--seed", kSample, kSample + QStringList{"--seed", "9"}},
          {"--overwrite", kSample, kSample + QStringList{"--overwrite"}, kSample}};
}

std::vector<ObservedRow> rowsOf(const std::string& command) {
  if (command == "split") return splitRows();
  if (command == "stream") return streamRows();
  if (command == "export") return exportRows();
  return otherRows(command);
}

const std::vector<std::string> kCommands = {"split", "stream", "export", "convert", "head", "check", "sample"};

/// Options that decide how fast a command is or what it may take, and nothing else, which other tests measure.
const std::set<std::string> kUnseen = {
    "--json", "--threads", "--memory", "--queue", "--own-pace", "--simulate-batch-cost", "--no-sync", "--scratch"};

}  // namespace

class CliObservedTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase();
  void everyOptionIsInTheTable_data();
  void everyOptionIsInTheTable();
  void everyOptionChangesSomething_data();
  void everyOptionChangesSomething();

 private:
  QString path(const QString& name) const { return m_dir.filePath(name); }

  QTemporaryDir m_dir;
  Observer m_observer{m_dir.path()};
};

void CliObservedTest::initTestCase() {
  // Every row is there twice, so that equal samples can be kept together.
  for (const char* name : {"t1", "t2"}) {
    QByteArray rows = "a,b,c,label\n";
    for (int i = 0; i < 400; ++i) {
      const int k = i / 2 + (name[1] == '2' ? 200 : 0);
      rows += QByteArray::number(k) + ',' + QByteArray::number(k % 40 / 4.0) + (k % 3 == 0 ? ",red," : ",blue,") +
              (k * 7 % 10 < 7 ? "x\n" : "y\n");
    }
    writeFile(path(QString(name) + ".csv"), rows);
  }
  const QStringList made[] = {
      {"import", "@t1.csv", "@t2.csv", "--label", "label", "--type", "c=category", "--out", "@T.h5"},
      {"split", "@T.h5", "--ratios", "0.8,0.1,0.1"},
      {"split", "@T.h5", "--ratios", "0.5,0.25,0.25", "--name", "other"},
      {"split", "@T.h5", "--ratios", "0.8,0.1,0.1", "--keep-equal", "--stratify", "--name", "equal"},
      {"split", "@T.h5", "--name", "other", "--write", "@lists"},
      {"import", "@t1.csv", "--label", "label", "--out", "@E.h5"},
      {"label", "@E.h5", "--set", "z", "--where", "label = 'y'"},
      {"sample", "waveform", "--rows", "600", "--out", "@"},
      {"import", "@recordings", "--label-from", "name:^(\\d)_", "--window", "512", "--compression", "none", "--out",
       "@R.h5"},
      {"split", "@R.h5", "--ratios", "0.6,0.2,0.2"}};
  for (const QStringList& one : made) {
    const Ran ran = runMasu(m_observer.placed(one));
    QVERIFY2(ran.exitCode == 0, (one.join(' ').toUtf8() + ": " + ran.errors).constData());
  }
  QByteArray damaged = readFile(path("R.h5"));
  damaged[damaged.size() / 2] = static_cast<char>(damaged[damaged.size() / 2] ^ 1);
  writeFile(path("D.h5"), damaged);
  const QStringList stream = m_observer.placed(kStream + QStringList{"--steps", "3", "--json"});
  const QString state = runMasu(stream).json()[u"state"].toString();
  QVERIFY(!state.isEmpty());
  m_observer.define("STATE", state);
  for (const char* dataset : {"@T.h5", "@R.h5"}) m_observer.watch(dataset);
}

void CliObservedTest::everyOptionIsInTheTable_data() {
  QTest::addColumn<QString>("command");
  for (const std::string& command : kCommands) QTest::newRow(command.c_str()) << QString::fromStdString(command);
}

void CliObservedTest::everyOptionIsInTheTable() {
  QFETCH(const QString, command);
  std::set<std::string> others = kUnseen;
  if (command == "export") others.insert("--resume");  // cli_export_test interrupts one
  QCOMPARE(optionWithoutRow(command.toStdString(), rowsOf(command.toStdString()), others), std::string());
}

void CliObservedTest::everyOptionChangesSomething_data() {
  addObserved(kCommands, rowsOf);
}

void CliObservedTest::everyOptionChangesSomething() {
  QFETCH(const QString, command);
  QFETCH(const int, place);
  compareObserved(m_observer, rowsOf(command.toStdString()), place);
}

MASU_TEST(CliObservedTest)
#include "observed_test.moc"

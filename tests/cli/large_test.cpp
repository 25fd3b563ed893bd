// SPDX-License-Identifier: GPL-3.0-or-later
// Data of several times the memory that a command may take: it stays within that, and a signal ends it tidily.
#include <QDir>
#include <QTemporaryDir>
#include <QTest>
#include <csignal>
#include <random>

#include "program.h"
#include "tests/fixtures/test_group.h"

using masu::test::Peak;
using masu::test::peakOf;
using masu::test::Ran;
using masu::test::runInterrupted;
using masu::test::runMasu;
using masu::test::writeFile;

namespace {

constexpr std::uint64_t kMegabyte = 1 << 20;
constexpr std::uint64_t kBudget = 32 * kMegabyte;
/// Of each of the recordings: all of them together are eight times the budget.
constexpr qsizetype kLarge = 32 * kMegabyte;
constexpr qsizetype kSmall = kMegabyte / 8;
/// Beside the budget and what the program takes for little data: pages of files that come and go.
constexpr std::uint64_t kBeside = 48 * kMegabyte;

constexpr int kTries = 20;

/// Recordings of noise, as raw samples of 16 bits, four of each of two classes.
void writeRecordings(const QString& folder, qsizetype bytes) {
  QVERIFY(QDir().mkpath(folder));
  std::mt19937_64 random(7);
  for (const char* name : {"a_0", "a_1", "a_2", "a_3", "b_0", "b_1", "b_2", "b_3"}) {
    QByteArray noise(bytes, Qt::Uninitialized);
    for (qsizetype at = 0; at < bytes; at += 8) {
      const std::uint64_t word = random();
      memcpy(noise.data() + at, &word, sizeof(word));
    }
    writeFile(folder + '/' + name + ".raw", noise);
  }
}

}  // namespace

class CliLargeTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase();
  void cleanup();
  void commandsStayWithinTheMemory_data();
  void commandsStayWithinTheMemory();
  void aSplitTakesAByteASample();
  void aTableOfManyColumnsIsInspectedWithinTheBudget();
  void aSignalEndsACommandAndLeavesNothing_data();
  void aSignalEndsACommandAndLeavesNothing();

 private:
  QString path(const QString& name) const { return m_dir.filePath(name); }
  /// '@' names a file, and "@SIZE" in it is "large" or "small".
  QStringList placed(QStringList arguments, const QString& size) const;
  QStringList made() const { return QDir(path("made")).entryList(QDir::AllEntries | QDir::NoDotAndDotDot); }

  QTemporaryDir m_dir;
};

QStringList CliLargeTest::placed(QStringList arguments, const QString& size) const {
  for (QString& one : arguments) {
    if (one.startsWith('@')) one = m_dir.filePath(one.mid(1).replace("SIZE", size));
  }
  return arguments;
}

void CliLargeTest::initTestCase() {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  QSKIP("Sanitizers take memory of their own.");
#endif
  writeRecordings(path("large"), kLarge);
  writeRecordings(path("small"), kSmall);
  writeFile(path("many.csv"), "x\n" + QByteArray("1\n2\n").repeated(6'000'000));
  for (const char* size : {"large", "small"}) {
    const QStringList import = {"import",       "@SIZE",        "--as",          "recordings", "--raw", "i16,1",
                                "--rate",       "8000",         "--window",      "1024",       "--out", "@SIZE.h5",
                                "--label-from", "name:^(\\w)_", "--compression", "none"};
    const Ran imported = runMasu(placed(import, size));
    QVERIFY2(imported.exitCode == 0, (imported.errors + imported.output).constData());
    const Ran split = runMasu(placed({"split", "@SIZE.h5", "--ratios", "0.8,0.1,0.1", "--no-group"}, size));
    QVERIFY2(split.exitCode == 0, split.errors.constData());
  }
  const Ran trained =
      runMasu(placed({"train", "@small.h5", "--model", "linear", "--epochs", "1", "--out", "@run"}, ""));
  if (trained.exitCode != 0) qWarning("%s", trained.errors.constData());
  cleanup();
}

void CliLargeTest::cleanup() {
  QDir(path("made")).removeRecursively();
  QVERIFY(QDir().mkpath(path("made")));
}

void CliLargeTest::commandsStayWithinTheMemory_data() {
  QTest::addColumn<QStringList>("arguments");
  QTest::newRow("import") << QStringList{"import", "@SIZE",    "--as", "recordings", "--raw",      "i16,1",    "--rate",
                                         "8000",   "--window", "1024", "--out",      "@made/F.h5", "--no-sync"};
  QTest::newRow("inspect") << QStringList{"inspect", "@SIZE", "--as",     "recordings", "--raw",
                                          "i16,1",   "--rate", "8000",     "--window",   "1024"};
  QTest::newRow("append") << QStringList{"append", "@made/F.h5", "@small"};
  QTest::newRow("convert") << QStringList{"convert", "@SIZE.h5", "--out", "@made/F.h5", "--compression", "lz4"};
  QTest::newRow("check") << QStringList{"check", "@SIZE.h5"};
  QTest::newRow("split") << QStringList{"split",        "@SIZE.h5", "--ratios", "0.8,0.1,0.1",
                                        "--keep-equal", "--name",   "equal"};
  QTest::newRow("verify") << QStringList{"verify", "@SIZE.h5"};
  QTest::newRow("stream") << QStringList{"stream", "@SIZE.h5", "--shuffle", "exact"};
  QTest::newRow("export npz") << QStringList{"export", "@SIZE.h5", "--format", "npz", "--out", "@made/npz"};
  QTest::newRow("export hdf5") << QStringList{"export", "@SIZE.h5", "--format", "hdf5", "--out", "@made/hdf5"};
  QTest::newRow("export shuffled") << QStringList{"export",    "@SIZE.h5", "--format", "webdataset",
                                                  "--shuffle", "3",        "--out",    "@made/tar"};
  QTest::newRow("train") << QStringList{"train",    "@SIZE.h5", "--model", "linear",
                                        "--epochs", "1",        "--out",   "@made/run"};
  QTest::newRow("predict") << QStringList{"predict", "@run", "@SIZE", "--out", "@made/P.csv"};
}

/// The large data take no more than the small ones do, and the budget.
void CliLargeTest::commandsStayWithinTheMemory() {
  QFETCH(const QStringList, arguments);
  const QStringList limits = {"--memory", QString::number(kBudget), "--threads", "2"};
  const bool needsWorker = arguments.front() == "predict" || arguments.front() == "train";
  if (needsWorker && !QDir(path("run")).exists()) QSKIP("There is no program to train with.");
  std::array<Peak, 2> peaks;
  for (const std::size_t i : {0, 1}) {
    const QString size = i == 0 ? "small" : "large";
    if (arguments.front() == "append") {
      const Ran copied = runMasu(placed({"convert", "@SIZE.h5", "--out", "@made/F.h5"}, size));
      QVERIFY2(copied.exitCode == 0, copied.errors.constData());
    }
    peaks[i] = peakOf(placed(arguments + limits, size));
    // Noise has no findings, but a check may find some all the same.
    QVERIFY2(peaks[i].exitCode == 0 || arguments.front() == "check", qPrintable(QString::number(peaks[i].exitCode)));
    cleanup();
  }
  const QString taken = QString("%1 MB and %2 MB").arg(peaks[0].bytes >> 20).arg(peaks[1].bytes >> 20);
  QVERIFY2(peaks[1].bytes < peaks[0].bytes + kBudget + kBeside, qPrintable(taken));
}

/// The assignment alone, twice while it is stored: what that takes is refused where it is more than the budget.
void CliLargeTest::aSplitTakesAByteASample() {
  const Ran imported = runMasu(placed({"import", "@many.csv", "--out", "@many.h5", "--no-sync"}, ""));
  QVERIFY2(imported.exitCode == 0, imported.errors.constData());
  const QStringList split = placed({"split", "@many.h5", "--ratios", "0.8,0.1,0.1", "--memory"}, "");
  const Ran refused = runMasu(split + QStringList{"16M"});
  QCOMPARE(refused.exitCode, 1);
  QVERIFY2(refused.errors.contains("at least 24 MB") && refused.errors.contains("--memory"),
           refused.errors.constData());
  const Ran done = runMasu(split + QStringList{"64M"});
  QVERIFY2(done.exitCode == 0, done.errors.constData());
  const QStringList folds = placed({"split", "@many.h5", "--folds", "3", "--memory"}, "");
  QVERIFY(runMasu(folds + QStringList{"32M"}).errors.contains("at least 36 MB"));
  for (const QStringList& action : {QStringList{"diff", "default", "default"}, {"copy", "default", "new"}}) {
    const QStringList manifest = placed(QStringList{"manifest", "@many.h5"} + action + QStringList{"--memory"}, "");
    QVERIFY(runMasu(manifest + QStringList{"16M"}).errors.contains("at least 24 MB"));
    QCOMPARE(runMasu(manifest + QStringList{"64M"}).exitCode, 0);
  }
}

/// Each of many columns takes memory: what a plan of them or its JSON takes is refused where that is beyond the budget.
void CliLargeTest::aTableOfManyColumnsIsInspectedWithinTheBudget() {
  constexpr int kColumns = 10'000;
  QByteArray names, values;
  for (int i = 0; i < kColumns; ++i) {
    names += (i > 0 ? ",c" : "c") + QByteArray::number(i);
    values += (i > 0 ? "," : "") + QByteArray::number(i % 10);
  }
  writeFile(path("wide.csv"), names + '\n' + (values + '\n').repeated(3));
  writeFile(path("narrow.csv"), "a,b\n1,2\n3,4\n");
  const QStringList wide = placed({"inspect", "@wide.csv", "--memory"}, "");
  const QStringList narrow = placed({"inspect", "@narrow.csv", "--memory"}, "");
  QVERIFY(runMasu(wide + QStringList{"32M"}).errors.contains("--memory"));
  const Ran refused = runMasu(wide + QStringList{"64M", "--json"});
  QCOMPARE(refused.exitCode, 1);
  QVERIFY2(refused.errors.contains("141 MB") && refused.errors.contains("--json"), refused.errors.constData());
  for (const auto& [budget, json] : {std::pair(64, false), {256, true}}) {
    QStringList options = {QString("%1M").arg(budget)};
    if (json) options << "--json";
    const Peak least = peakOf(narrow + options);
    const Peak most = peakOf(wide + options);
    QVERIFY(least.exitCode == 0 && most.exitCode == 0);
    const QString taken = QString("%1 MB and %2 MB").arg(least.bytes >> 20).arg(most.bytes >> 20);
    QVERIFY2(most.bytes < least.bytes + static_cast<std::uint64_t>(budget) * kMegabyte, qPrintable(taken));
  }
}

void CliLargeTest::aSignalEndsACommandAndLeavesNothing_data() {
  QTest::addColumn<QStringList>("arguments");
  QTest::addColumn<bool>("writes");
  QTest::newRow("inspect") << QStringList{"inspect", "@many.csv", "--memory", "16M"} << false;
  QTest::newRow("import") << QStringList{"import", "@large", "--as",     "recordings", "--raw", "i16,1",
                                         "--rate", "8000",   "--window", "1024",       "--out", "@made/F.h5"}
                          << true;
  QTest::newRow("convert") << QStringList{"convert", "@large.h5", "--out", "@made/F.h5", "--compression", "zstd"}
                           << true;
  QTest::newRow("export") << QStringList{"export", "@large.h5", "--format", "csv", "--out", "@made/csv"} << true;
  QTest::newRow("split") << QStringList{"split",        "@large.h5", "--ratios", "0.8,0.1,0.1",
                                        "--keep-equal", "--name",    "new"}
                         << false;
  QTest::newRow("check") << QStringList{"check", "@large.h5"} << false;
  QTest::newRow("verify") << QStringList{"verify", "@large.h5"} << false;
  QTest::newRow("predict") << QStringList{"predict", "@run", "@large", "--out", "@made/P.csv"} << false;
}

/// Masu ends by itself, with the code of what was cancelled, and nothing has its final name.
void CliLargeTest::aSignalEndsACommandAndLeavesNothing() {
  QFETCH(const QStringList, arguments);
  QFETCH(const bool, writes);
  if (arguments.front() == "predict" && !QDir(path("run")).exists()) QSKIP("There is no program to train with.");
  for (const int signal : {SIGINT, SIGTERM}) {
    Ran ran;
    ran.exitCode = 0;
    // On a busy machine a command may be done before the signal comes.
    for (int tried = 0; tried < kTries && ran.exitCode == 0; ++tried) {
      cleanup();
      runMasu(placed({"manifest", "@large.h5", "delete", "new"}, ""));
      ran = runInterrupted(placed(arguments, ""), signal, [&] { return !writes || !made().isEmpty(); });
    }
    QVERIFY2(ran.exitCode == 130, (ran.errors + ran.output).constData());
    // What an import can resume from stays.
    for (const QString& name : made()) QVERIFY2(name.endsWith(".partial"), qPrintable(name));
    QVERIFY(!runMasu(placed({"manifest", "@large.h5", "list"}, "")).output.contains("new"));
    cleanup();
  }
}

MASU_TEST(CliLargeTest)
#include "large_test.moc"

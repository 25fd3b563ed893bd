// SPDX-License-Identifier: GPL-3.0-or-later
// `train --overwrite` whose new run fails, or whose process is killed, at some call to the file system (see
// fault_shim.c). The laws: the folder holds the old run as it was, or the new one with nothing of the old; it predicts.
// MASU_FAULT_POINTS=N tries so many calls of each kind of failure (default: 5), and the first, the middle and the last
// (N: half as many) of those from which on the new run takes the place of the old one, every one of which
// metrics_run_replacement_faults_test tries.
#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QMap>
#include <QTemporaryDir>
#include <QTest>
#include <algorithm>
#include <csignal>

#include "program.h"
#include "tests/fixtures/test_group.h"

using namespace masu::test;

namespace {

using Files = QMap<QString, QByteArray>;

/// What a run wrote: not what it is written to before it has its place, which the next command removes, nor its lock.
Files filesOf(const QString& run) {
  Files files;
  for (QDirIterator found(run, QDir::Files | QDir::Hidden, QDirIterator::Subdirectories); found.hasNext();) {
    const QString name = QDir(run).relativeFilePath(found.next());
    if (!name.startsWith(QStringLiteral("run.partial/")) && name != u"run.lock")
      files[name] = readFile(found.filePath());
  }
  return files;
}

/// The new run is an mlp, and keeps no checkpoints of epochs.
bool isNew(const Files& files, const Files& old) {
  const auto differs = [&](const char* name) { return files.contains(name) && files[name] != old[name]; };
  return differs("spec.json") && differs("events.jsonl") && differs("metrics.csv") && differs("last.pt") &&
         !files.contains(QStringLiteral("epoch-0001.pt"));
}

int points() {
  const int asked = qEnvironmentVariableIntValue("MASU_FAULT_POINTS");
  return asked > 1 ? asked : 5;
}

}  // namespace

class CliOverwriteTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase();
  void successLeavesNothingOfTheOldRun();
  void anUnknownModelLeavesTheOldRun();
  void cancellingBeforeTheFirstCheckpointLeavesTheOldRun();
  void failureLeavesOneRunOrTheOther_data();
  void failureLeavesOneRunOrTheOther();

 private:
  QString path(const QString& name) const { return m_dir.filePath(name); }
  void prepare();
  /// `from`: the name of the file from which on calls count.
  Ran train(const QString& options, const QString& fault = {}, const QString& from = {});
  QByteArray predictions();

  QTemporaryDir m_dir;
  Files m_old;
  QByteArray m_predictions;
  QMap<QString, long> m_counts;  ///< calls of an undisturbed run, from this file on
};

void CliOverwriteTest::initTestCase() {
  QByteArray rows = "x,y,label\n";
  for (int i = 0; i < 200; ++i)
    rows += QByteArray::number(i % 17) + "," + QByteArray::number(i % 5) + (i % 17 > 8 ? ",yes\n" : ",no\n");
  writeFile(path("a.csv"), rows);
  const Ran made =
      runShell(QStringLiteral("cd '%1' && mkdir start && \"$MASU\" import a.csv --label label --out F.h5 && "
                              "\"$MASU\" split F.h5 --ratios 0.8,0.1,0.1 --seed 1 && \"$MASU\" train F.h5 "
                              "--model linear --epochs 2 --keep-every 1 --out start/run --threads 1")
                   .arg(m_dir.path()));
  QVERIFY2(made.exitCode == 0, made.errors.constData());
  m_old = filesOf(path("start/run"));
  QVERIFY(m_old.contains(QStringLiteral("epoch-0001.pt")));
  prepare();
  m_predictions = predictions();
  QVERIFY(!m_predictions.isEmpty());
}

void CliOverwriteTest::prepare() {
  const Ran copied =
      runShell(QStringLiteral("cd '%1' && rm -rf work work.fault-* && cp -a start work").arg(m_dir.path()));
  QVERIFY2(copied.exitCode == 0, copied.errors.constData());
}

Ran CliOverwriteTest::train(const QString& options, const QString& fault, const QString& from) {
  QString environment = fault.isEmpty() ? QString() : "MASU_FAULT=" + fault;
  if (!from.isEmpty()) environment += " MASU_FAULT_FROM=" + from;
  return runShell(QStringLiteral("cd '%1' && export MASU_FAULT_PROGRAM=masu-train MASU_FAULT_ROOT=work "
                                 "MASU_FAULT_COUNT='%1/count' %2 && LD_PRELOAD='" MASU_FAULT_SHIM
                                 "' exec \"$MASU\" train F.h5 --out work/run --overwrite --epochs 1 --threads 1 %3")
                      .arg(m_dir.path(), environment, options));
}

/// Of the run that is there; empty where there is none.
QByteArray CliOverwriteTest::predictions() {
  const Ran ran = runShell(
      QStringLiteral("cd '%1' && \"$MASU\" predict work/run F.h5 --out P.csv --overwrite --probabilities --threads 1")
          .arg(m_dir.path()));
  return ran.exitCode == 0 ? readFile(path("P.csv")) : QByteArray();
}

void CliOverwriteTest::successLeavesNothingOfTheOldRun() {
  prepare();
  writeFile(path("work/run/notes.txt"), "mine");
  const Ran ran = train(QStringLiteral("--model mlp"));
  QVERIFY2(ran.exitCode == 0, ran.errors.constData());
  const Files now = filesOf(path("work/run"));
  QVERIFY2(isNew(now, m_old), qPrintable(now.keys().join(' ')));
  QCOMPARE(now[QStringLiteral("notes.txt")], QByteArray("mine"));
  QVERIFY(!QFile::exists(path("work/run/run.partial")));
}

void CliOverwriteTest::anUnknownModelLeavesTheOldRun() {
  prepare();
  QCOMPARE(train(QStringLiteral("--model nothing")).exitCode, 1);
  QVERIFY(filesOf(path("work/run")) == m_old);
  QCOMPARE(predictions(), m_predictions);
}

void CliOverwriteTest::cancellingBeforeTheFirstCheckpointLeavesTheOldRun() {
  prepare();
  QByteArray rows = "x,y,label\n";  // of which an epoch takes longer than a signal
  for (int i = 0; i < 200'000; ++i)
    rows += QByteArray::number(i % 17) + "," + QByteArray::number(i % 5) + (i % 17 > 8 ? ",yes\n" : ",no\n");
  writeFile(path("long.csv"), rows);
  QCOMPARE(runMasu({"import", path("long.csv"), "--label", "label", "--out", path("L.h5")}).exitCode, 0);
  QCOMPARE(runMasu({"split", path("L.h5"), "--ratios", "0.8,0.1,0.1"}).exitCode, 0);
  const QString log = path("work/run/run.partial/new/events.jsonl");
  const Ran ran = runInterrupted({"train", path("L.h5"), "--model", "mlp", "--batch", "1", "--epochs", "1", "--threads",
                                  "1", "--out", path("work/run"), "--overwrite"},
                                 SIGINT, [&] { return readFile(log).contains("\"event\":\"step\""); });
  QCOMPARE(ran.exitCode, 130);
  QVERIFY2(ran.errors.contains("the earlier run in ") && ran.errors.contains(" was not replaced."), ran.errors);
  QVERIFY(filesOf(path("work/run")) == m_old);
  QVERIFY(!QFile::exists(path("work/run/run.partial")));
  QCOMPARE(predictions(), m_predictions);
}

void CliOverwriteTest::failureLeavesOneRunOrTheOther_data() {
  QTest::addColumn<QString>("kind");
  QTest::addColumn<QString>("from");
  const std::pair<const char*, const char*> kinds[] = {
      {"no room", "full"}, {"a broken disk", "broken"}, {"a killed process", "kill"}, {"a loss of power", "power"}};
  for (const auto& [name, kind] : kinds) {
    QTest::addRow("%s", name) << kind << QString();
    QTest::addRow("%s while files are renamed", name) << kind << QStringLiteral("renames");
  }
}

void CliOverwriteTest::failureLeavesOneRunOrTheOther() {
  QFETCH(const QString, kind);
  QFETCH(const QString, from);
  if (!m_counts.contains(from)) {
    prepare();
    QCOMPARE(train(QStringLiteral("--model mlp"), {}, from).exitCode, 0);
    m_counts[from] = readFile(path("count")).simplified().split(' ')[0].toLong();
  }
  const long count = m_counts[from];
  QVERIFY2(count > points(), readFile(path("count")));
  int kept = 0;
  const int places = from.isEmpty() ? points() : std::max(2, (points() + 1) / 2);
  for (int i = 0; i < places; ++i) {
    const long place = 2 + (count - 2) * i / (places - 1);
    prepare();
    const QString fault = QStringLiteral("%1@%2").arg(kind).arg(place);
    const Ran ran = train(QStringLiteral("--model mlp"), fault, from);
    const QByteArray context = (fault + " of " + QString::number(count) + ": ").toUtf8() + ran.errors;
    if (ran.exitCode != 0) QVERIFY2(ran.errors.trimmed().endsWith('.'), context);
    // Of the old run, with nothing beside it that the next command has to put in order, it is known what it predicts.
    const bool untouched = !QFile::exists(path("work/run/run.partial")) && filesOf(path("work/run")) == m_old;
    const QByteArray predicted = untouched ? m_predictions : predictions();
    const Files now = filesOf(path("work/run"));
    const QByteArray names = now.keys().join(' ').toUtf8();
    QVERIFY2(!predicted.isEmpty(), context + names);
    if (now == m_old) {
      ++kept;
      QVERIFY2(predicted == m_predictions, context);
    } else {
      QVERIFY2(isNew(now, m_old), context + names);
    }
    if (i == 0 && from.isEmpty()) QVERIFY2(kept == 1, context + names);
  }
}

MASU_TEST(CliOverwriteTest)
#include "overwrite_test.moc"

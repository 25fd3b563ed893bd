// SPDX-License-Identifier: GPL-3.0-or-later
// A run replaces another one, and each call to the file system is tried as the one that fails, or at which the process
// is killed or the machine loses power: by itself, and after another call failed (see tests/fixtures/fault_shim.c). The
// laws: whoever reads the run next finds one of the two, whole, and the next run in the folder nothing else.
#include <QDir>
#include <QFile>
#include <QProcess>
#include <QProcessEnvironment>
#include <QTemporaryDir>
#include <QTest>

#include "core/metrics/run_replacement.h"
#include "made_run.h"

using namespace masu;
namespace fs = std::filesystem;
using made_run::Files;

namespace {

const Files kNotes = {{"notes.txt", "mine"}};

/// Without what is of neither run until a replacement is complete, and the old run's folders where they are empty.
Files readable(Files files) {
  std::erase_if(files,
                [](const auto& file) { return file.first.starts_with("run.partial/") || file.first.back() == '/'; });
  return files;
}

}  // namespace

class RunReplacementFaultsTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase();
  void oneFault_data();
  void oneFault();
  void anEndAfterAnError_data();
  void anEndAfterAnError();

 private:
  fs::path run() const { return fs::path(m_folder.path().toStdString()) / "run"; }
  /// Ends as replace_run does; 99 where it was killed.
  int replaced(const QString& fault, int first = 0);
  /// Empty where the laws hold.
  QByteArray broken(const QString& fault, int first = 0);

  QTemporaryDir m_folder;
  int m_calls = 0;    ///< of an undisturbed replacement
  int m_renamed = 0;  ///< of these, before the first name is changed
};

int RunReplacementFaultsTest::replaced(const QString& fault, int first) {
  for (const QString& left : QDir(m_folder.path()).entryList(QDir::Dirs | QDir::Files | QDir::NoDotAndDotDot)) {
    fs::remove_all(fs::path(m_folder.filePath(left).toStdString()));
  }
  made_run::write(run(), made_run::with(made_run::oldRun(), kNotes));
  QProcess process;
  QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
  environment.insert("LD_PRELOAD", MASU_FAULT_SHIM);
  environment.insert("MASU_FAULT_PROGRAM", "replace_run");
  environment.insert("MASU_FAULT_ROOT", QString::fromStdString(run().string()));
  environment.insert("MASU_FAULT_COUNT", m_folder.filePath("count"));
  if (!fault.isEmpty()) environment.insert("MASU_FAULT", fault);
  if (first > 0) environment.insert("MASU_FAULT_FIRST", QString::number(first));
  process.setProcessEnvironment(environment);
  process.start(MASU_REPLACE_RUN, {QString::fromStdString(run().string())});
  process.waitForFinished(-1);
  return process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -1;
}

void RunReplacementFaultsTest::initTestCase() {
  QCOMPARE(replaced({}), 0);
  QVERIFY(made_run::filesIn(run()) == made_run::with(made_run::newRun(), kNotes));
  QFile count(m_folder.filePath("count"));
  QVERIFY(count.open(QIODevice::ReadOnly));
  m_calls = count.readAll().split(' ').first().toInt();
  QVERIFY(m_calls > 30);
  // The first call after which a killed process leaves the new run.
  for (m_renamed = 1; m_renamed <= m_calls; ++m_renamed) {
    QCOMPARE(replaced(QStringLiteral("kill@%1").arg(m_renamed)), 99);
    if (fs::exists(run() / "run.partial" / "renames")) break;
  }
  QVERIFY(m_renamed < m_calls);
}

QByteArray RunReplacementFaultsTest::broken(const QString& fault, int first) {
  const Files before = made_run::with(made_run::oldRun(), kNotes);
  const Files after = made_run::with(made_run::newRun(), kNotes);
  const int end = replaced(fault, first);
  if (end != 99 && (end < 0 || end > 2)) return "it ended with " + QByteArray::number(end);
  if (const auto done = metrics::completeReplacement(run()); !done) return done.error().message.english().c_str();
  const Files read = readable(made_run::filesIn(run()));
  if (read != before && read != after) return "a reader finds neither run";
  if (end == 1 && read != before) return "the old run was to stay";
  if ((end == 0 || end == 2) && read != after) return "the new run was to be there";
  if (const auto done = metrics::settleReplacement(run()); !done) return done.error().message.english().c_str();
  if (fs::exists(run() / "run.partial") || readable(made_run::filesIn(run())) != read) {
    return "something is left of the other run";
  }
  return {};
}

void RunReplacementFaultsTest::oneFault_data() {
  QTest::addColumn<QString>("kind");
  for (const char* kind : {"full", "broken", "kill", "power"}) QTest::newRow(kind) << kind;
}

void RunReplacementFaultsTest::oneFault() {
  QFETCH(const QString, kind);
  for (int call = 1; call <= m_calls + 1; ++call) {
    const QString fault = QStringLiteral("%1@%2").arg(kind).arg(call);
    const QByteArray law = broken(fault);
    QVERIFY2(law.isEmpty(), (fault.toUtf8() + ": " + law).constData());
  }
}

void RunReplacementFaultsTest::anEndAfterAnError_data() {
  QTest::addColumn<QString>("kind");
  for (const char* kind : {"kill", "power"}) QTest::newRow(kind) << kind;
}

void RunReplacementFaultsTest::anEndAfterAnError() {
  QFETCH(const QString, kind);
  for (int first = m_renamed - 3; first <= m_calls; ++first) {
    for (int call = first + 1;; ++call) {
      const QString fault = QStringLiteral("%1@%2").arg(kind).arg(call);
      const QByteArray law = broken(fault, first);
      QVERIFY2(law.isEmpty(), (QByteArray::number(first) + " fails, then " + fault.toUtf8() + ": " + law).constData());
      QFile count(m_folder.filePath("count"));
      QVERIFY(count.open(QIODevice::ReadOnly));
      if (!count.readAll().isEmpty()) break;  // it ended by itself
    }
  }
}

QTEST_GUILESS_MAIN(RunReplacementFaultsTest)
#include "run_replacement_faults_test.moc"

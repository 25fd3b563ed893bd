// SPDX-License-Identifier: GPL-3.0-or-later
#include <QFile>
#include <QLabel>
#include <QPushButton>
#include <QSettings>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <fstream>

#include "tests/fixtures/test_group.h"
#include "ui/jobs/job_runner.h"
#include "ui/pages/start/interrupted.h"
#include "ui/text/to_qt.h"

using namespace masu;
using namespace masu::ui;

/// The list of what was interrupted. That its work is resumed is tested with the whole window (shell/interrupted_test).
class StartInterruptedTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() {
    QSettings::setDefaultFormat(QSettings::IniFormat);
    QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, m_folder.path());
  }
  void init() {
    QSettings().clear();
    m_runner = std::make_unique<JobRunner>();
    m_list = std::make_unique<StartInterrupted>(*m_runner);
  }
  void cleanup() {
    m_list.reset();
    m_runner.reset();
  }

  void withoutAnythingItIsHidden() {
    m_list->refresh();
    QVERIFY(m_list->isHidden() && m_runner->jobs().empty());
    // Work that is going on now is not interrupted; nor is there a way to resume what left nothing.
    noteWork(training("run-0001"));
    UnfinishedWork gone;
    gone.target = m_folder.filePath("gone.h5");
    noteWork(gone);
    noteInterruption(gone.target);
    m_list->refresh();
    QTRY_VERIFY(m_runner->jobs().empty());
    QVERIFY(m_list->isHidden());
  }

  void everyInterruptionIsALineTheLatestFirst() {
    interrupt("run-0002");
    interrupt("run-0003");
    m_list->refresh();
    QTRY_VERIFY(!m_list->isHidden());
    QCOMPARE(sentences(), (QStringList{"The training of census.h5 in run-0003 was interrupted.",
                                       "The training of census.h5 in run-0002 was interrupted."}));
    const QSignalSpy wanted(m_list.get(), &StartInterrupted::resumeWanted);
    for (QPushButton* button : m_list->findChildren<QPushButton*>()) {
      if (button->text() != QString::fromUtf8("Resume…")) continue;
      QVERIFY(button->accessibleDescription().contains("run-0003"));
      button->click();
      break;
    }
    QCOMPARE(wanted.count(), 1);
    QCOMPARE(wanted.first().first().value<UnfinishedWork>().target, m_folder.filePath("run-0003"));
  }

  /// The disk stays as it is.
  void whatIsForgottenLeavesTheList() {
    interrupt("run-0004");
    interrupt("run-0005");
    m_list->refresh();
    QTRY_COMPARE(sentences().size(), qsizetype(2));
    for (QPushButton* button : m_list->findChildren<QPushButton*>()) {
      if (button->text() != "Forget" || !button->accessibleDescription().contains("run-0005")) continue;
      button->click();
      break;
    }
    QTRY_COMPARE(sentences(), (QStringList{"The training of census.h5 in run-0004 was interrupted."}));
    QVERIFY(QFile::exists(m_folder.filePath("run-0005/resume.state")));
    QCOMPARE(interruptedWork().size(), std::size_t{1});
    forgetWork(m_folder.filePath("run-0004"));
    m_list->refresh();
    QVERIFY(m_list->isHidden() && sentences().isEmpty());
  }

 private:
  UnfinishedWork training(const QString& run) const {
    UnfinishedWork work;
    work.kind = UnfinishedWork::Kind::training;
    work.target = m_folder.filePath(run);
    work.dataset = m_folder.filePath("census.h5");
    work.begun = QDateTime::currentDateTime();
    return work;
  }

  /// A training that can be resumed.
  void interrupt(const QString& run) const {
    const UnfinishedWork work = training(run);
    const std::filesystem::path folder = pathFrom(work.target);
    std::filesystem::create_directories(folder);
    std::ofstream(folder / "resume.state") << "x";
    noteWork(work);
    noteInterruption(work.target);
  }

  /// Of rows that are still there: those before are deleted later.
  QStringList sentences() const {
    QStringList found;
    for (const QLabel* label : m_list->findChildren<QLabel*>())
      if (label->isVisibleTo(m_list.get()) && label->text().contains("was interrupted")) found << label->text();
    return found;
  }

  QTemporaryDir m_folder;
  std::unique_ptr<JobRunner> m_runner;
  std::unique_ptr<StartInterrupted> m_list;
};

MASU_TEST(StartInterruptedTest)
#include "start_interrupted_test.moc"

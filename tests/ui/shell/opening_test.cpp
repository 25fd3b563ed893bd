// SPDX-License-Identifier: GPL-3.0-or-later
// A dataset is opened in a job: the window shows that it opens, and goes on showing what it had until it is open.
#include <QLabel>
#include <QPushButton>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>

#include "tests/fixtures/sample_project.h"
#include "tests/fixtures/test_group.h"
#include "ui/pages/start/page.h"
#include "ui/shell/job_strip.h"
#include "ui/shell/main_window.h"
#include "ui/shell/step_bar.h"
#include "ui/theme/theme.h"
#include "ui/widgets/banner.h"

using namespace masu;
using namespace masu::ui;

namespace {

constexpr int kPatience = 30'000;

Result<int> untilStopped(const JobContext& job) {
  while (!job.stopRequested()) QThread::msleep(1);
  return fail(Error::cancelled());
}

/// Takes every thread of a runner, so that what is started later waits for release().
class Crowd {
 public:
  explicit Crowd(JobRunner& runner) {
    constexpr int kMoreThanThreads = 16;
    for (int i = 0; i < kMoreThanThreads; ++i) {
      m_jobs.emplace_back(runner.start<int>({.title = "Waiting", .kind = Job::Kind::quiet}, untilStopped, &runner,
                                            [](Result<int>) {}));
    }
  }
  void release() {
    for (const QPointer<Job>& job : m_jobs)
      if (job) job->cancel();
  }

 private:
  std::vector<QPointer<Job>> m_jobs;
};

}  // namespace

class OpeningTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() {
    QSettings::setDefaultFormat(QSettings::IniFormat);
    QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, m_folder.path());
    Theme::current().install(*qApp, Theme::Mode::light);
    MASU_TAKE(m_census, m_project.table(300));
    MASU_TAKE(m_plain, m_project.plainTable(200));
  }

  void init() {
    m_session = std::make_unique<Session>();
    m_runner = std::make_unique<JobRunner>();
    m_window = std::make_unique<MainWindow>(*m_session, *m_runner);
    m_window->show();
    QVERIFY(QTest::qWaitForWindowExposed(m_window.get()));
  }

  void cleanup() {
    m_window.reset();
    m_runner.reset();
    m_session.reset();
  }

  void showsWhatItHadUntilTheOtherIsOpen() {
    m_window->openPaths({m_census});
    QTRY_COMPARE_WITH_TIMEOUT(m_window->current(), Step::browse, kPatience);
    QCOMPARE(m_session->name(), "census");
    QTRY_VERIFY_WITH_TIMEOUT(m_runner->jobs().empty(), kPatience);

    Crowd crowd(*m_runner);
    m_window->openPaths({m_plain});
    const auto* project = m_window->findChild<ProjectButton*>();
    QCOMPARE(project->text(), "census");
    QCOMPARE(project->accessibleDescription(), "opening plain.h5");
    QTRY_VERIFY(stripSays("Opening plain.h5"));
    QCOMPARE(m_session->name(), "census");
    m_window->goTo(Step::split);  // what is open can be used meanwhile
    QCOMPARE(m_window->current(), Step::split);

    crowd.release();
    QTRY_COMPARE_WITH_TIMEOUT(m_session->name(), "plain", kPatience);
    QCOMPARE(m_window->current(), Step::browse);
    QCOMPARE(project->text(), "plain");
    QVERIFY(!project->accessibleDescription().contains("opening"));
    QTRY_VERIFY(!stripSays("Opening plain.h5"));
  }

  void cancelLeavesWhatWasThere() {
    Crowd crowd(*m_runner);
    m_window->openPaths({m_census});
    QTRY_VERIFY(stripSays("Opening census.h5"));
    auto* cancel = stripButton("Cancel");
    QVERIFY(cancel != nullptr);
    QTest::mouseClick(cancel, Qt::LeftButton);
    crowd.release();
    QTRY_VERIFY_WITH_TIMEOUT(m_runner->jobs().empty(), kPatience);
    QVERIFY(m_session->dataset() == nullptr);
    QCOMPARE(m_window->current(), Step::start);
    QVERIFY(m_window->page(Step::start)->findChild<Banner*>()->isHidden());
    QCOMPARE(m_window->findChild<ProjectButton*>()->accessibleDescription(), "open one to begin");
  }

  void theLaterOfTwoIsOpened() {
    Crowd crowd(*m_runner);
    m_window->openPaths({m_census});
    m_window->openPaths({m_plain});
    QCOMPARE(m_window->findChild<ProjectButton*>()->accessibleDescription(), "opening plain.h5");
    crowd.release();
    QTRY_VERIFY_WITH_TIMEOUT(m_runner->jobs().empty(), kPatience);
    QCOMPARE(m_session->name(), "plain");
  }

  /// What is imported next is not replaced by what was still on its way.
  void filesToImportEndAnOpening() {
    Crowd crowd(*m_runner);
    m_window->openPaths({m_plain});
    m_window->openPaths({m_project.path("census/census-persons.csv")});
    QCOMPARE(m_window->current(), Step::import);
    crowd.release();
    QTRY_VERIFY_WITH_TIMEOUT(m_runner->jobs().empty(), kPatience);
    QVERIFY(m_session->dataset() == nullptr);
    QCOMPARE(m_window->current(), Step::import);
  }

 private:
  bool stripSays(const QString& text) const {
    for (const QLabel* label : m_window->findChild<JobStrip*>()->findChildren<QLabel*>())
      if (label->isVisible() && label->text() == text) return true;
    return false;
  }

  QPushButton* stripButton(const QString& text) const {
    for (auto* button : m_window->findChild<JobStrip*>()->findChildren<QPushButton*>())
      if (button->isVisible() && button->text() == text) return button;
    return nullptr;
  }

  QTemporaryDir m_folder;
  SampleProject m_project;
  QString m_census;
  QString m_plain;
  std::unique_ptr<Session> m_session;
  std::unique_ptr<JobRunner> m_runner;
  std::unique_ptr<MainWindow> m_window;
};

MASU_TEST(OpeningTest)
#include "opening_test.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/common/dataset_page.h"

#include <QLabel>
#include <QPushButton>
#include <QSettings>
#include <QSignalSpy>
#include <QTest>

#include "tests/fixtures/page_texts.h"
#include "tests/fixtures/sample_project.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::ui;

namespace {

class CountingPage : public DatasetPage {
 public:
  CountingPage(Session& session, JobRunner& runner)
      : DatasetPage("browse", "Title", "Purpose", session, runner, nullptr), part(new QWidget(this)) {
    setContent(new QLabel("content"), "browse", "What would be here.");
    showWithDataset(part);
  }

  using DatasetPage::showSplitNotice;
  using DatasetPage::stale;

  QWidget* part;
  int datasets = 0;
  int manifests = 0;

 protected:
  void datasetChanged() override { ++datasets; }
  void manifestChanged() override { ++manifests; }
};

}  // namespace

class DatasetPageTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() {
    MASU_TAKE(m_first, m_project.table(200));
    MASU_TAKE(m_second, m_project.plainTable(200));
    QVERIFY(m_project.split(m_first));
    QSettings::setDefaultFormat(QSettings::IniFormat);
    QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, m_project.path("settings"));
  }
  void init() {
    m_session = std::make_unique<Session>();
    m_runner = std::make_unique<JobRunner>();
    m_page = std::make_unique<CountingPage>(*m_session, *m_runner);
    m_page->resize(1000, 600);
  }
  void cleanup() {
    m_page.reset();
    m_runner.reset();
    m_session.reset();
  }

  void withoutADatasetItShowsTheWayToImport() {
    m_page->show();
    QVERIFY(!m_page->part->isVisible());
    std::vector<Step> steps;
    connect(m_page.get(), &Page::stepRequested, m_page.get(), [&steps](Step step) { steps.push_back(step); });
    auto* way = titled<QPushButton>(*m_page, "Go to Import");
    QVERIFY(way->isVisible());
    way->click();
    QCOMPARE(steps, std::vector<Step>{Step::import});
    QVERIFY(m_session->open(m_first));
    QVERIFY(m_page->part->isVisible() && !way->isVisible());
  }

  /// A page that is not seen does nothing, however many datasets are opened meanwhile.
  void anotherDatasetIsLoadedWhenItIsSeen() {
    m_page->show();
    QCOMPARE(m_page->datasets, 1);
    QCOMPARE(m_page->manifests, 1);
    m_page->hide();
    QVERIFY(m_session->open(m_first));
    QVERIFY(m_session->open(m_second));
    QCOMPARE(m_page->datasets, 1);
    QVERIFY(m_page->stale());
    m_page->show();
    QCOMPARE(m_page->datasets, 2);
    QCOMPARE(m_page->manifests, 2);
    QVERIFY(!m_page->stale());
    // Seen again without a change, it keeps what it has.
    m_page->hide();
    m_page->show();
    QCOMPARE(m_page->datasets, 2);
    QCOMPARE(m_page->manifests, 2);
  }

  void aProblemOfTheSplitsIsSaidAndGoesWithTheDataset() {
    m_page->show();
    QVERIFY(m_session->open(m_first));
    auto* problem = m_page->findChild<Banner*>("splitsProblem");
    QVERIFY(problem->sentence().isEmpty() && !problem->isVisible());
    const Error error{Errc::damaged, "The file {0} is cut short.", {"a.splits.h5"}};
    m_session->setManifests({}, "default", error);
    QVERIFY(problem->isVisible());
    QVERIFY2(problem->sentence().contains("a.splits.h5 is cut short"), qPrintable(problem->sentence()));
    QVERIFY(m_session->open(m_first));
    QVERIFY(problem->sentence().isEmpty() && !problem->isVisible());
  }

  void aNoticeOfTheSplitAsksForOneAndGoesWithTheDataset() {
    m_page->show();
    QVERIFY(m_session->open(m_second));
    m_page->showSplitNotice("There is no split yet.");
    auto* notice = m_page->findChild<Banner*>("splitNotice");
    QVERIFY(notice->isVisible());
    const QSignalSpy asked(m_page.get(), &Page::splitRequested);
    titled<QPushButton>(*notice, "Draw and keep a split")->click();
    QCOMPARE(asked.count(), 1);
    QVERIFY(m_session->open(m_first));
    QVERIFY(!notice->isVisible() && notice->sentence().isEmpty());
  }

 private:
  SampleProject m_project;
  QString m_first;
  QString m_second;
  std::unique_ptr<Session> m_session;
  std::unique_ptr<JobRunner> m_runner;
  std::unique_ptr<CountingPage> m_page;
};

MASU_TEST(DatasetPageTest)
#include "dataset_page_test.moc"

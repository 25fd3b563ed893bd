#include "ui/pages/split_page.h"

#include <QCheckBox>
#include <QDir>
#include <QPushButton>
#include <QSpinBox>
#include <QTest>

#include "sample_project.h"
#include "ui/charts/ratio_bar.h"
#include "ui/charts/split_bar.h"
#include "ui/pages/split_page_form.h"
#include "ui/pages/split_page_plan.h"
#include "ui/widgets/banner.h"

using namespace masu;
using namespace masu::ui;

class SplitPageTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init() {
    m_project = std::make_unique<SampleProject>();
    MASU_TAKE(m_path, m_project->table(1500));
    m_session = std::make_unique<Session>();
    m_runner = std::make_unique<JobRunner>();
    QVERIFY(m_session->open(m_path));
    m_page = std::make_unique<SplitPage>(*m_session, *m_runner);
    m_page->resize(1096, 764);
    m_page->show();
    settle();
  }

  void cleanup() {
    m_page.reset();
    m_runner.reset();
    m_session.reset();
  }

  void previewsAndKeepsNothingUntilAsked() {
    QVERIFY(m_page->shown().has_value());
    QVERIFY(m_session->manifestInfo() == nullptr);
    m_page->triggerPrimary();
    settle();
    QVERIFY(m_session->manifestInfo() != nullptr);
    QCOMPARE(m_session->manifestInfo()->counts.test, m_page->shown()->counts.test);
    QCOMPARE(m_page->stepState(), QStringLiteral("80 10 10"));
  }

  void storesWhatItShowsAfterEveryEdit() {
    m_page->triggerPrimary();
    settle();
    auto* bar = m_page->findChild<RatioBar*>();
    QTest::keyClick(bar, Qt::Key_Left);
    settle();
    m_page->findChild<SplitForm*>()->seedField()->setValue(11);
    settle();
    MASU_TAKE(const auto stored, tasks::splitCounts(*m_session->dataset(), "default"));
    QCOMPARE(stored.counts.train, m_page->shown()->counts.train);
    QCOMPARE(stored.counts.train, std::uint64_t(1185));
    QCOMPARE(stored.perClass, m_page->shown()->perClass);
    const auto& rows = m_page->findChild<ClassBars*>()->rows();
    QCOMPARE(rows.size(), stored.perClass.size());
    QCOMPARE(rows[0].counts, stored.perClass[0]);
  }

  void movesCountsWhileAHandleIsDraggedAndStoresOnRelease() {
    m_page->triggerPrimary();
    settle();
    auto* bar = m_page->findChild<RatioBar*>();
    const std::uint64_t before = m_session->manifestInfo()->counts.train;
    const QPoint handle = bar->handleRect(0).center();
    QTest::mousePress(bar, Qt::LeftButton, {}, handle);
    QTest::mouseMove(bar, handle - QPoint(bar->width() / 10, 0));
    QVERIFY(bar->counts()[0] < before);
    QCOMPARE(m_session->manifestInfo()->counts.train, before);
    QTest::mouseRelease(bar, Qt::LeftButton, {}, handle - QPoint(bar->width() / 10, 0));
    settle();
    QVERIFY(m_session->manifestInfo()->counts.train < before);
    QCOMPARE(m_session->manifestInfo()->counts.train, bar->counts()[0]);
  }

  void undoesAndRedoesAnEdit() {
    m_page->triggerPrimary();
    settle();
    const std::uint64_t before = m_session->manifestInfo()->counts.train;
    QTest::keyClick(m_page->findChild<RatioBar*>(), Qt::Key_Left);
    settle();
    const std::uint64_t after = m_session->manifestInfo()->counts.train;
    QVERIFY(after != before);
    m_page->undo();
    settle();
    QCOMPARE(m_session->manifestInfo()->counts.train, before);
    m_page->redo();
    settle();
    QCOMPARE(m_session->manifestInfo()->counts.train, after);
  }

  void readsTheListsThatItWrote() {
    m_page->triggerPrimary();
    settle();
    const auto before = m_session->manifestInfo()->counts;
    QDir().mkpath(m_project->path(QStringLiteral("lists")));
    m_page->writeLists(m_project->path(QStringLiteral("lists")));
    settle();
    QVERIFY(QFile::exists(m_project->path(QStringLiteral("lists/train.csv"))));
    QTest::keyClick(m_page->findChild<RatioBar*>(), Qt::Key_Left);
    settle();
    QVERIFY(m_session->manifestInfo()->counts.train != before.train);
    m_page->readLists(m_project->path(QStringLiteral("lists")));
    settle();
    QCOMPARE(m_session->manifestInfo()->counts.train, before.train);
    QCOMPARE(m_session->manifestInfo()->counts.test, before.test);
  }

  void saysWhatIsWrongWithListsThatAreNotThere() {
    m_page->readLists(m_project->path(QStringLiteral("nowhere")));
    settle();
    QVERIFY(!m_page->findChild<Banner*>()->sentence().isEmpty());
    QVERIFY(m_session->manifestInfo() == nullptr);
  }

  void planComesBackFromItsDescription() {
    manifest::SplitPlan plan;
    plan.ratios = {0.6, 0.3, 0.1};
    plan.rules = {{store::Split::test, "_[0-4]\\.wav$"}};
    plan.stratify = true;
    plan.byGroup = true;
    plan.seed = 77;
    const auto back = planFrom(toQt(manifest::describe(plan)));
    QVERIFY(back.has_value());
    QCOMPARE(manifest::describe(*back), manifest::describe(plan));
    QVERIFY(!planFrom(QStringLiteral("read from lists")).has_value());
  }

 private:
  void settle() { QTRY_VERIFY_WITH_TIMEOUT(m_runner->jobs().empty() && !m_page->busy(), 20'000); }

  std::unique_ptr<SampleProject> m_project;
  QString m_path;
  std::unique_ptr<Session> m_session;
  std::unique_ptr<JobRunner> m_runner;
  std::unique_ptr<SplitPage> m_page;
};

QTEST_MAIN(SplitPageTest)
#include "split_page_test.moc"

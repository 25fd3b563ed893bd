// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/fit/page.h"

#include <QLabel>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>
#include <algorithm>

#include "tests/fixtures/page_texts.h"
#include "tests/fixtures/sample_project.h"
#include "tests/fixtures/test_group.h"
#include "ui/charts/figure/ledger_bar.h"
#include "ui/models/ledger_model.h"
#include "ui/pages/fit/view.h"
#include "ui/widgets/banner.h"

using namespace masu;
using namespace masu::ui;

namespace {

constexpr int kPatience = 60'000;

bool showsBars(const FitPage& page) {
  const auto bars = page.findChildren<LedgerBar*>();
  return std::any_of(bars.begin(), bars.end(), [](const LedgerBar* bar) { return bar->isVisible(); });
}

}  // namespace

class FitPageTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void showsNothingOfTheDatasetThatWasOpenBefore() {
    const SampleProject project;
    MASU_TAKE(const QString path, project.table(300));
    MASU_TAKE(const auto drawn, project.split(path));
    MASU_TAKE(const QString other, project.plainTable(200));
    Session session;
    JobRunner runner;
    QVERIFY(session.open(path));
    FitPage page(session, runner);
    page.resize(1096, 764);
    page.show();
    const auto* view = page.findChild<FitView*>();
    QTRY_VERIFY_WITH_TIMEOUT(runner.jobs().empty(), kPatience);
    if (!page.outcome()) QSKIP("masu-train is not installed here.");
    QVERIFY(view->model().rowCount() > 0);
    QVERIFY(!page.stepState().isEmpty());
    QVERIFY(showsBars(page) && says(page, "Traced at"));
    page.hide();
    QVERIFY(session.open(other));
    // Before anybody looks at the page again.
    QVERIFY2(page.stepState().isEmpty(), qPrintable(page.stepState()));
    QVERIFY(!session.estimate());
    page.show();
    QCOMPARE(view->model().rowCount(), 0);
    QVERIFY(!showsBars(page) && !says(page, "Traced at"));
    QTRY_VERIFY_WITH_TIMEOUT(runner.jobs().empty(), kPatience);
    const QString problem = page.findChild<Banner*>()->sentence();
    QVERIFY2(!problem.isEmpty(), "a dataset without a label cannot be trained on");
    QCOMPARE(view->model().rowCount(), 0);
    QVERIFY(!showsBars(page) && !page.outcome() && !session.estimate());
    QVERIFY2(page.verdict().contains("not known"), qPrintable(page.verdict()));
  }

  void forgetsWhatIsTracedTooLate() {
    const SampleProject project;
    MASU_TAKE(const QString path, project.table(300));
    MASU_TAKE(const auto drawn, project.split(path));
    MASU_TAKE(const QString other, project.plainTable(200));
    Session session;
    JobRunner runner;
    QVERIFY(session.open(path));
    FitPage page(session, runner);
    page.show();
    QVERIFY(!runner.jobs().empty());
    page.hide();
    QVERIFY(session.open(other));
    QTRY_VERIFY_WITH_TIMEOUT(runner.jobs().empty(), kPatience);
    QVERIFY(!session.estimate() && !page.outcome());
    QVERIFY(drawn.counts.train > 0);
    // The trace itself gives something to forget.
    QVERIFY(session.open(path));
    page.show();
    QTRY_VERIFY_WITH_TIMEOUT(runner.jobs().empty(), kPatience);
    if (!page.outcome()) QSKIP("masu-train is not installed here.");
    QVERIFY(session.estimate().has_value());
  }

  void saysThatThereIsNoSplitAndOffersOne() {
    const SampleProject project;
    MASU_TAKE(const QString path, project.table(300));
    Session session;
    JobRunner runner;
    QVERIFY(session.open(path));
    FitPage page(session, runner);
    page.resize(1096, 764);
    page.show();
    auto* notice = page.findChild<Banner*>(QStringLiteral("splitNotice"));
    QVERIFY2(notice->sentence().contains("no split yet"), qPrintable(notice->sentence()));
    QSignalSpy wanted(&page, &Page::splitRequested);
    for (auto* button : notice->findChildren<QPushButton*>()) QTest::mouseClick(button, Qt::LeftButton);
    QCOMPARE(wanted.count(), 1);
    QTRY_VERIFY_WITH_TIMEOUT(runner.jobs().empty(), kPatience);
    QVERIFY(notice->isVisible());
    if (!page.outcome()) QSKIP("masu-train is not installed here.");
    QVERIFY(says(page, "Over all 300 sample(s) an epoch would take"));
    QVERIFY(says(page, "</b> needed, of "));  // of the disk, and not "free"
    MASU_TAKE(const auto drawn, project.split(path));
    QVERIFY(session.open(path));
    QVERIFY(notice->isHidden());
    QTRY_VERIFY_WITH_TIMEOUT(runner.jobs().empty(), kPatience);
    QVERIFY(says(page, "step(s) over 240 sample(s)"));
  }
};

MASU_TEST(FitPageTest)
#include "fit_page_test.moc"

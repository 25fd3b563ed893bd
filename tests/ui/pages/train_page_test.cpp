#include "ui/pages/train_page.h"

#include <QFile>
#include <QLineEdit>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTest>

#include "core/tasks/train_task.h"
#include "sample_project.h"
#include "ui/charts/metric_chart.h"
#include "ui/pages/fit_page.h"
#include "ui/pages/fit_page_measured.h"
#include "ui/pages/fit_page_view.h"
#include "ui/pages/train_page_form.h"
#include "ui/pages/train_page_history.h"
#include "ui/pages/train_page_outlook.h"
#include "ui/text/format.h"
#include "ui/widgets/banner.h"

using namespace masu;
using namespace masu::ui;

class TrainPageTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void asksForASplitFirst() {
    const SampleProject project;
    MASU_TAKE(const QString path, project.table(300));
    Session session;
    JobRunner runner;
    QVERIFY(session.open(path));
    TrainPage page(session, runner);
    page.show();
    QVERIFY(page.findChild<Banner*>()->sentence().contains(QStringLiteral("Split")));
  }

  void chartsTheRunOfTheSession() {
    const SampleProject project;
    MASU_TAKE(const QString path, project.table(300));
    MASU_TAKE(const auto drawn, project.split(path));
    Session session;
    JobRunner runner;
    QVERIFY(session.open(path));
    auto log = std::make_shared<metrics::RunLog>();
    log->add(metrics::RunStarted{0, "mlp", 1000, 3, 10});
    for (int epoch = 1; epoch <= 3; ++epoch) {
      log->add(metrics::EpochDone{0, epoch, {1.0 / epoch, 0.5}, {1.1 / epoch, 0.6}, 1.0, {}});
    }
    metrics::RunSpec spec;
    spec.dataset = session.dataset()->path();
    spec.models = {"mlp"};
    session.setRun(spec, log);
    TrainPage page(session, runner);
    page.resize(1096, 764);
    page.show();
    QCOMPARE(page.runs().rowCount(), 1);
    QCOMPARE(page.runs().index(0, RunTableModel::kEpoch).data().toString(), QStringLiteral("3 / 3"));
    const auto charts = page.findChildren<MetricChart*>();
    QCOMPARE(charts.size(), 2);
    QCOMPARE(charts.front()->pointsDrawn(1), std::size_t(3));
  }

  void foretellsTheStream() {
    const SampleProject project;
    MASU_TAKE(const QString path, project.table(3000));
    MASU_TAKE(const auto drawn, project.split(path));
    Session session;
    JobRunner runner;
    QVERIFY(session.open(path));
    TrainPage page(session, runner);
    page.resize(1096, 764);
    page.show();
    TrainOutlook* outlook = page.form().outlook();
    QVERIFY(!outlook->isVisibleTo(&page));
    QTRY_VERIFY_WITH_TIMEOUT(outlook->isVisibleTo(&page), 30'000);
    // All of it fits into memory.
    QVERIFY2(outlook->sentence().contains(QStringLiteral("as good as random")), qPrintable(outlook->sentence()));
    page.form().augmentField()->setText(QStringLiteral("nonsense=1"));
    Q_EMIT page.form().streamEdited();
    QTRY_VERIFY_WITH_TIMEOUT(!outlook->isVisibleTo(&page), 30'000);
  }

  void saysInWordsWhenThereIsNoWorkerOrTrainsToTheEnd() {
    const SampleProject project;
    MASU_TAKE(const QString path, project.table(600));
    MASU_TAKE(const auto drawn, project.split(path));
    Session session;
    JobRunner runner;
    QVERIFY(session.open(path));
    TrainPage page(session, runner);
    page.resize(1096, 764);
    page.show();
    page.form().epochsField()->setValue(2);
    page.start();
    QVERIFY(page.live());
    QTRY_VERIFY_WITH_TIMEOUT(!page.live(), 120'000);
    const QString sentence = page.findChild<Banner*>()->sentence();
    if (!sentence.isEmpty()) {
      QVERIFY2(sentence.contains(QStringLiteral("masu-train")), qPrintable(sentence));
      QSKIP("masu-train is not installed here: the page said so.");
    }
    QCOMPARE(page.runs().index(0, RunTableModel::kEpoch).data().toString(), QStringLiteral("2 / 2"));
    QVERIFY(page.runs().index(0, RunTableModel::kTestAccuracy).data().toDouble() > 0.5);
    QVERIFY(session.runLog() != nullptr);
    QVERIFY(QFile::exists(project.path(QStringLiteral("census.runs/run-0001/events.jsonl"))));
  }

  void namesRunFoldersInOrder() {
    const QTemporaryDir folder;
    const std::filesystem::path runs = pathFrom(folder.filePath(QStringLiteral("x.runs")));
    QCOMPARE(freeRunFolder(runs).filename(), std::filesystem::path("run-0001"));
    std::filesystem::create_directories(runs / "run-0001");
    QCOMPARE(freeRunFolder(runs).filename(), std::filesystem::path("run-0002"));
    Progress progress;
    const auto history = readHistory(runs, {{}, progress});
    QVERIFY(history.has_value() && history->empty());
  }

  void measuredStepsStandBesideThePrediction() {
    FitMeasured measured;
    QVERIFY(measured.isHidden());
    using Unit = estimate::Compared::Unit;
    measured.setRows({{"loader", "Loader", Unit::bytes, 60e6, 50e6}, {"step_seconds", "A step", Unit::seconds, 1, 2}});
    QVERIFY(!measured.isHidden());
    QCOMPARE(measured.text(0, 0), QStringLiteral("Loader"));
    QCOMPARE(measured.text(0, 1), formatBytes(60'000'000));
    QCOMPARE(measured.text(0, 3), QLatin1Char('+') + formatPercent(0.2));
    QCOMPARE(measured.text(1, 2), formatDuration(2));
    QCOMPARE(measured.text(1, 3), formatPercent(-0.5));
    measured.setRows({});
    QVERIFY(measured.isHidden());
    QCOMPARE(measured.text(0, 0), QString());
  }

  void measuresAStepOnTheFitPage() {
    const SampleProject project;
    MASU_TAKE(const QString path, project.table(600));
    MASU_TAKE(const auto drawn, project.split(path));
    qputenv("XDG_DATA_HOME", project.path(QStringLiteral("kept")).toUtf8());
    Session session;
    JobRunner runner;
    QVERIFY(session.open(path));
    FitPage page(session, runner);
    page.show();
    constexpr int kPatience = 120'000;
    QTRY_VERIFY_WITH_TIMEOUT(page.outcome() || !page.findChild<Banner*>()->sentence().isEmpty(), kPatience);
    if (!page.outcome()) QSKIP("masu-train is not installed here: the page said so.");
    QVERIFY(page.measured().isHidden());
    page.measure();
    QTRY_VERIFY_WITH_TIMEOUT(page.outcome()->measurement.has_value(), kPatience);
    QVERIFY(page.measured().isVisible());
    QVERIFY(!page.measured().text(5, 2).isEmpty());
    QVERIFY(page.outcome()->corrected);
  }

  void verdictSaysWhetherItFitsAndByHowMuch() {
    estimate::LedgerInput input;
    input.models.resize(2);
    input.hostMemory = {8'000'000'000};
    input.diskFree = {8'000'000'000};
    estimate::Ledger ledger;
    ledger.host = {6'200'000'000};
    ledger.fits = true;
    QVERIFY(verdictOf(input, ledger).contains(QStringLiteral("Both models fit")));
    QVERIFY(verdictOf(input, ledger).contains(QStringLiteral("1.80\u00A0GB")));
    ledger.host = {9'000'000'000};
    ledger.fits = false;
    QVERIFY(verdictOf(input, ledger).contains(QStringLiteral("1.00\u00A0GB more memory")));
  }
};

QTEST_MAIN(TrainPageTest)
#include "train_page_test.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
#include <QAbstractButton>
#include <QAbstractItemModelTester>
#include <QAction>
#include <QCheckBox>
#include <QComboBox>
#include <QFile>
#include <QFileInfo>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSettings>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>
#include <algorithm>
#include <cmath>
#include <fstream>

#include "core/tasks/train/train_task.h"
#include "tests/fixtures/drawn_points.h"
#include "tests/fixtures/page_texts.h"
#include "tests/fixtures/sample_project.h"
#include "tests/fixtures/test_group.h"
#include "ui/charts/figure/confusion_matrix.h"
#include "ui/charts/figure/metric_chart.h"
#include "ui/charts/figure/sparkline.h"
#include "ui/models/worst_predictions_model.h"
#include "ui/pages/common/receipt_dialog.h"
#include "ui/pages/fit/measured.h"
#include "ui/pages/fit/page.h"
#include "ui/pages/fit/view.h"
#include "ui/pages/train/charts.h"
#include "ui/pages/train/forecast.h"
#include "ui/pages/train/form.h"
#include "ui/pages/train/labels.h"
#include "ui/pages/train/page.h"
#include "ui/pages/train/rates.h"
#include "ui/pages/train/runs.h"
#include "ui/text/format.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/segments.h"

using namespace masu;
using namespace masu::ui;

class TrainPageTest : public QObject {
  Q_OBJECT

 private:
  QTemporaryDir m_settings;

  /// What a run of so many epochs leaves of itself, without its checkpoints.
  static void writeRun(const std::filesystem::path& folder, const std::vector<std::string>& models, int epochs) {
    std::filesystem::create_directories(folder);
    metrics::RunSpec spec;
    spec.models = models;
    spec.epochs = epochs;
    spec.learningRates = {0.25};
    spec.out = folder;
    std::ofstream(folder / "spec.json") << metrics::toJson(spec);
    std::ofstream log(folder / "events.jsonl");
    for (int run = 0; run < static_cast<int>(models.size()); ++run) {
      log << metrics::toJsonLine(metrics::RunStarted{run, models[static_cast<std::size_t>(run)], 1000, epochs, 10})
          << "\n";
      for (int epoch = 1; epoch <= epochs; ++epoch) {
        metrics::StepDone step;
        step.run = run;
        step.epoch = epoch;
        step.step = static_cast<std::uint64_t>(10 * epoch);
        step.loss = 1.0 / epoch;
        step.memoryBytes = 1'000'000;
        log << metrics::toJsonLine(step) << "\n";
        log << metrics::toJsonLine(metrics::EpochDone{run, epoch, {1.0 / epoch, 0.5}, {1.1 / epoch, 0.6}, 1.0, {}})
            << "\n";
      }
      log << metrics::toJsonLine(
                 metrics::RunTested{run, {0.5, 0.7}, {1, 2, 3, 4}, "best.pt", {{3, 4.5, 1, 0}, {7, 2.5, 0, 1}}})
          << "\n";
    }
  }

  static std::vector<int> charted(const TrainPage& page) {
    std::vector<int> colours;
    for (const RunTableModel::Run& run : page.runs().runs()) colours.push_back(run.colour);
    return colours;
  }

 private Q_SLOTS:
  void initTestCase() {
    QSettings::setDefaultFormat(QSettings::IniFormat);
    QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, m_settings.path());
    QCoreApplication::setOrganizationName("Masu");
  }

  void asksForASplitFirst() {
    const SampleProject project;
    MASU_TAKE(const QString path, project.table(300));
    Session session;
    JobRunner runner;
    QVERIFY(session.open(path));
    TrainPage page(session, runner);
    page.show();
    auto* notice = page.findChild<Banner*>(QStringLiteral("splitNotice"));
    QVERIFY2(notice->sentence().contains(QStringLiteral("no split yet")), qPrintable(notice->sentence()));
    QSignalSpy wanted(&page, &Page::splitRequested);
    for (auto* button : notice->findChildren<QPushButton*>()) QTest::mouseClick(button, Qt::LeftButton);
    QCOMPARE(wanted.count(), 1);
    MASU_TAKE(const auto drawn, project.split(path));
    QVERIFY(session.open(path));
    QVERIFY(notice->isHidden());
  }

  void asksForTheLossOfValuesAndTheWeightsOfClasses() {
    TrainForm form;
    metrics::RunSpec spec;
    auto* loss = named<QComboBox>(form, "Loss");
    auto* weights = named<QComboBox>(form, "Class weights");
    form.setPredictsValues(true);
    QVERIFY(weights->isHidden());
    loss->setCurrentIndex(loss->findData(QStringLiteral("huber")));
    form.fill(spec);
    QCOMPARE(spec.loss, std::string("huber"));
    form.setPredictsValues(false);
    QVERIFY(loss->isHidden());
    weights->setCurrentIndex(weights->findData(QStringLiteral("balanced")));
    spec = {};
    form.fill(spec);
    QCOMPARE(spec.classWeights, std::string("balanced"));
    QVERIFY(spec.loss.empty());
    QVERIFY(!spec.calibrate);
    auto* calibration = named<QCheckBox>(form, "Calibration");
    calibration->click();
    form.fill(spec);
    QVERIFY(spec.calibrate);
    QVERIFY(trainCommand(spec, "run", {}).contains(QStringLiteral(" --calibrate ")));
    // Values have no probabilities.
    form.setPredictsValues(true);
    form.fill(spec);
    QVERIFY(!spec.calibrate && !calibration->isEnabled());
    form.setPredictsValues(false);
    // What the program was asked for goes on as it was.
    spec.classWeights = "1,2.5";
    spec.clip = 2;
    form.take(spec);
    metrics::RunSpec again;
    form.fill(again);
    QCOMPARE(again.classWeights, spec.classWeights);
    QCOMPARE(again.clip, 2.0);
  }

  void ofValuesTheChartsShowR2() {
    metrics::RunSummary run;
    run.model = "mlp";
    for (int epoch = 1; epoch <= 3; ++epoch) {
      metrics::EpochDone done;
      done.epoch = epoch;
      done.train.loss = done.validation.loss = 2.0;
      done.train.r2 = 0.5;
      done.validation.r2 = 0.25;
      run.epochs.push_back(done);
    }
    TrainCharts charts;
    charts.setPredictsValues(true);
    charts.update({{QStringLiteral("mlp"), run}});
    QCOMPARE(pointsDrawn(charts.accuracy(), 1), std::size_t{3});
    charts.setPredictsValues(false);
    charts.update({{QStringLiteral("mlp"), run}});
    QCOMPARE(pointsDrawn(charts.accuracy(), 1), std::size_t{0});
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
    QCOMPARE(pointsDrawn(*charts.front(), 1), std::size_t(3));
  }

  void earlierRunsAreComparedReopenedAndDeleted() {
    const SampleProject project;
    MASU_TAKE(const QString path, project.table(300));
    MASU_TAKE(const auto drawn, project.split(path));
    const std::filesystem::path folder = pathFrom(project.path(QStringLiteral("census.runs")));
    writeRun(folder / "run-0001", {"mlp", "linear"}, 3);
    writeRun(folder / "run-0002", {"linear"}, 5);
    Session session;
    JobRunner runner;
    QVERIFY(session.open(path));
    TrainPage page(session, runner);
    page.resize(1096, 764);
    page.show();
    QTRY_COMPARE_WITH_TIMEOUT(page.runs().rowCount(), 3, 30'000);
    // The latest alone; the other with both of its models; any of them together.
    QTRY_COMPARE(charted(page), (std::vector<int>{0, -1, -1}));
    QVERIFY(page.charts().memory().values().size() > 1);
    page.table().choose({1});
    QCOMPARE(charted(page), (std::vector<int>{-1, 0, 1}));
    page.table().choose({0, 2});
    QCOMPARE(charted(page), (std::vector<int>{0, -1, 1}));

    page.table().makeCurrent(1);
    page.form().showFixed({}, false);
    QTest::mouseClick(titled<QPushButton>(page, QStringLiteral("New run from this")), Qt::LeftButton);
    QVERIFY(!page.form().showsFixed());
    QCOMPARE(named<QSpinBox>(page, "Epochs")->value(), 3);
    QCOMPARE(named<QLineEdit>(page, "Learning rate")->text(), QStringLiteral("0.25"));
    QVERIFY(titled<QCheckBox>(page, QStringLiteral("linear"))->isChecked());

    page.deleteCurrent();
    QTRY_COMPARE_WITH_TIMEOUT(page.runs().rowCount(), 1, 30'000);
    QVERIFY(!std::filesystem::exists(folder / "run-0001"));
    QVERIFY(std::filesystem::exists(folder / "run-0002" / "events.jsonl"));
  }

  void theChosenRunIsOpenForOtherPages() {
    const SampleProject project;
    MASU_TAKE(const QString path, project.table(300));
    MASU_TAKE(const auto drawn, project.split(path));
    MASU_TAKE(const QString other, project.plainTable(300));
    const std::filesystem::path folder = pathFrom(project.path(QStringLiteral("census.runs")));
    writeRun(folder / "run-0001", {"mlp", "linear"}, 3);
    writeRun(folder / "run-0002", {"linear"}, 5);
    Session session;
    JobRunner runner;
    QVERIFY(session.open(path));
    TrainPage page(session, runner);
    page.show();
    const auto open = [&] { return session.openRun().filename().string(); };
    QTRY_COMPARE_WITH_TIMEOUT(open(), std::string("run-0002"), 30'000);
    page.table().makeCurrent(1);
    QCOMPARE(open(), std::string("run-0001"));
    // A run that is deleted is not open any more, and no run of another dataset is.
    page.deleteCurrent();
    QTRY_COMPARE_WITH_TIMEOUT(page.runs().rowCount(), 1, 30'000);
    QCOMPARE(open(), std::string("run-0002"));
    QVERIFY(titled<QPushButton>(page, QStringLiteral("Receipt…"))->isEnabled());
    QVERIFY(session.open(other));
    QVERIFY(session.openRun().empty());
    QVERIFY(session.open(path));
    QTRY_COMPARE_WITH_TIMEOUT(open(), std::string("run-0002"), 30'000);
    page.deleteCurrent();
    QTRY_COMPARE_WITH_TIMEOUT(page.runs().rowCount(), 0, 30'000);
    QVERIFY(session.openRun().empty());
    QVERIFY(!titled<QPushButton>(page, QStringLiteral("Receipt…"))->isEnabled());
  }

  void runsThatAreReadTooLateSayNothingOfAnotherDataset() {
    const SampleProject project;
    MASU_TAKE(const QString path, project.table(300));
    MASU_TAKE(const QString other, project.plainTable(200));
    writeRun(pathFrom(project.path(QStringLiteral("census.runs"))) / "run-0001", {"mlp"}, 2);
    Session session;
    JobRunner runner;
    QVERIFY(session.open(path));
    TrainPage page(session, runner);
    page.show();
    QVERIFY(!runner.jobs().empty());
    page.hide();
    QVERIFY(session.open(other));
    QTRY_VERIFY_WITH_TIMEOUT(runner.jobs().empty(), 30'000);
    QCOMPARE(session.recentFiles().front().path, QFileInfo(other).absoluteFilePath());
    QCOMPARE(session.recentFiles().front().state, QString());
    // They are read again when somebody looks.
    QVERIFY(session.open(path));
    page.show();
    QTRY_VERIFY_WITH_TIMEOUT(!session.recentFiles().front().state.isEmpty(), 30'000);
    QCOMPARE(page.runs().rowCount(), 1);
  }

  void aReceiptThatIsMissingOrDamagedIsASentence() {
    const SampleProject project;
    MASU_TAKE(const QString path, project.table(300));
    MASU_TAKE(const auto drawn, project.split(path));
    const std::filesystem::path run = pathFrom(project.path(QStringLiteral("census.runs"))) / "run-0001";
    writeRun(run, {"mlp"}, 2);
    Session session;
    JobRunner runner;
    QVERIFY(session.open(path));
    TrainPage page(session, runner);
    page.show();
    QTRY_COMPARE_WITH_TIMEOUT(page.runs().rowCount(), 1, 30'000);
    QTest::mouseClick(titled<QPushButton>(page, QStringLiteral("Receipt…")), Qt::LeftButton);
    const auto* missing = page.findChild<ReceiptDialog*>();
    QVERIFY(missing != nullptr && missing->isVisible());
    QTRY_VERIFY(!missing->busy());
    QVERIFY2(bannerOf(*missing).contains(QStringLiteral("There is no receipt in")), qPrintable(bannerOf(*missing)));
    QVERIFY(!titled<QPushButton>(*missing, QStringLiteral("Check"))->isEnabled());
    QVERIFY(!titled<QPushButton>(*missing, QStringLiteral("Copy as JSON"))->isEnabled());
    // From the palette, which has the actions of the page.
    std::ofstream(run / "receipt.json") << "{";
    const auto actions = page.actions();
    const auto receipt = std::ranges::find(actions, QStringLiteral("Receipt of the chosen run"), &QAction::text);
    QVERIFY(receipt != actions.end());
    (*receipt)->trigger();
    const auto* damaged = page.findChildren<ReceiptDialog*>().last();
    QTRY_VERIFY(!damaged->busy());
    QVERIFY2(bannerOf(*damaged).contains(QStringLiteral("receipt.json is damaged")), qPrintable(bannerOf(*damaged)));
  }

  void opensTheWorstPredictions() {
    const SampleProject project;
    MASU_TAKE(const QString path, project.table(300));
    MASU_TAKE(const auto drawn, project.split(path));
    writeRun(pathFrom(project.path(QStringLiteral("census.runs"))) / "run-0001", {"mlp"}, 2);
    Session session;
    JobRunner runner;
    QVERIFY(session.open(path));
    TrainPage page(session, runner);
    page.resize(1096, 764);
    page.show();
    WorstPredictionsModel& worst = page.table().worst();
    const QAbstractItemModelTester tester(&worst, QAbstractItemModelTester::FailureReportingMode::QtTest);
    QTRY_COMPARE_WITH_TIMEOUT(worst.rowCount(), 2, 30'000);
    QCOMPARE(worst.index(0, WorstPredictionsModel::kLoss).data().toString(), formatNumber(4.5));
    QCOMPARE(worst.index(0, WorstPredictionsModel::kTruth).data().toString(),
             toQt(session.dataset()->meta().classes.at(1)));
    QSignalSpy opened(&page, &TrainPage::sampleOpened);
    auto* view = named<QTableView>(page, "Worst predictions");
    view->setCurrentIndex(worst.index(1, 0));
    QTest::keyClick(view, Qt::Key_Return);
    QCOMPARE(opened.size(), 1);
    QCOMPARE(opened[0][0].toULongLong(), 7ULL);
    // A cell of the matrix shows those of its mistake.
    auto* matrix = page.findChild<ConfusionMatrix*>();
    Q_EMIT matrix->cellActivated(0, 1);
    QVERIFY(view->isVisible());
    QCOMPARE(worst.rowCount(), 1);
    QCOMPARE(worst.sampleAt(0), std::uint64_t{7});
    Q_EMIT matrix->cellActivated(1, 1);
    QCOMPARE(worst.rowCount(), 0);
  }

  void showsTheFiguresOfEachClass() {
    const SampleProject project;
    MASU_TAKE(const QString path, project.table(300));
    MASU_TAKE(const auto drawn, project.split(path));
    writeRun(pathFrom(project.path(QStringLiteral("census.runs"))) / "run-0001", {"mlp"}, 2);
    Session session;
    JobRunner runner;
    QVERIFY(session.open(path));
    TrainPage page(session, runner);
    page.resize(1096, 764);
    page.show();
    auto* view = named<QTableView>(page, "Figures of each class");
    QTRY_COMPARE_WITH_TIMEOUT(view->model()->rowCount(), 2, 30'000);
    QVERIFY(!view->isVisible());
    const auto buttons = page.findChildren<QAbstractButton*>();
    const auto classes = std::ranges::find(buttons, QStringLiteral("Classes"), &QAbstractButton::text);
    QVERIFY(classes != buttons.end());
    QTest::mouseClick(*classes, Qt::LeftButton);
    QVERIFY(view->isVisible());
    // F1 of 2/7 against 8/13.
    QCOMPARE(view->model()->index(0, 0).data().toString(), toQt(session.dataset()->meta().classes.at(0)));
  }

  void takesTheLearningRateThatIsFound() {
    TrainForm form;
    form.setModels({"mlp", "linear"}, {});
    form.rates()->showCurves({{"mlp", {{1e-3, 2}, {1e-2, 1}, {1e-1, 3}}, 1e-3}, {"linear", {{1e-3, 2}}, 5e-4}});
    QCOMPARE(form.rates()->suggested(), 5e-4);
    Q_EMIT form.rates()->taken(form.rates()->suggested());
    auto* rate = named<QLineEdit>(form, "Learning rate");
    QCOMPARE(rate->text(), QStringLiteral("0.0005"));
    enter(rate, "0.1, 0.01");
    metrics::RunSpec spec;
    form.fill(spec);
    QCOMPARE(spec.learningRates, (std::vector<double>{0.1, 0.01}));
    QVERIFY(form.complete());
    for (const char* nonsense : {"fast", "0.1;0.2", "-1", "0", "1e999"}) {
      enter(rate, nonsense);
      QVERIFY2(!form.complete(), nonsense);
    }
    form.rates()->showCurves({{"mlp", {{1e-3, 2}}, metrics::kAbsent}});
    QVERIFY(std::isnan(form.rates()->suggested()));
  }

  void forecastsTheStream() {
    const SampleProject project;
    MASU_TAKE(const QString path, project.table(3000));
    MASU_TAKE(const auto drawn, project.split(path));
    Session session;
    JobRunner runner;
    QVERIFY(session.open(path));
    TrainPage page(session, runner);
    page.resize(1096, 764);
    page.show();
    TrainForecast* forecast = page.form().forecast();
    QVERIFY(!forecast->isVisibleTo(&page));
    QTRY_VERIFY_WITH_TIMEOUT(forecast->isVisibleTo(&page), 30'000);
    // All of it fits into memory.
    const QString sentence = forecast->sentence();
    QVERIFY2(sentence.contains(QStringLiteral("good as a random shuffle")), qPrintable(sentence));
    enter(named<QLineEdit>(page, "Vary samples"), "nonsense=1");
    QTRY_VERIFY_WITH_TIMEOUT(!forecast->isVisibleTo(&page), 30'000);
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
    page.setPaused(true);
    QCOMPARE(page.stepState(), QStringLiteral("paused"));
    page.setPaused(false);
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

  void aRunGoesOnWhileAnotherDatasetIsOpen() {
    const SampleProject project;
    MASU_TAKE(const QString path, project.table(600));
    MASU_TAKE(const auto drawn, project.split(path));
    MASU_TAKE(const QString other, project.recordings(40));
    Session session;
    JobRunner runner;
    QVERIFY(session.open(path));
    TrainPage page(session, runner);
    page.resize(1096, 764);
    page.show();
    page.form().epochsField()->setValue(100'000);
    page.start();
    QTRY_VERIFY_WITH_TIMEOUT(!page.live() || page.runs().rowCount() == 1, 60'000);
    if (!page.live()) QSKIP("masu-train is not installed here.");
    QVERIFY(session.open(other));
    const QString sentence = page.findChild<Banner*>()->sentence();
    QVERIFY2(sentence.contains(QStringLiteral("A run on <b>census</b> is in progress")), qPrintable(sentence));
    QCOMPARE(page.stepState(), QStringLiteral("1 live"));
    QTest::qWait(600);  // charts refresh meanwhile
    QCOMPARE(page.runs().rowCount(), 0);
    QVERIFY(page.live());
    // It is there again where it belongs.
    QVERIFY(session.open(path));
    QTRY_COMPARE(page.runs().rowCount(), 1);
    QVERIFY(page.form().showsFixed());
    QVERIFY(session.runLog() != nullptr);
    QVERIFY(session.open(other));
    page.stop();
    QTRY_VERIFY_WITH_TIMEOUT(!page.live(), 60'000);
    QCOMPARE(page.runs().rowCount(), 0);
    QVERIFY(page.stepState().isEmpty());
  }

  void chartsLeaveTheMetersFreeInASmallWindow() {
    const SampleProject project;
    MASU_TAKE(const QString path, project.table(300));
    Session session;
    JobRunner runner;
    QVERIFY(session.open(path));
    TrainPage page(session, runner);
    page.resize(1024 - size::kStepBarFolded, 640 - size::kJobStrip);
    page.show();  // with the notice that there is no split
    QVERIFY(QTest::qWaitForWindowExposed(&page));
    const auto placeOf = [&](const QWidget* part) { return QRect(part->mapTo(&page, QPoint()), part->size()); };
    const auto meters = page.findChildren<Sparkline*>();
    QVERIFY(!meters.isEmpty());
    for (const auto* chart : page.findChildren<MetricChart*>()) {
      for (const Sparkline* meter : meters) QVERIFY(!placeOf(chart).intersects(placeOf(meter)));
    }
    for (const Sparkline* meter : meters) QVERIFY(!placeOf(meter).intersects(placeOf(&page.table())));
  }

  void measuredStepsAreBesideTheEstimate() {
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

    // As stored in fewer bytes a value, the same run takes less.
    const auto types = page.findChild<Segments*>();
    QVERIFY(types != nullptr && types->isVisible());
    QCOMPARE(types->button(types->current())->text(), QStringLiteral("f32"));
    const auto diskAt = [&](int type) {
      types->button(type)->click();
      return page.outcome()->ledger.disk.value;
    };
    const std::uint64_t asFloats = diskAt(1);
    QVERIFY(diskAt(2) < asFloats);
    QVERIFY(diskAt(3) < diskAt(2));
    QCOMPARE(diskAt(1), asFloats);

    const auto fields = page.findChildren<QSpinBox*>();
    const auto copies = std::find_if(fields.begin(), fields.end(),
                                     [](const QSpinBox* field) { return field->prefix().startsWith(u'×'); });
    QVERIFY(copies != fields.end());
    const std::uint64_t one = page.outcome()->ledger.host.value;
    const estimate::ModelFootprint& model = page.outcome()->input.models.front();
    (*copies)->setValue(3);
    // Weights, gradients and two moments of two more; they take turns at a batch.
    QVERIFY(page.outcome()->ledger.host.value >=
            one + 2 * (4 * model.parameterBytes + model.bufferBytes + model.scoreBytes));
    QCOMPARE(page.outcome()->input.models.size(), std::size_t{1});
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

MASU_TEST(TrainPageTest)
#include "train_page_test.moc"

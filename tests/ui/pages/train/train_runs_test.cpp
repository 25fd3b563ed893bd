// SPDX-License-Identifier: GPL-3.0-or-later
#include <QAbstractItemModelTester>
#include <QLabel>
#include <QTest>

#include "tests/fixtures/page_texts.h"
#include "tests/fixtures/test_group.h"
#include "ui/charts/figure/confusion_matrix.h"
#include "ui/charts/figure/residual_plot.h"
#include "ui/pages/train/runs.h"
#include "ui/widgets/segments.h"

using namespace masu;
using namespace masu::ui;

class TrainRunsTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void theTemperatureIsBesideTheFiguresOfClasses() {
    metrics::RunSummary run;
    run.model = "mlp";
    run.tested = true;
    run.confusion = {9, 1, 2, 8};
    run.test.accuracy = 0.85;
    RunTableModel runs;
    TrainRuns table(runs);
    table.findChild<Segments*>()->setCurrent(2);  // the figures of each class
    const auto show = [&](const std::optional<metrics::Temperature>& temperature) {
      run.temperature = temperature;
      runs.setRuns({{run, RunTableModel::State::done, 0, {}, false}});
      table.refresh();
    };
    show({});
    QVERIFY(!says(table, QStringLiteral("temperature")));
    show(metrics::Temperature{1.25, 1500, 1500, 0.75, 0.625});
    QVERIFY(says(table, QStringLiteral("mlp, temperature 1.250, by 1,500 validation samples")));
    show(metrics::Temperature{.samples = 1500, .outOf = 1500});
    QVERIFY(says(table, QStringLiteral("no class is rated above the true one")));
    show(metrics::Temperature{.outOf = 1500});
    QVERIFY(says(table, QStringLiteral("no output is a finite number")));
  }

  void theThresholdIsBelowTheFiguresOfClasses() {
    metrics::RunSummary run;
    run.model = "mlp";
    run.tested = true;
    run.confusion = {9, 1, 2, 8};
    run.test.accuracy = 0.85;
    RunTableModel runs;
    TrainRuns table(runs);
    table.findChild<Segments*>()->setCurrent(2);  // the figures of each class
    const auto show = [&] {
      runs.setRuns({{run, RunTableModel::State::done, 0, {}, false}});
      table.refresh();
    };
    show();
    QVERIFY(!says(table, QStringLiteral("Threshold")));
    run.threshold = {0.25, 0.75, 1500, {8, 2, 0, 10}};
    show();
    QVERIFY(says(table, QStringLiteral("Threshold 0.25, chosen on 1,500 validation samples (F1 0.750): F1 of the "
                                       "second class 0.909, without it 0.842")));
    QVERIFY(!says(table, QStringLiteral("the very samples")));
    run.test = {};
    show();
    QVERIFY(says(table, QStringLiteral("the very samples that it was chosen on")));
  }

  void runsThatPredictValuesShowR2() {
    metrics::RunSummary run;
    run.model = "mlp";
    run.tested = true;
    for (int epoch = 1; epoch <= 3; ++epoch) {
      metrics::EpochDone done;
      done.epoch = epoch;
      done.train.loss = done.validation.loss = 2.0;
      done.train.r2 = 0.5;
      done.validation.r2 = 0.25;
      run.epochs.push_back(done);
    }
    run.test.r2 = 0.125;
    run.test.rmse = 13.1;
    run.test.mae = 10.5;
    run.baseline.rmse = 25.5;
    run.nearest.rmse = 17.25;
    run.points = {{10, 4}, {8, 9}};
    RunTableModel runs;
    const QAbstractItemModelTester tester(&runs);
    runs.setPredictsValues(true);
    TrainRuns table(runs);
    runs.setRuns({{run, RunTableModel::State::done, 0, {}, false}});
    table.refresh();
    QCOMPARE(runs.index(0, RunTableModel::kValidationAccuracy).data().toString(), QStringLiteral("0.250"));
    QCOMPARE(runs.index(0, RunTableModel::kTestAccuracy).data().toString(), QStringLiteral("0.125"));
    QVERIFY(runs.headerData(RunTableModel::kTestAccuracy, Qt::Horizontal, Qt::DisplayRole)
                .toString()
                .contains(QStringLiteral("R²")));
    bool shown = false;
    for (const auto* label : table.findChildren<QLabel*>()) shown = shown || label->text().contains("RMSE 13.1");
    QVERIFY(shown);
    QVERIFY(says(table, QStringLiteral("RMSE 25.5")));
    const auto* residuals = table.findChild<ResidualPlot*>();
    QVERIFY(residuals != nullptr && !residuals->isHidden() && table.findChild<ConfusionMatrix*>()->isHidden());
    QVERIFY2(residuals->accessibleDescription().contains("off by 6"), qPrintable(residuals->accessibleDescription()));
    QVERIFY(says(table, QStringLiteral("nearest sample: RMSE 17.3")) && !says(table, QStringLiteral("ridge")));
  }
};

MASU_TEST(TrainRunsTest)
#include "train_runs_test.moc"

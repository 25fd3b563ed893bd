// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tasks/report/model_report.h"

#include <QTemporaryDir>
#include <QTest>
#include <limits>

#include "core/store/write/dataset_writer.h"
#include "read_page.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::tasks;
namespace fs = std::filesystem;
using metrics::kAbsent;

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
const ReportWords kEnglish;

metrics::RunSummary modelAt(const char* name, double rate) {
  metrics::RunSummary model;
  model.model = name;
  model.learningRate = rate;
  model.parameters = 1234;
  model.epochsPlanned = 5;
  return model;
}

/// With a validation loss for each epoch; train's is twice that.
ReportedRun runOf(const std::vector<double>& losses) {
  ReportedRun run;
  metrics::RunSummary& model = run.models.emplace_back(modelAt("mlp", 0.01));
  for (const double loss : losses) {
    metrics::EpochDone& epoch = model.epochs.emplace_back();
    epoch.epoch = static_cast<int>(model.epochs.size());
    epoch.train.loss = 2 * loss;
    epoch.validation.loss = loss;
  }
  return run;
}

ReadPage read(const ReportedRun& run, std::size_t number = 0) {
  const ReadPage page("<div>" + modelReport(run, number, kEnglish).text() + "</div>");
  if (!page.error.isEmpty()) qWarning("%s", qPrintable(page.error));
  return page;
}

/// A number a sample, and a value in "mm".
std::shared_ptr<const store::Dataset> writeValues(const fs::path& file) {
  store::ObjectInfo features;
  features.name = "features";
  features.dtype = table::DType::f32;
  features.sampleShape = {1};
  features.chunkSamples = 4;
  store::ObjectInfo labels = features;
  labels.name = "labels";
  labels.sampleShape = {};
  store::DatasetMeta meta;
  meta.uuid = "0f0e0d0c-0b0a-8908-8706-050403020103";
  meta.target = store::Target::values;
  meta.schema.columns.resize(2);
  meta.schema.columns[0].name = "x";
  meta.schema.columns[1].name = "length";
  meta.schema.columns[1].role = table::Role::label;
  meta.schema.columns[1].unit = "mm";
  const std::vector<float> values(4, 1);
  Progress progress;
  const auto writer =
      store::DatasetWriter::create(file, {features, labels}, {.overwrite = true, .sync = false}).value();
  const bool isWritten = writer->write(0, 0, std::as_bytes(std::span(values))).has_value() &&
                         writer->write(1, 0, std::as_bytes(std::span(values))).has_value() &&
                         writer->finish(4, meta, {{}, progress}).has_value();
  return isWritten ? store::Dataset::open(file).value() : nullptr;
}

}  // namespace

class ModelReportTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void onlyTwinsNeedTheirRate() {
    ReportedRun run;
    run.models = {modelAt("mlp", 0.1), modelAt("mlp", 0.01), modelAt("/far/away/own.pt", 0.1)};
    QCOMPARE(modelTitle(run.models[0], run, kEnglish), std::string("mlp at 0.1"));
    QCOMPARE(modelTitle(run.models[1], run, kEnglish), std::string("mlp at 0.01"));
    QCOMPARE(modelTitle(run.models[2], run, kEnglish), std::string("own.pt"));
    run.models.erase(run.models.begin());
    QCOMPARE(modelTitle(run.models[0], run, kEnglish), std::string("mlp"));
  }

  void figuresBeyondAllNumbersAreSaid() {
    QCOMPARE(valueText(kInfinity), std::string("inf"));
    QCOMPARE(valueText(-kInfinity), std::string("-inf"));
    QCOMPARE(valueText(kAbsent), std::string("–"));
    QCOMPARE(valueText(0.123456789), std::string("0.123457"));
  }

  void aModelThatHasNotEndedSaysSo() {
    const ReadPage begun = read(runOf({}));
    QVERIFY(begun.text.contains("No epoch is complete yet."));
    QCOMPARE(begun.row("Epochs").value(1), "0 of 5");
    QCOMPARE(begun.row("State").value(1), "not trained to its end");
    for (const char* name : {"Best epoch", "Time of training", "Loss", "Checkpoint"})
      QVERIFY2(begun.row(name).isEmpty(), name);
    ReportedRun run = runOf({3, 2});
    run.models[0].tested = true;
    run.models[0].seconds = 90;
    run.models[0].checkpoint = "/some/folder/best.pt";
    const ReadPage ended = read(run);
    QVERIFY(ended.row("State").isEmpty() && !ended.row("Time of training").isEmpty());
    QCOMPARE(ended.row("Checkpoint").value(1), "best.pt");
    QVERIFY(!ended.text.contains("/some/folder"));
  }

  /// The first of the lowest validation losses; without validation the last epoch.
  void figuresAreOfTheBestEpoch() {
    const ReadPage page = read(runOf({3, 2, 2, 4}));
    QCOMPARE(page.row("Best epoch").value(1), "2, with a validation loss of 2");
    QCOMPARE(page.row("Figure"), (QStringList{"Figure", "Train, epoch 2", "Validation, epoch 2"}));
    QCOMPARE(page.row("Loss"), (QStringList{"Loss", "4", "2"}));
    ReportedRun unvalidated = runOf({3, 2, 4});
    for (metrics::EpochDone& epoch : unvalidated.models[0].epochs) epoch.validation.loss = kAbsent;
    const ReadPage last = read(unvalidated);
    QVERIFY(last.row("Best epoch").isEmpty());
    QCOMPARE(last.row("Loss"), (QStringList{"Loss", "8", "–"}));
  }

  /// A test split is there where the data say so, also if the figures of it diverged.
  void aDivergedTestIsShown() {
    ReportedRun run = runOf({3});
    run.models[0].tested = true;
    run.models[0].test.accuracy = 0.5;
    QCOMPARE(read(run).row("Figure").size(), qsizetype(3));
    run.data.emplace();
    QCOMPARE(read(run).row("Figure").size(), qsizetype(3));
    run.data->test = 10;
    const ReadPage page = read(run);
    QCOMPARE(page.row("Figure").mid(3), (QStringList{"Test", "Baseline, test"}));
    QCOMPARE(page.row("Loss").mid(3), (QStringList{"–", "–"}));
    QCOMPARE(page.row("Accuracy"), (QStringList{"Accuracy", "–", "–", "0.5", "–"}));
    QVERIFY(page.text.contains("The baseline predicts without the features"));
    run.models[0].nearest.accuracy = 0.75;
    const ReadPage compared = read(run);
    QCOMPARE(compared.row("Figure").mid(3), (QStringList{"Test", "Baseline, test", "Nearest sample, test"}));
    QCOMPARE(compared.row("Accuracy"), (QStringList{"Accuracy", "–", "–", "0.5", "–", "0.75"}));
    // What is absent of all is no row, and without any row there is no section.
    QVERIFY(page.row("RMSE").isEmpty() && !page.text.contains("Calibration"));
  }

  void theTemperatureIsSaid() {
    ReportedRun run = runOf({3});
    run.models[0].tested = true;
    run.models[0].test.logLoss = 0.5;
    run.data.emplace();
    run.data->test = 10;
    QVERIFY(!read(run).text.contains("emperature"));
    run.models[0].temperature = {1.25, 1500, 3000, 0.75, 0.625};
    const QString sentence =
        "The temperature is 1.25, fitted to 1,500 of 3,000 validation samples: their log loss is 0.625 with it, 0.75 "
        "without.";
    QVERIFY(read(run).text.contains(sentence) && read(run).text.contains("figures of the test split"));
    run.data->test = 0;
    for (metrics::EpochDone& epoch : run.models[0].epochs) epoch.validation.logLoss = 0.75;
    QVERIFY(read(run).text.contains(sentence) && !read(run).text.contains("figures of the test split"));
    run.models[0].temperature = {kAbsent, 1500, 1500, 0.75, kAbsent};
    QVERIFY(read(run).text.contains("No temperature was fitted: no class is rated above the true one"));
    run.models[0].temperature = {kAbsent, 0, 1500, kAbsent, kAbsent};
    QVERIFY(read(run).text.contains("No temperature was fitted: no output of the model is a finite number."));
  }

  void twoClassesHaveTheCurvesOfTheirThresholds() {
    ReportedRun run = runOf({3});
    run.models[0].tested = true;
    QVERIFY(!read(run).text.contains("Thresholds"));
    run.models[0].thresholds = {{0.9, 5, 0}, {0.5, 8, 6}, {0.1, 10, 30}};
    const QString text = read(run).text;
    QVERIFY(text.contains("Thresholds") && text.contains("ROC curve, validation"));
    QVERIFY(text.contains("Precision-recall curve, validation") && !text.contains("nan"));
    run.data.emplace();
    run.data->test = 40;
    QVERIFY(read(run).text.contains("ROC curve, test"));
  }

  void theThresholdIsShownBesideTheDefault() {
    ReportedRun run = runOf({3});
    metrics::RunSummary& model = run.models[0];
    model.tested = true;
    model.confusion = {10, 0, 4, 1};
    model.threshold = {0.1875, 0.625, 1500, {6, 4, 1, 4}};
    const QString flatters = "The figures are of the very samples that it was chosen on";
    const ReadPage validated = read(run);
    QVERIFY(validated.text.contains("Thresholds") && validated.text.contains("The decision threshold is 0.1875: "));
    QVERIFY(validated.text.contains("on the validation samples (1,500), 0.625.") && validated.text.contains(flatters));
    run.data.emplace();
    run.data->test = 15;
    const ReadPage page = read(run);
    QVERIFY(!page.text.contains(flatters) && page.text.contains("With and without the threshold, test"));
    QCOMPARE(page.row("Recall of the second class"), (QStringList{"Recall of the second class", "0.2", "0.8"}));
    QCOMPARE(page.row("Precision of the second class"), (QStringList{"Precision of the second class", "1", "0.5"}));
    // A log that contradicts itself has none.
    model.confusion = {1};
    QVERIFY(!read(run).text.contains("The decision threshold"));
  }

  void valuesHaveTheirUnit() {
    const QTemporaryDir folder;
    ReportedRun run = runOf({3});
    run.models[0].epochs[0].train.rmse = 0.75;
    run.models[0].epochs[0].validation.rmse = 0.25;
    run.models[0].epochs[0].validation.r2 = 0.5;
    QCOMPARE(read(run).row("RMSE").value(2), "0.25");
    run.dataset = writeValues(fs::path(folder.path().toStdString()) / "F.h5");
    QVERIFY(run.dataset != nullptr);
    QCOMPARE(run.unit(), std::string("mm"));
    const ReadPage page = read(run);
    QCOMPARE(page.row("RMSE [mm]").value(2), "0.25");
    QCOMPARE(page.row("R²").value(2), "0.5");
    QVERIFY(page.text.contains("RMSE [mm] by epoch"));
  }

  void confusionIsOfTheTestSplitWhereThereIsOne() {
    ReportedRun run = runOf({3});
    run.models[0].confusion = {1, 2, 3, 4};
    run.data.emplace();
    run.data->classes = {"no", "yes"};
    QVERIFY(read(run).text.contains("Confusion matrix, validation"));
    run.models[0].tested = true;
    run.data->test = 10;
    const ReadPage page = read(run);
    QVERIFY(page.text.contains("Confusion matrix, test"));
    QCOMPARE(page.row("yes").value(4), "7");
  }

  /// Curves of several models stand on one page.
  void chartsOfModelsAreDistinct() {
    ReportedRun run = runOf({3, 2});
    for (metrics::EpochDone& epoch : run.models[0].epochs) epoch.train.accuracy = 0.5;
    run.models.push_back(run.models[0]);
    QStringList ids = read(run, 0).ids + read(run, 1).ids;
    QVERIFY(!ids.isEmpty());
    QCOMPARE(ids.removeDuplicates(), qsizetype(0));
  }
};

MASU_TEST(ModelReportTest)
#include "model_report_test.moc"

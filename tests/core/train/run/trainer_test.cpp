// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/run/trainer.h"

#include <QTemporaryDir>
#include <QTest>
#include <cmath>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <set>

#include <sys/resource.h>

#include "core/metrics/receipt.h"
#include "core/metrics/run_log.h"
#include "core/metrics/step_log.h"
#include "core/train/models/confine.h"
#include "core/train/probe/probe.h"
#include "core/train/run/model_run.h"
#include "tests/fixtures/small_dataset.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::train;
namespace fs = std::filesystem;

class TrainerTest : public QObject {
  Q_OBJECT

 private:
  fs::path place(const char* name) const { return fs::path(m_folder.path().toStdString()) / name; }

  metrics::RunSpec specFor(const char* dataset, std::vector<std::string> models, const char* out) const {
    metrics::RunSpec spec;
    spec.overwrite = true;
    spec.dataset = place(dataset);
    spec.models = std::move(models);
    spec.epochs = 4;
    spec.batch = 32;
    spec.learningRates = {0.01};
    spec.threads = 1;
    spec.memoryBytes = 256 << 20;
    spec.out = place(out);
    return spec;
  }

  /// For a model that has no steps.
  static metrics::RunSpec solved(metrics::RunSpec spec) {
    spec.epochs = 1;
    spec.learningRates.clear();
    return spec;
  }

  static EventList mustTrain(const metrics::RunSpec& spec) {
    EventList events;
    Progress progress;
    const auto done = masu::train::train(spec, std::ref(events), {{}, progress});
    if (!done) qWarning("%s", done.error().message.english().c_str());
    return events;
  }

  static Error failureOf(const metrics::RunSpec& spec) {
    EventList events;
    Progress progress;
    const auto done = masu::train::train(spec, std::ref(events), {{}, progress});
    if (done || events.all<metrics::Failed>().size() != 1) return {};
    return done.error();
  }

  static std::vector<double> lossesOf(const EventList& events, int run) {
    std::vector<double> losses;
    for (const auto& epoch : events.all<metrics::EpochDone>(run)) {
      losses.push_back(epoch.train.loss);
      losses.push_back(epoch.validation.loss);
    }
    for (const auto& tested : events.all<metrics::RunTested>(run)) losses.push_back(tested.test.loss);
    return losses;
  }

  QTemporaryDir m_folder;

 private Q_SLOTS:
  void initTestCase() {
    SmallDataset{}.write(place("table.h5"));
    SmallDataset{.samples = 300, .sampleShape = {2, 96}}.write(place("waves.h5"));
  }

  void learnsClasses_data() {
    QTest::addColumn<QString>("model");
    QTest::addColumn<QString>("dataset");
    QTest::newRow("linear, table") << "linear"
                                   << "table.h5";
    QTest::newRow("mlp, table") << "mlp"
                                << "table.h5";
    QTest::newRow("cnn1d, table") << "cnn1d"
                                  << "table.h5";
    QTest::newRow("linear, waves") << "linear"
                                   << "waves.h5";
    QTest::newRow("mlp, waves") << "mlp"
                                << "waves.h5";
    QTest::newRow("cnn1d, waves") << "cnn1d"
                                  << "waves.h5";
    QTest::newRow("resnet1d, table") << "resnet1d"
                                     << "table.h5";
    QTest::newRow("resnet1d, waves") << "resnet1d"
                                     << "waves.h5";
    QTest::newRow("rocket, table") << "rocket"
                                   << "table.h5";
    QTest::newRow("rocket, waves") << "rocket"
                                   << "waves.h5";
    QTest::newRow("cnn2d, waves as an image") << "cnn2d"
                                              << "waves.h5";
  }
  void aRowIsAnImageWhereThatIsSaid() {
    auto spec = specFor("table.h5", {"cnn2d"}, "image");
    QVERIFY(failureOf(spec).message.english().find("1x28x28") != std::string::npos);
    spec.shape = {1, 3, 2};
    QVERIFY(failureOf(spec).message.english().find("do not make the shape 1x3x2") != std::string::npos);
    spec.shape = {1, 2, 2};
    spec.epochs = 8;
    const auto tested = mustTrain(spec).all<metrics::RunTested>();
    QCOMPARE(tested.size(), std::size_t{1});
    QVERIFY2(tested[0].test.accuracy > 0.95, std::to_string(tested[0].test.accuracy).c_str());
  }

  void learnsClasses() {
    QFETCH(QString, model);
    QFETCH(QString, dataset);
    auto spec = specFor(dataset.toUtf8().constData(), {model.toStdString()}, "learns");
    spec.epochs = 8;
    if (model == QStringLiteral("rocket")) spec = solved(spec);
    const EventList events = mustTrain(spec);
    const auto tested = events.all<metrics::RunTested>();
    QCOMPARE(tested.size(), std::size_t{1});
    QVERIFY2(tested[0].test.accuracy > 0.95, std::to_string(tested[0].test.accuracy).c_str());
    QCOMPARE(events.all<metrics::Finished>().size(), std::size_t{1});
    QVERIFY(fs::exists(spec.out / "last.pt"));
    QVERIFY(fs::exists(spec.out / "best.pt"));
    QVERIFY(fs::exists(spec.out / "spec.json"));
  }

  /// Also where the last batch is a single sample.
  void aSolvedModelIsTheSameEachTime() {
    auto spec = solved(specFor("waves.h5", {"rocket"}, "solved-a"));
    const auto first = lossesOf(mustTrain(spec), 0);
    spec.out = place("solved-b");
    QCOMPARE(lossesOf(mustTrain(spec), 0), first);
    spec.batch = 179;
    spec.out = place("solved-c");
    QVERIFY(mustTrain(spec).all<metrics::RunTested>().at(0).test.accuracy > 0.95);
  }

  void aSolvedModelResumesWithinItsPass() {
    const auto spec = solved(specFor("waves.h5", {"rocket"}, "solved-state"));
    const RunData data = openRunData(spec, {}).value();
    const loader::TrainingRequest request = streamRequestOf(spec, data).value();
    const auto stream = openStream(data.dataset, loader::learningStream(request)).value();
    const auto whole = makeModelRuns(spec, data, stream->batchesPerEpoch()).value();
    const auto resumed = makeModelRuns(spec, data, stream->batchesPerEpoch()).value();
    Learner& first = *whole.front().learner;
    Learner& second = *resumed.front().learner;
    Score score = newScoreOf(data);
    for (int step = 0; step < 6; ++step) {
      const loader::BatchPtr batch = stream->next({}).value();
      QVERIFY(first.learn(*batch, score));
      if (step == 2) QVERIFY(second.setState(first.state().value()));
      if (step > 2) QVERIFY(second.learn(*batch, score));
      QCOMPARE(batch->lastOfEpoch, step == 5);
    }
    const auto unsolved = first.weightsHash().value();
    QVERIFY(first.finishEpoch() && second.finishEpoch());
    const auto hash = first.weightsHash().value();
    QVERIFY(hash != unsolved);
    QCOMPARE(second.weightsHash().value(), hash);
    QVERIFY(first.finishEpoch());
    QCOMPARE(first.weightsHash().value(), hash);
  }

  void aSolvedModelLearnsValues() {
    SmallDataset{.values = true, .weights = true}.write(place("solved-values.h5"));
    const auto tested = mustTrain(solved(specFor("solved-values.h5", {"rocket"}, "solved-values")))
                            .all<metrics::RunTested>()
                            .at(0);
    QVERIFY2(tested.test.rmse < tested.baseline.rmse, std::to_string(tested.test.rmse).c_str());
  }

  void aSolvedModelRefusesWhatIsForSteps() {
    const auto refuses = [&](const char* option, auto&& change) {
      metrics::RunSpec spec = solved(specFor("waves.h5", {"rocket"}, "solved-refused"));
      change(spec);
      return failureOf(spec).message.english().find(option) != std::string::npos;
    };
    QVERIFY(refuses("--lr", [](metrics::RunSpec& spec) { spec.learningRates = {0.01}; }));
    QVERIFY(refuses("--slices", [](metrics::RunSpec& spec) { spec.slices = 2; }));
    QVERIFY(refuses("--optimizer", [](metrics::RunSpec& spec) { spec.optimizer = "sgd"; }));
    QVERIFY(refuses("--schedule", [](metrics::RunSpec& spec) { spec.schedule = "step"; }));
    QVERIFY(refuses("--weight-decay", [](metrics::RunSpec& spec) { spec.weightDecay = 0.1; }));
    QVERIFY(refuses("--clip", [](metrics::RunSpec& spec) { spec.clip = 1; }));
    QVERIFY(refuses("--epochs", [](metrics::RunSpec& spec) { spec.epochs = 2; }));
    QVERIFY(!fs::exists(place("solved-refused")));
    SmallDataset{.categories = true}.write(place("solved-words.h5"));
    const Error error = failureOf(solved(specFor("solved-words.h5", {"rocket"}, "solved-refused")));
    QVERIFY(error.message.english().find("numbers only") != std::string::npos);
  }

  void countsEveryTestSampleOnceInTheConfusionMatrix() {
    const EventList events = mustTrain(specFor("table.h5", {"linear"}, "confusion"));
    const auto tested = events.all<metrics::RunTested>().at(0);
    std::uint64_t all = 0;
    for (const std::uint64_t count : tested.confusion) all += count;
    QCOMPARE(tested.confusion.size(), std::size_t{4});
    QCOMPARE(all, std::uint64_t{120});
    const double right = static_cast<double>(tested.confusion[0] + tested.confusion[3]) / 120;
    QCOMPARE(right, tested.test.accuracy);
  }

  void theBaselineIsWhatTheLabelsOfTrainGive() {
    const auto classes = mustTrain(specFor("table.h5", {"mlp"}, "majority")).all<metrics::RunTested>().at(0);
    const std::vector<std::uint64_t>& confusion = classes.confusion;
    const auto first = static_cast<double>(confusion[0] + confusion[1]);
    const auto second = static_cast<double>(confusion[2] + confusion[3]);
    const double accuracy = classes.baseline.accuracy;
    QVERIFY(accuracy == first / (first + second) || accuracy == second / (first + second));
    QVERIFY(classes.test.accuracy > accuracy);
    QVERIFY(classes.ridge.accuracy > accuracy && classes.nearest.accuracy > accuracy);
    QVERIFY(!std::isnan(classes.ridge.macroF1) && std::isnan(classes.ridge.loss) && std::isnan(classes.ridge.logLoss));
    SmallDataset{.values = true}.write(place("mean.h5"));
    const auto values = mustTrain(specFor("mean.h5", {"mlp"}, "mean")).all<metrics::RunTested>().at(0);
    QVERIFY(values.baseline.r2 <= 0 && values.baseline.r2 > -0.5);
    QVERIFY(classes.points.empty());
    QCOMPARE(values.points.size(), std::size_t{120});  // every test sample: they are few
    double squares = 0;
    for (const metrics::ValuePoint& point : values.points) squares += std::pow(point.prediction - point.truth, 2);
    QVERIFY(std::abs(std::sqrt(squares / 120) / values.test.rmse - 1) < 1e-9);
    QVERIFY(values.baseline.rmse > values.test.rmse);
    QVERIFY(values.baseline.rmse > values.ridge.rmse && values.baseline.rmse > values.nearest.rmse);
    // Of the same samples: both have the variance of the truth in them.
    const auto variance = [](const metrics::Figures& one) { return one.rmse * one.rmse / (1 - one.r2); };
    const double expected = variance(values.test);
    QVERIFY(std::abs(variance(values.baseline) / expected - 1) < 1e-9);
    for (const metrics::Figures& simple : {values.ridge, values.nearest})
      QVERIFY(std::abs(simple.rmse * simple.rmse - (1 - simple.r2) * expected) < 1e-9 * expected);
  }

  void learnsFromCategoriesAlone() {
    SmallDataset{.sampleShape = {}, .categories = true}.write(place("categories.h5"));
    const EventList events = mustTrain(specFor("categories.h5", {"linear", "mlp"}, "categories"));
    for (const auto& tested : events.all<metrics::RunTested>()) QCOMPARE(tested.test.accuracy, 1.0);
    const Error error = failureOf(specFor("categories.h5", {"cnn1d"}, "categories-cnn"));
    QCOMPARE(error.code, Errc::invalidArgument);
    QVERIFY(!fs::exists(place("categories-cnn")));
  }

  void learnsValuesInTheirOwnUnit() {
    SmallDataset{.categories = true, .values = true, .weights = true}.write(place("values.h5"));
    metrics::RunSpec spec = specFor("values.h5", {"linear"}, "values");
    spec.epochs = 30;
    const EventList events = mustTrain(spec);
    const auto tested = events.all<metrics::RunTested>().at(0);
    QVERIFY2(tested.test.loss < 10, std::to_string(tested.test.loss).c_str());  // of a variance of some 500
    QVERIFY(std::isnan(tested.test.accuracy));
    QVERIFY(tested.confusion.empty());
  }

  void sameSeedGivesTheSameFigures() {
    const auto first = lossesOf(mustTrain(specFor("table.h5", {"mlp"}, "seed-a")), 0);
    const auto again = lossesOf(mustTrain(specFor("table.h5", {"mlp"}, "seed-b")), 0);
    metrics::RunSpec other = specFor("table.h5", {"mlp"}, "seed-c");
    other.seed = 1;
    QCOMPARE(first.size(), std::size_t{9});
    QCOMPARE(again, first);
    QVERIFY(lossesOf(mustTrain(other), 0) != first);
  }

  void findsARateThatLearns() {
    metrics::RunSpec spec = specFor("table.h5", {"linear", "mlp"}, "");
    spec.learningRates = {};
    EventList events;
    Progress progress;
    const auto curves = findRates(spec, std::ref(events), {{}, progress});
    QVERIFY2(curves.has_value(), curves ? "" : curves.error().message.english().c_str());
    QCOMPARE(curves->size(), std::size_t{2});
    for (std::size_t i = 0; i < 2; ++i) {
      const metrics::RateCurve& curve = curves->at(i);
      QCOMPARE(curve.model, spec.models[i]);
      QCOMPARE(events.all<metrics::StepDone>(static_cast<int>(i)).size(), curve.tries.size());
      QVERIFY(curve.tries.size() > 50);
      QCOMPARE(curve.tries.front().rate, 1e-6);
      QVERIFY(curve.suggested > 1e-4);
      metrics::RunSpec found = specFor("table.h5", {curve.model}, "found");
      found.learningRates = {curve.suggested};
      const auto tested = mustTrain(found).all<metrics::RunTested>().at(0);
      QVERIFY2(tested.test.accuracy > 0.95, std::to_string(tested.test.accuracy).c_str());
    }
    const auto again = findRates(spec, {}, {{}, progress});
    QCOMPARE(again->at(1).suggested, curves->at(1).suggested);
    std::stop_source source;
    source.request_stop();
    QCOMPARE(findRates(spec, {}, {source.get_token(), progress}).error().code, Errc::cancelled);
    spec.models = {"mpl"};
    QVERIFY(!findRates(spec, {}, {{}, progress}));
  }

  void keepsEveryEventInTheRunsFolder() {
    const metrics::RunSpec spec = specFor("table.h5", {"linear", "mlp"}, "events");
    const EventList events = mustTrain(spec);
    std::ifstream file(spec.out / "events.jsonl");
    std::string line;
    for (const metrics::RunEvent& event : events.events) {
      QVERIFY(std::getline(file, line));
      QCOMPARE(line, metrics::toJsonLine(event));
    }
    QVERIFY(!std::getline(file, line));
    const auto runs = metrics::RunLog::read(spec.out / "events.jsonl");
    QVERIFY(runs.has_value());
    QCOMPARE(runs->size(), std::size_t{2});
    QCOMPARE(runs->at(1).epochs.size(), std::size_t{4});
  }

  void stepsSayHowManyBatchesMayBeReady() {
    const auto steps = mustTrain(specFor("table.h5", {"linear"}, "steps")).all<metrics::StepDone>();
    QVERIFY(!steps.empty());
    for (const metrics::StepDone& step : steps) {
      QVERIFY(step.queueCapacity > 0);
      QVERIFY(step.batchesReady <= step.queueCapacity);
    }
  }

  /// 64 windows of 160 kB: the half of the memory that learning has holds three batches, the quarter for the test not.
  void batchesBeyondTheMemoryAreRefusedBeforeTheFirstStep() {
    SmallDataset{.samples = 300, .sampleShape = {40'000}, .trainTenths = 8, .validationTenths = 0}.write(
        place("long.h5"));
    auto spec = specFor("long.h5", {"linear"}, "long");
    spec.batch = 64;
    spec.memoryBytes = 64 << 20;
    EventList events;
    Progress progress;
    const auto done = masu::train::train(spec, std::ref(events), {{}, progress});
    QVERIFY(!done);
    QCOMPARE(done.error().code, Errc::outOfMemory);
    QVERIFY(events.all<metrics::StepDone>().empty());
    spec.batch = 16;
    QCOMPARE(mustTrain(spec).all<metrics::RunTested>().size(), std::size_t{1});
  }

  /// A limit of the size of files stands for a kill after the last checkpoint: the receipt fits below it, and the steps
  /// that are still in memory do not.
  void aReceiptNeverHasMoreStepsThanTheLog() {
    auto spec = specFor("table.h5", {"linear"}, "receipt first");
    spec.batch = 1;
    spec.saveSeconds = 1000;
    rlimit before{};
    QCOMPARE(::getrlimit(RLIMIT_FSIZE, &before), 0);
    std::signal(SIGXFSZ, SIG_IGN);
    std::stop_source source;
    std::uint64_t taken = 0;
    const EventSink sink = [&](const metrics::RunEvent& event) {
      if (const auto* step = std::get_if<metrics::StepDone>(&event)) taken = step->step;
      if (taken == 360) source.request_stop();
      const rlimit few{3000, before.rlim_max};
      if (std::holds_alternative<metrics::CheckpointWritten>(event)) ::setrlimit(RLIMIT_FSIZE, &few);
    };
    Progress progress;
    const auto done = masu::train::train(spec, sink, {source.get_token(), progress});
    QCOMPARE(::setrlimit(RLIMIT_FSIZE, &before), 0);
    QVERIFY(!done);
    QVERIFY(done.error().code != Errc::cancelled);
    QCOMPARE(taken, std::uint64_t{360});
    const auto receipt = metrics::readReceipt(spec.out);
    const auto log = metrics::StepLog::read(spec.out / metrics::kStepLogName);
    QVERIFY(receipt && log);
    QVERIFY2(receipt->steps <= log->lastStep(), std::to_string(receipt->steps).c_str());
  }

  void withoutValidationTheLastWeightsAreTested() {
    SmallDataset{.trainTenths = 8, .validationTenths = 0}.write(place("novalidation.h5"));
    const metrics::RunSpec spec = specFor("novalidation.h5", {"linear"}, "novalidation");
    const EventList events = mustTrain(spec);
    QVERIFY(std::isnan(events.all<metrics::EpochDone>().at(0).validation.loss));
    QCOMPARE(events.all<metrics::RunTested>().at(0).checkpoint, (spec.out / "last.pt").string());
    QVERIFY(!fs::exists(spec.out / "best.pt"));
  }

  void patienceEndsARunThatGetsNoBetter() {
    metrics::RunSpec spec = specFor("table.h5", {"mlp"}, "patience");
    spec.epochs = 60;
    spec.patience = 2;
    spec.schedule = "constant";
    spec.learningRates = {0.05};
    const EventList events = mustTrain(spec);
    const auto epochs = events.all<metrics::EpochDone>();
    QVERIFY(epochs.size() < 60);
    double best = epochs[0].validation.loss;
    for (const auto& epoch : epochs) best = std::min(best, epoch.validation.loss);
    QVERIFY(epochs[epochs.size() - 1].validation.loss >= best);
    QVERIFY(epochs[epochs.size() - 2].validation.loss >= best);
    QCOMPARE(epochs[epochs.size() - 3].validation.loss, best);
  }

  /// Of one sample of one value there is no variance, which would be NaN in the running one from then on.
  void aLastBatchOfOneSampleLeavesRunningStatisticsAlone() {
    SmallDataset{.sampleShape = {1}}.write(place("single.h5"));
    metrics::RunSpec spec = specFor("single.h5", {"cnn1d"}, "single");
    spec.batch = 359;  // of 360 train samples
    for (const std::uint64_t slices : {1, 4}) {
      spec.slices = slices;
      const EventList events = mustTrain(spec);
      QCOMPARE(events.all<metrics::RunStarted>().at(0).stepsPerEpoch, std::uint64_t{2});
      const auto epochs = events.all<metrics::EpochDone>();
      QCOMPARE(epochs.size(), std::size_t{4});
      for (const auto& epoch : epochs) QVERIFY(std::isfinite(epoch.validation.loss));
    }
  }

  void patienceWithoutValidationIsRefused() {
    SmallDataset{.trainTenths = 8, .validationTenths = 0}.write(place("impatient.h5"));
    metrics::RunSpec spec = specFor("impatient.h5", {"linear"}, "impatient");
    spec.patience = 2;
    const Error failure = failureOf(spec);
    QCOMPARE(failure.code, Errc::invalidArgument);
    QVERIFY(failure.message.english().find("--patience") != std::string::npos);
    QVERIFY(!fs::exists(spec.out));
  }

  void stopLeavesTheLastCheckpoint() {
    metrics::RunSpec spec = specFor("table.h5", {"mlp"}, "stopped");
    spec.epochs = 1000;
    std::stop_source source;
    Progress progress;
    const auto done = masu::train::train(spec,
                                         [&](const metrics::RunEvent& event) {
                                           if (std::holds_alternative<metrics::StepDone>(event)) source.request_stop();
                                         },
                                         {source.get_token(), progress});
    QVERIFY(!done);
    QCOMPARE(done.error().code, Errc::cancelled);
    QVERIFY(fs::exists(spec.out / "last.pt"));
  }

  void keepsCheckpointsByTheRule() {
    metrics::RunSpec spec = specFor("table.h5", {"linear"}, "kept");
    spec.epochs = 7;
    spec.keepEvery = 2;
    spec.keep = 2;
    mustTrain(spec);
    for (const int epoch : {1, 2, 3, 4, 5, 6, 7}) {
      QCOMPARE(fs::exists(spec.out / ("epoch-000" + std::to_string(epoch) + ".pt")), epoch == 4 || epoch == 6);
    }
    // What an earlier run kept is gone, also where the next one keeps nothing.
    spec.keepEvery = 0;
    mustTrain(spec);
    QVERIFY(!fs::exists(spec.out / "epoch-0006.pt"));
  }

  void listsTheWorstPredictionsFirst() {
    const auto tested = mustTrain(specFor("table.h5", {"linear"}, "worst")).all<metrics::RunTested>().at(0);
    QCOMPARE(tested.worst.size(), std::size_t{50});
    std::set<std::uint64_t> samples;
    for (std::size_t i = 0; i < tested.worst.size(); ++i) {
      const auto& one = tested.worst[i];
      if (i > 0) QVERIFY(one.loss <= tested.worst[i - 1].loss);
      QVERIFY(one.sample % 10 >= 8);  // the test split
      samples.insert(one.sample);
      if (one.loss < std::log(2)) QCOMPARE(one.prediction, one.truth);
      if (one.loss > std::log(2)) QVERIFY(one.prediction != one.truth);
    }
    QCOMPARE(samples.size(), tested.worst.size());
  }

  void aClassThatWeighsMoreIsPredictedMoreOften() {
    metrics::RunSpec spec = specFor("waves.h5", {"linear"}, "weighted");
    spec.epochs = 1;
    spec.learningRates = {1e-5};  // hardly learned: what the classes weigh shows in the loss
    spec.classWeights = "1,0";
    const auto first = mustTrain(spec).all<metrics::EpochDone>().at(0);
    spec.classWeights = "0,1";
    const auto second = mustTrain(spec).all<metrics::EpochDone>().at(0);
    spec.classWeights = "balanced";
    const auto both = mustTrain(spec).all<metrics::EpochDone>().at(0);
    QVERIFY(std::abs(both.train.loss - (first.train.loss + second.train.loss) / 2) < 0.01);
    QVERIFY(std::abs(first.train.loss - second.train.loss) > 1e-4);
    for (const char* weights : {"1", "1,2,3", "0,0", "1,-1", "1,x", "1;2"}) {
      spec.classWeights = weights;
      QVERIFY2(failureOf(spec).message.english().find("do not fit") != std::string::npos, weights);
    }
  }

  void aLossOfTheOtherKindIsRefused() {
    metrics::RunSpec spec = specFor("table.h5", {"linear"}, "otherloss");
    spec.loss = "mae";
    QVERIFY(failureOf(spec).message.english().find("no loss mae for classes") != std::string::npos);
  }

  void clippedGradientsTakeSmallerSteps() {
    metrics::RunSpec spec = specFor("table.h5", {"linear"}, "clipped");
    spec.optimizer = "sgd";
    spec.schedule = "constant";
    spec.epochs = 1;
    const auto free = mustTrain(spec).all<metrics::EpochDone>().at(0);
    spec.clip = 1e-3;
    const auto clipped = mustTrain(spec).all<metrics::EpochDone>().at(0);
    QVERIFY(clipped.validation.loss > free.validation.loss);
  }

  void aLossThatIsNoNumberEndsTheRunInASentence() {
    metrics::RunSpec spec = specFor("table.h5", {"mlp"}, "diverged");
    spec.learningRates = {1e30};
    spec.optimizer = "sgd";
    spec.schedule = "constant";
    const Error error = failureOf(spec);
    QCOMPARE(error.code, Errc::invalidArgument);
    QVERIFY(error.message.english().find("became infinite or NaN") != std::string::npos);
  }

  void refusesWhatCannotBeTrained_data() {
    QTest::addColumn<QString>("dataset");
    QTest::addColumn<QString>("model");
    QTest::addColumn<QString>("says");
    QTest::newRow("no such file") << "absent.h5"
                                  << "mlp"
                                  << "absent.h5";
    QTest::newRow("no labels") << "unlabelled.h5"
                               << "mlp"
                               << "no labels";
    QTest::newRow("no train samples") << "notrain.h5"
                                      << "mlp"
                                      << "no train samples";
    QTest::newRow("no manifest") << "othername.h5"
                                 << "mlp"
                                 << "no split named default";
    QTest::newRow("no such model") << "table.h5"
                                   << "mpl"
                                   << "no model mpl";
    QTest::newRow("no such file of a model") << "table.h5"
                                             << "absent.pt"
                                             << "no model file absent.pt";
    const std::string circle = place("circle.pt").string();
    std::error_code there;
    fs::create_symlink("circle.pt", circle, there);
    QTest::newRow("a link to itself") << "table.h5" << QString::fromStdString(circle) << "lead in a circle";
  }
  void refusesWhatCannotBeTrained() {
    SmallDataset{.labels = false}.write(place("unlabelled.h5"));
    SmallDataset{.trainTenths = 0, .validationTenths = 5}.write(place("notrain.h5"));
    SmallDataset{.manifest = "other"}.write(place("othername.h5"));
    QFETCH(QString, dataset);
    QFETCH(QString, model);
    QFETCH(QString, says);
    const Error error = failureOf(specFor(dataset.toUtf8().constData(), {model.toStdString()}, "refused"));
    const QString sentence = QString::fromStdString(error.message.english());
    QVERIFY2(sentence.contains(says), qPrintable(sentence));
    QVERIFY(!fs::exists(place("refused")));
  }

  void tracesWhatAModelNeeds() {
    const auto footprints = trace(specFor("waves.h5", {"linear", "cnn1d"}, ""));
    QVERIFY(footprints.has_value());
    QCOMPARE(footprints->size(), std::size_t{2});
    const auto& linear = footprints->at(0);
    QCOMPARE(linear.parameters, std::uint64_t{2 * 96 * 2 + 2});
    QCOMPARE(linear.parameterBytes, 4 * linear.parameters);
    // A convolution keeps at least what goes into it and what comes out.
    QVERIFY(footprints->at(1).activationBytesPerSample > (2 * 96 + 32 * 96) * 4);
    QVERIFY(footprints->at(1).bufferBytes > 0);
    QVERIFY(linear.runtimeBytes > 0);
    QVERIFY(linear.checkpointBytes > linear.parameterBytes);
    QCOMPARE(linear.flopsPerSample, std::uint64_t{2 * 2 * 96 * 2});
    // The first of its convolutions alone: 32 filters of 2 × 7 at 96 places.
    QVERIFY(footprints->at(1).flopsPerSample > 2 * 32 * 2 * 7 * 96);
    QVERIFY(footprints->at(1).stepSeconds + footprints->at(1).stepSecondsPerSample > 0);
  }
};

MASU_TEST(TrainerTest)
#include "trainer_test.moc"

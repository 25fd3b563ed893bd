// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTemporaryDir>
#include <QTest>
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <functional>
#include <limits>
#include <map>
#include <numeric>
#include <set>

#include "core/metrics/step_log.h"
#include "core/train/run/run_directory.h"
#include "core/train/run/trainer.h"
#include "tests/fixtures/small_dataset.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::train;
namespace fs = std::filesystem;
using metrics::CheckpointWritten;
using metrics::EpochDone;
using metrics::RunTested;
using metrics::StepDone;

namespace {

/// Of the 120 train samples in batches of 32.
constexpr std::uint64_t kStepsPerEpoch = 4;
/// So small that no weight changes: one epoch validates as the others do.
constexpr double kNoRate = 1e-30;

/// The epochs that are better than all before them.
std::vector<int> bestEpochsOf(const std::vector<EpochDone>& epochs) {
  std::vector<int> best;
  double lowest = std::numeric_limits<double>::infinity();
  for (const EpochDone& epoch : epochs) {
    if (epoch.validation.loss < lowest) best.push_back(epoch.epoch);
    lowest = std::min(lowest, epoch.validation.loss);
  }
  return best;
}

std::vector<double> lossesOf(const EventList& events, int run) {
  std::vector<double> losses;
  for (const EpochDone& epoch : events.all<EpochDone>(run)) {
    losses.push_back(epoch.train.loss);
    losses.push_back(epoch.validation.loss);
  }
  for (const RunTested& tested : events.all<RunTested>(run)) {
    losses.push_back(tested.test.loss);
    if (tested.threshold) losses.insert(losses.end(), {tested.threshold->probability, tested.threshold->f1});
  }
  return losses;
}

}  // namespace

/// What a run does in an epoch and at its end, by its events and its folder.
class TrainingEpochTest : public QObject {
  Q_OBJECT

 private:
  fs::path place(const char* name) const { return fs::path(m_folder.path().toStdString()) / name; }

  metrics::RunSpec specFor(const char* out, std::vector<double> rates) const {
    metrics::RunSpec spec;
    spec.dataset = place("table.h5");
    spec.models = {"mlp"};
    spec.epochs = 5;
    spec.batch = 32;
    spec.schedule = "constant";
    spec.learningRates = std::move(rates);
    spec.threads = 1;
    spec.memoryBytes = 256 << 20;
    spec.out = place(out);
    return spec;
  }

  /// Stops it when `isEnough` says so of an event; never where there is none.
  static EventList trained(const metrics::RunSpec& spec,
                           const std::function<bool(const metrics::RunEvent&)>& isEnough = {}) {
    EventList events;
    Progress progress;
    std::stop_source stop;
    const EventSink sink = [&](const metrics::RunEvent& event) {
      events(event);
      if (isEnough && isEnough(event)) stop.request_stop();
    };
    const auto done = masu::train::train(spec, sink, {stop.get_token(), progress});
    if (!done && done.error().code != Errc::cancelled) qWarning("%s", done.error().message.english().c_str());
    return events;
  }

  QTemporaryDir m_folder;
  std::vector<std::vector<double>> m_whole;  ///< losses of each model of the run that nobody stops

 private Q_SLOTS:
  void initTestCase() { SmallDataset{.samples = 200}.write(place("table.h5")); }
  void theFirstStepAndTheLastOfEveryEpochAreReported();
  void checkpointsFollowTheValidationLoss();
  void aModelThatGetsNoBetterRestsAndTheOtherGoesOn();
  void aRunEndsWhenNoModelLearns();
  void theBestWeightsAreTested();
  void withoutATestSplitValidationIsShown();
  void theThresholdIsChosenOnValidation();
  void aRunThatWasStoppedAnywhereEndsTheSame_data();
  void aRunThatWasStoppedAnywhereEndsTheSame();
};

void TrainingEpochTest::theFirstStepAndTheLastOfEveryEpochAreReported() {
  const EventList events = trained(specFor("steps", {0.01, 0.02}));
  for (int run = 0; run < 2; ++run) {
    std::set<std::uint64_t> reported;
    for (const StepDone& step : events.all<StepDone>(run)) {
      QVERIFY(reported.empty() || step.step > *reported.rbegin());
      QCOMPARE(static_cast<std::uint64_t>(step.epoch), (step.step - 1) / kStepsPerEpoch + 1);
      reported.insert(step.step);
    }
    QVERIFY(reported.contains(1));
    for (std::uint64_t epoch = 1; epoch <= 5; ++epoch) QVERIFY(reported.contains(epoch * kStepsPerEpoch));
    QCOMPARE(*reported.rbegin(), 5 * kStepsPerEpoch);
  }
}

/// last.pt after every epoch, best.pt after those that were better than all before, others by the rule.
void TrainingEpochTest::checkpointsFollowTheValidationLoss() {
  metrics::RunSpec spec = specFor("checkpoints", {0.3});  // too high to become better each time
  spec.epochs = 9;
  spec.keepEvery = 2;
  spec.keep = 3;
  const EventList events = trained(spec);
  const auto epochs = events.all<EpochDone>();
  QCOMPARE(epochs.size(), std::size_t{9});
  const std::vector<int> best = bestEpochsOf(epochs);
  std::multimap<int, std::string> wanted;
  for (int epoch = 1; epoch <= 9; ++epoch) wanted.emplace(epoch, "last.pt");
  for (const int epoch : best) wanted.emplace(epoch, "best.pt");
  for (const int epoch : {2, 4, 6, 8}) wanted.emplace(epoch, "epoch-000" + std::to_string(epoch) + ".pt");
  std::multimap<int, std::string> written;
  for (const CheckpointWritten& one : events.all<CheckpointWritten>()) {
    const fs::path path = one.path;
    QCOMPARE(path.parent_path(), spec.out);
    written.emplace(one.epoch, path.filename().string());
  }
  const auto sorted = [](const std::multimap<int, std::string>& all) {
    return std::set<std::pair<int, std::string>>(all.begin(), all.end());
  };
  QCOMPARE(written.size(), wanted.size());
  QVERIFY(sorted(written) == sorted(wanted));
  for (const int epoch : {2, 4, 6, 8})
    QCOMPARE(fs::exists(spec.out / ("epoch-000" + std::to_string(epoch) + ".pt")), epoch > 2);
}

void TrainingEpochTest::aModelThatGetsNoBetterRestsAndTheOtherGoesOn() {
  metrics::RunSpec spec = specFor("rests", {kNoRate, 0.01});
  const std::vector<double> alone = lossesOf(trained(specFor("alone", {0.01})), 0);
  spec.patience = 2;
  const EventList events = trained(spec);
  const auto epochs = events.all<EpochDone>(0);
  QCOMPARE(epochs.size(), std::size_t{3});  // the first is the best; then two that are not better
  for (const EpochDone& epoch : epochs) QCOMPARE(epoch.validation.loss, epochs.front().validation.loss);
  for (const StepDone& step : events.all<StepDone>(0)) QVERIFY(step.step <= 3 * kStepsPerEpoch);
  for (const CheckpointWritten& one : events.all<CheckpointWritten>(0)) QVERIFY(one.epoch <= 3);
  const auto log = metrics::StepLog::read(spec.out / metrics::kStepLogName);
  QVERIFY(log);
  const auto learned = events.all<EpochDone>(1).size() * kStepsPerEpoch;
  QCOMPARE(log->lastStep(), learned);
  for (std::uint64_t step = 1; step <= learned; ++step) {
    QCOMPARE(std::isnan(log->loss(step, 0)), step > 3 * kStepsPerEpoch);
    QVERIFY(!std::isnan(log->loss(step, 1)));
  }
  // Both are tested, and the other as if it had been alone.
  QCOMPARE(events.all<RunTested>(0).size(), std::size_t{1});
  const std::vector<double> beside = lossesOf(events, 1);
  if (events.all<EpochDone>(1).size() == 5) QCOMPARE(beside, alone);
  QVERIFY(std::equal(beside.begin(), beside.end() - 1, alone.begin()));
}

void TrainingEpochTest::aRunEndsWhenNoModelLearns() {
  metrics::RunSpec spec = specFor("ends", {kNoRate, 2 * kNoRate});
  spec.patience = 1;
  spec.keepEvery = 1;
  const EventList events = trained(spec);
  for (int run = 0; run < 2; ++run) {
    QCOMPARE(events.all<EpochDone>(run).size(), std::size_t{2});
    QCOMPARE(events.all<RunTested>(run).size(), std::size_t{1});
  }
  QCOMPARE(events.all<metrics::Finished>().size(), std::size_t{1});
  // No step follows the second epoch, so that nothing is to be resumed from it.
  QVERIFY(fs::exists(RunDirectory::epochState(spec.out, 1)));
  QVERIFY(!fs::exists(RunDirectory::epochState(spec.out, 2)));
  QVERIFY(!fs::exists(RunDirectory::stateFile(spec.out)));
}

/// A run that ends with its best epoch is tested as the one that went on from there.
void TrainingEpochTest::theBestWeightsAreTested() {
  metrics::RunSpec spec = specFor("long", {0.3});
  const EventList events = trained(spec);
  const int best = bestEpochsOf(events.all<EpochDone>()).back();
  spec.epochs = best;
  spec.out = place("short");
  const RunTested lasted = trained(spec).all<RunTested>().at(0);
  const RunTested tested = events.all<RunTested>().at(0);
  QCOMPARE(tested.test.loss, lasted.test.loss);
  QCOMPARE(tested.confusion, lasted.confusion);
  QCOMPARE(tested.checkpoint, (place("long") / "best.pt").string());
}

void TrainingEpochTest::withoutATestSplitValidationIsShown() {
  SmallDataset{.samples = 200, .trainTenths = 6, .validationTenths = 4}.write(place("untested.h5"));
  metrics::RunSpec spec = specFor("untested", {0.3});
  spec.dataset = place("untested.h5");
  const EventList events = trained(spec);
  const auto epochs = events.all<EpochDone>();
  QCOMPARE(epochs.size(), std::size_t{5});
  const RunTested tested = events.all<RunTested>().at(0);
  QVERIFY(std::isnan(tested.test.loss) && std::isnan(tested.test.accuracy));
  QVERIFY(std::isnan(tested.baseline.accuracy) && std::isnan(tested.ridge.accuracy));
  QVERIFY(std::isnan(tested.nearest.accuracy));
  QCOMPARE(tested.confusion, epochs[static_cast<std::size_t>(bestEpochsOf(epochs).back()) - 1].confusion);
  for (const metrics::WorstPrediction& one : tested.worst) QVERIFY(one.sample % 10 >= 6);
}

/// Without a test split its figures are of the very samples that it was chosen on.
void TrainingEpochTest::theThresholdIsChosenOnValidation() {
  for (const std::uint64_t validation : {4U, 3U, 0U}) {
    const std::uint64_t shown = validation == 4 ? 80 : 20;
    SmallDataset{.samples = 200, .sampleShape = {1}, .trainTenths = 6, .validationTenths = validation}.write(
        place("chosen.h5"));
    metrics::RunSpec spec = specFor("chosen", {0.3});
    spec.dataset = place("chosen.h5");
    spec.overwrite = true;
    const RunTested tested = trained(spec).all<RunTested>().at(0);
    QCOMPARE(tested.threshold.has_value(), validation > 0);
    if (!tested.threshold) continue;
    QCOMPARE(tested.threshold->samples, 20 * validation);
    const std::vector<std::uint64_t>& confusion = tested.threshold->confusion;
    QCOMPARE(confusion.size(), std::size_t{4});
    QCOMPARE(std::accumulate(confusion.begin(), confusion.end(), std::uint64_t{0}), shown);
    if (validation < 4) continue;
    const double f1 = metrics::perClass(confusion)[1].f1;
    QCOMPARE(f1, tested.threshold->f1);
    QVERIFY(f1 >= metrics::perClass(tested.confusion)[1].f1);
  }
}

void TrainingEpochTest::aRunThatWasStoppedAnywhereEndsTheSame_data() {
  QTest::addColumn<bool>("atStep");
  QTest::addColumn<int>("epoch");
  QTest::newRow("before validation") << true << 2;
  QTest::newRow("after an epoch") << false << 2;
  QTest::newRow("before the test") << false << 5;
}

void TrainingEpochTest::aRunThatWasStoppedAnywhereEndsTheSame() {
  QFETCH(const bool, atStep);
  QFETCH(const int, epoch);
  if (m_whole.empty()) {
    const EventList events = trained(specFor("whole", {0.01, 0.3}));
    for (int run = 0; run < 2; ++run) m_whole.push_back(lossesOf(events, run));
  }
  metrics::RunSpec spec = specFor("stopped", {0.01, 0.3});
  fs::remove_all(spec.out);
  const EventList stopped = trained(spec, [&](const metrics::RunEvent& event) {
    if (const auto* step = std::get_if<StepDone>(&event)) return atStep && step->epoch == epoch;
    const auto* done = std::get_if<EpochDone>(&event);
    return done != nullptr && !atStep && done->epoch == epoch;
  });
  QVERIFY(stopped.all<metrics::Finished>().empty());
  QVERIFY(fs::exists(RunDirectory::stateFile(spec.out)));
  metrics::RunSpec again;
  again.out = spec.out;
  again.resume = true;
  const EventList resumed = trained(again);
  QCOMPARE(resumed.all<metrics::Finished>().size(), std::size_t{1});
  for (int run = 0; run < 2; ++run) QCOMPARE(lossesOf(resumed, run), m_whole[static_cast<std::size_t>(run)]);
  QVERIFY(!fs::exists(RunDirectory::stateFile(spec.out)));
}

MASU_TEST(TrainingEpochTest)
#include "training_epoch_test.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>
#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>

#include "core/train/learning/learner.h"
#include "core/train/models/model.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::train;

namespace {

constexpr std::size_t kSamples = 20;
constexpr std::size_t kValues = 3;
constexpr std::uint64_t kSeed = 4;

DatasetSummary classes(std::int64_t count) {
  DatasetSummary summary;
  summary.sampleShape = summary.storedShape = {kValues};
  summary.table = true;
  summary.outputs = count;
  summary.classes.assign(static_cast<std::size_t>(count), "class");
  return summary;
}

/// Two values of each sample, in units that are `unit` times as small.
DatasetSummary values(float unit = 1) {
  DatasetSummary summary = classes(2);
  summary.classes.clear();
  summary.targetMean = {10 * unit, -5 * unit};
  summary.targetDeviation = {2 * unit, 0.5F * unit};
  return summary;
}

/// A batch, and what its spans are over.
struct Samples {
  std::vector<std::uint64_t> indices;
  std::vector<float> features;
  std::vector<std::int64_t> labels;
  std::vector<float> targets;
  std::vector<float> shares;
  std::vector<float> weights;

  loader::Batch batch() const {
    loader::Batch made;
    made.samples = kSamples;
    made.indices = indices;
    made.features = features;
    made.labels = labels;
    made.targets = targets;
    made.shares = shares;
    made.weights = weights;
    return made;
  }
};

Samples drawn(const DatasetSummary& summary) {
  std::mt19937 random(9);
  std::normal_distribution<float> normal;
  Samples samples;
  const auto outputs = static_cast<std::size_t>(summary.outputs);
  for (std::size_t i = 0; i < kSamples; ++i) {
    samples.indices.push_back(1000 + i);
    for (std::size_t k = 0; k < kValues; ++k) samples.features.push_back(3 * normal(random));
    if (!summary.predictsValues()) samples.labels.push_back(static_cast<std::int64_t>(random() % outputs));
    for (std::size_t k = 0; summary.predictsValues() && k < outputs; ++k)
      samples.targets.push_back(summary.targetMean[k] + 2 * summary.targetDeviation[k] * normal(random));
  }
  return samples;
}

std::vector<float> outputsOf(const DatasetSummary& summary, const Samples& samples) {
  Model model = Model::create("linear", summary, kSeed).value();
  return model.predictions(samples.batch()).value();
}

std::unique_ptr<Learner> learnerFor(const DatasetSummary& summary, LossSpec lossSpec) {
  LearnerOptions options;
  options.model = "linear";
  options.seed = kSeed;
  options.learningRate = 0.01;
  options.steps = 100;
  options.lossSpec = std::move(lossSpec);
  return Learner::create(options, summary).value();
}

Score evaluated(const DatasetSummary& summary, const Samples& samples, const LossSpec& lossSpec,
                std::size_t worst = 0) {
  Score score(summary.classes.size(), summary.valueCount());
  score.keepWorst(worst);
  if (!learnerFor(summary, lossSpec)->evaluate(samples.batch(), 1, score)) return {};
  return score;
}

/// The logarithm of what a softmax makes of an output.
double logShare(const float* outputs, std::size_t count, std::size_t which) {
  double sum = 0;
  for (std::size_t k = 0; k < count; ++k) sum += std::exp(static_cast<double>(outputs[k]));
  return static_cast<double>(outputs[which]) - std::log(sum);
}

double weightedMean(const std::vector<double>& losses, const std::vector<float>& weights) {
  double sum = 0;
  double all = 0;
  for (std::size_t i = 0; i < losses.size(); ++i) {
    sum += losses[i] * static_cast<double>(weights[i]);
    all += static_cast<double>(weights[i]);
  }
  return sum / all;
}

bool isNear(double one, double other) {
  return std::abs(one - other) <= 1e-5 * std::max(1.0, std::abs(other));
}

}  // namespace

/// The loss that is reported, of a linear model whose outputs are known.
class ObjectiveTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() { setComputeThreads(1); }
  void samplesAndClassesWeighTogether();
  void aMixedSampleIsRightToItsParts();
  void aBatchThatWeighsNothingTeachesNothing();
  void lossesOfValuesAreInTheirUnit_data();
  void lossesOfValuesAreInTheirUnit();
  void aStepDoesNotDependOnTheUnit_data() { lossesOfValuesAreInTheirUnit_data(); }
  void aStepDoesNotDependOnTheUnit();
  void theWorstHaveTheirNumbersInTheDataset();
};

void ObjectiveTest::samplesAndClassesWeighTogether() {
  const DatasetSummary summary = classes(3);
  Samples samples = drawn(summary);
  const std::vector<float> outputs = outputsOf(summary, samples);
  std::vector<double> losses;
  for (std::size_t i = 0; i < kSamples; ++i)
    losses.push_back(-logShare(outputs.data() + 3 * i, 3, static_cast<std::size_t>(samples.labels[i])));
  const std::vector<float> ofClass = {0.5F, 2, 0};
  for (const bool weighsSamples : {false, true}) {
    for (const bool weighsClasses : {false, true}) {
      std::vector<float> weights(kSamples, 1);
      if (weighsSamples) {
        for (std::size_t i = 0; i < kSamples; ++i) weights[i] = static_cast<float>(i % 4);
        samples.weights = weights;
      } else {
        samples.weights.clear();
      }
      LossSpec spec;
      if (weighsClasses) spec.classWeights = ofClass;
      for (std::size_t i = 0; weighsClasses && i < kSamples; ++i)
        weights[i] *= ofClass[static_cast<std::size_t>(samples.labels[i])];
      const Score score = evaluated(summary, samples, spec);
      QVERIFY(isNear(score.lastLoss(), weightedMean(losses, weights)));
      QVERIFY(isNear(score.sums().weight, std::accumulate(weights.begin(), weights.end(), 0.0)));
      // The log loss counts each sample once, whatever it weighs.
      QVERIFY(isNear(score.figures().logLoss, weightedMean(losses, std::vector<float>(kSamples, 1))));
    }
  }
}

/// Its label is the larger part; where a sample is whole, the loss is that of its class.
void ObjectiveTest::aMixedSampleIsRightToItsParts() {
  const DatasetSummary summary = classes(2);
  Samples samples = drawn(summary);
  const std::vector<float> outputs = outputsOf(summary, samples);
  const double unmixed = evaluated(summary, samples, {}).lastLoss();
  std::vector<double> losses;
  for (std::size_t i = 0; i < kSamples; ++i) {
    const float first = static_cast<float>(i) / kSamples;
    samples.shares.insert(samples.shares.end(), {first, 1 - first});
    samples.labels[i] = first > 0.5F ? 0 : 1;
    losses.push_back(-static_cast<double>(first) * logShare(outputs.data() + 2 * i, 2, 0) -
                     static_cast<double>(1 - first) * logShare(outputs.data() + 2 * i, 2, 1));
  }
  QVERIFY(isNear(evaluated(summary, samples, {}).lastLoss(), weightedMean(losses, std::vector<float>(kSamples, 1))));
  samples = drawn(summary);
  for (const std::int64_t label : samples.labels)
    samples.shares.insert(samples.shares.end(), {label == 0 ? 1.0F : 0.0F, label == 0 ? 0.0F : 1.0F});
  QVERIFY(isNear(evaluated(summary, samples, {}).lastLoss(), unmixed));
}

void ObjectiveTest::aBatchThatWeighsNothingTeachesNothing() {
  for (const DatasetSummary& summary : {classes(3), values()}) {
    Samples samples = drawn(summary);
    samples.weights.assign(kSamples, 0);
    const auto learner = learnerFor(summary, {summary.predictsValues() ? Loss::squared : Loss::crossEntropy, {}});
    const auto before = learner->weightsHash();
    Score score(summary.classes.size(), summary.valueCount());
    QVERIFY(learner->learn(samples.batch(), score));
    QCOMPARE(score.lastLoss(), 0.0);
    QCOMPARE(learner->weightsHash().value(), before.value());
  }
}

void ObjectiveTest::lossesOfValuesAreInTheirUnit_data() {
  QTest::addColumn<Loss>("loss");
  QTest::addColumn<int>("power");
  QTest::newRow("mse") << Loss::squared << 2;
  QTest::newRow("mae") << Loss::absolute << 1;
  QTest::newRow("huber") << Loss::huber << 0;  // in deviations
}

void ObjectiveTest::lossesOfValuesAreInTheirUnit() {
  QFETCH(const Loss, loss);
  const DatasetSummary summary = values();
  Samples samples = drawn(summary);
  const std::vector<float> outputs = outputsOf(summary, samples);
  for (std::size_t i = 0; i < kSamples; ++i) samples.weights.push_back(static_cast<float>(i % 3));
  std::vector<double> losses;
  for (std::size_t i = 0; i < kSamples; ++i) {
    double sum = 0;
    for (std::size_t k = 0; k < 2; ++k) {
      const auto output = static_cast<double>(outputs[2 * i + k]);
      const double apart = std::abs(output - static_cast<double>(samples.targets[2 * i + k]));
      const double deviations = apart / static_cast<double>(summary.targetDeviation[k]);
      const double huber = deviations < 1 ? deviations * deviations / 2 : deviations - 0.5;
      sum += loss == Loss::squared ? apart * apart : loss == Loss::absolute ? apart : huber;
    }
    losses.push_back(sum / 2);
  }
  QVERIFY(isNear(evaluated(summary, samples, {loss, {}}).lastLoss(), weightedMean(losses, samples.weights)));
}

/// To the bit, where the unit is a power of two: only the loss that is reported is in it.
void ObjectiveTest::aStepDoesNotDependOnTheUnit() {
  QFETCH(const Loss, loss);
  QFETCH(const int, power);
  constexpr float kUnit = 1024;
  std::vector<double> reported;
  for (const float unit : {1.0F, kUnit}) {
    const DatasetSummary summary = values(unit);
    Samples samples = drawn(values());
    for (float& target : samples.targets) target *= unit;
    const auto learner = learnerFor(summary, {loss, {}});
    Score score(0, 2);
    for (int step = 0; step < 5; ++step) QVERIFY(learner->learn(samples.batch(), score));
    reported.push_back(score.lastLoss());
  }
  QVERIFY(reported[0] > 0);
  QCOMPARE(reported[1], reported[0] * std::pow(kUnit, power));
}

void ObjectiveTest::theWorstHaveTheirNumbersInTheDataset() {
  const DatasetSummary summary = classes(3);
  Samples samples = drawn(summary);
  const std::vector<float> outputs = outputsOf(summary, samples);
  const std::vector<metrics::WorstPrediction> worst = evaluated(summary, samples, {}, kSamples).worst();
  QCOMPARE(worst.size(), kSamples);
  for (const metrics::WorstPrediction& one : worst) {
    const std::size_t i = one.sample - 1000;
    const float* const output = outputs.data() + 3 * i;
    QCOMPARE(one.truth, static_cast<double>(samples.labels[i]));
    QCOMPARE(one.prediction, static_cast<double>(std::max_element(output, output + 3) - output));
    QVERIFY(isNear(one.loss, -logShare(output, 3, static_cast<std::size_t>(samples.labels[i]))));
  }
  // Of samples without numbers it is that in the batch.
  samples.indices.clear();
  QCOMPARE(evaluated(summary, samples, {}, 1).worst().front().sample, worst.front().sample - 1000);
}

MASU_TEST(ObjectiveTest)
#include "objective_test.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>
#include <algorithm>
#include <cmath>
#include <random>

#include "core/train/learning/learner.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::train;

namespace {

constexpr std::size_t kSamples = 60;
constexpr std::size_t kLength = 40;

/// Waves of one channel, of two classes or one value.
DatasetSummary summaryOf(bool ofValues, float unit = 1) {
  DatasetSummary summary;
  summary.sampleShape = summary.storedShape = {1, kLength};
  summary.outputs = ofValues ? 1 : 2;
  summary.splitSamples[static_cast<std::size_t>(store::Split::train)] = kSamples;
  if (ofValues) {
    summary.targetMean = {3 * unit};
    summary.targetDeviation = {2 * unit};
  } else {
    summary.classes = {"slow", "fast"};
  }
  return summary;
}

struct Samples {
  std::vector<float> features;
  std::vector<std::int64_t> labels;
  std::vector<float> targets;
  std::vector<float> shares;
  std::vector<float> weights;

  /// Those of [first, end).
  loader::Batch batch(std::size_t first, std::size_t end) const {
    const auto part = [&](const auto& values) {
      const std::size_t width = values.size() / kSamples;
      return std::span(values).subspan(first * width, (end - first) * width);
    };
    loader::Batch made;
    made.samples = end - first;
    made.features = part(features);
    made.labels = part(labels);
    made.targets = part(targets);
    made.shares = part(shares);
    made.weights = part(weights);
    return made;
  }
};

/// What distinguishes two samples is how often they oscillate.
Samples drawn(bool ofValues, float unit = 1) {
  std::mt19937 random(2);
  std::normal_distribution<float> normal;
  Samples samples;
  for (std::size_t i = 0; i < kSamples; ++i) {
    const auto label = static_cast<std::int64_t>(random() % 2);
    const float step = label == 0 ? 0.2F : 1.3F;
    const float phase = normal(random);
    for (std::size_t t = 0; t < kLength; ++t)
      samples.features.push_back(std::sin(step * static_cast<float>(t) + phase) + normal(random) / 4);
    if (ofValues)
      samples.targets.push_back((static_cast<float>(4 * label) + normal(random)) * unit);
    else
      samples.labels.push_back(label);
  }
  return samples;
}

std::unique_ptr<Learner> learnerFor(const DatasetSummary& summary, const LossSpec& lossSpec) {
  LearnerOptions options;
  options.model = "rocket";
  options.steps = 10;
  options.lossSpec = lossSpec;
  return Learner::create(options, summary).value();
}

/// Learned from in three batches.
std::unique_ptr<Learner> fitted(const DatasetSummary& summary, const Samples& samples, const LossSpec& lossSpec = {}) {
  auto learner = learnerFor(summary, lossSpec);
  Score score(summary.classes.size(), summary.valueCount());
  for (const auto& [first, end] : {std::pair<std::size_t, std::size_t>{0, 20}, {20, 45}, {45, kSamples}}) {
    if (!learner->learn(samples.batch(first, end), score)) return nullptr;
  }
  return learner->finishEpoch() ? std::move(learner) : nullptr;
}

Score evaluated(Learner& learner, const DatasetSummary& summary, const Samples& samples) {
  Score score(summary.classes.size(), summary.valueCount());
  return learner.evaluate(samples.batch(0, kSamples), 1, score) ? score : Score();
}

}  // namespace

/// What a model that is solved makes of labels, weights and units; that it is the ridge regression, ridge_test sees.
class RocketFitTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() { setComputeThreads(1); }

  void wavesAreDistinguished() {
    const DatasetSummary summary = summaryOf(false);
    const auto learner = fitted(summary, drawn(false));
    QVERIFY(learner);
    const metrics::Figures figures = evaluated(*learner, summary, drawn(false)).figures();
    QVERIFY(figures.accuracy > 0.95);
    QVERIFY(std::isfinite(figures.logLoss) && figures.logLoss < std::log(2));
  }

  /// The same to the bit, however it is said.
  void weightsAndPartsOfClassesSayTheSame() {
    const DatasetSummary summary = summaryOf(false);
    const Samples plain = drawn(false);
    const std::string hash = fitted(summary, plain)->weightsHash().value();
    Samples other = plain;
    other.weights.assign(kSamples, 1);
    QCOMPARE(fitted(summary, other)->weightsHash().value(), hash);
    other = plain;
    for (const std::int64_t label : plain.labels)
      other.shares.insert(other.shares.end(), {label == 0 ? 1.0F : 0.0F, label == 0 ? 0.0F : 1.0F});
    QCOMPARE(fitted(summary, other)->weightsHash().value(), hash);
    LossSpec weighing;
    weighing.classWeights = {0.5F, 3};
    const std::string weighed = fitted(summary, plain, weighing)->weightsHash().value();
    QVERIFY(weighed != hash);
    other = plain;
    for (const std::int64_t label : plain.labels)
      other.weights.push_back(weighing.classWeights[static_cast<std::size_t>(label)]);
    QCOMPARE(fitted(summary, other)->weightsHash().value(), weighed);
  }

  void theUnitOfValuesIsNoMatter() {
    constexpr float kUnit = 1024;
    const DatasetSummary summary = summaryOf(true);
    const auto learner = fitted(summary, drawn(true), {Loss::squared, {}});
    const DatasetSummary large = summaryOf(true, kUnit);
    const auto other = fitted(large, drawn(true, kUnit), {Loss::squared, {}});
    QVERIFY(learner && other);
    const double loss = evaluated(*learner, summary, drawn(true)).loss();
    QVERIFY(loss > 0 && loss < 4);  // of a variance of some 5
    QCOMPARE(evaluated(*other, large, drawn(true, kUnit)).loss(), loss * kUnit * kUnit);
  }

  /// The thresholds are those of the first batch, also where its samples count for nothing.
  void aResumedFitIsTheSame_data() {
    QTest::addColumn<bool>("isWeightless");
    QTest::newRow("as it is") << false;
    QTest::newRow("after samples that weigh nothing") << true;
  }
  void aResumedFitIsTheSame() {
    QFETCH(const bool, isWeightless);
    const DatasetSummary summary = summaryOf(false);
    Samples samples = drawn(false);
    if (isWeightless) {
      samples.weights.assign(kSamples, 1);
      std::fill_n(samples.weights.begin(), 20, 0.0F);
    }
    const std::string whole = fitted(summary, samples)->weightsHash().value();
    Score score(2, 0);
    const auto first = learnerFor(summary, {});
    QVERIFY(first->learn(samples.batch(0, 20), score));
    const auto second = learnerFor(summary, {});
    QVERIFY(second->setState(first->state().value()));
    QVERIFY(second->learn(samples.batch(20, 45), score));
    QVERIFY(second->learn(samples.batch(45, kSamples), score));
    QVERIFY(second->finishEpoch());
    QCOMPARE(second->weightsHash().value(), whole);
  }

  /// Its labels alone are not a model, and nothing is divided by their weight.
  void samplesThatWeighNothingTeachNothing() {
    const DatasetSummary summary = summaryOf(false);
    Samples samples = drawn(false);
    samples.weights.assign(kSamples, 0);
    const auto learner = fitted(summary, samples);
    QVERIFY(learner);
    samples.weights.clear();
    const double loss = evaluated(*learner, summary, samples).loss();
    QVERIFY(std::abs(loss - std::log(2)) < 1e-6);
  }
};

MASU_TEST(RocketFitTest)
#include "rocket_fit_test.moc"

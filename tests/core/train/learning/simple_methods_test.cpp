// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/learning/simple_methods.h"

#include <QTest>
#include <cmath>
#include <limits>
#include <random>
#include <span>

#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::train;

namespace {

constexpr std::size_t kWidth = 3;

DatasetSummary summaryOf(std::uint64_t train, std::uint64_t test, std::int64_t width = kWidth) {
  DatasetSummary summary;
  summary.sampleShape = summary.storedShape = {width};
  summary.splitSamples[static_cast<std::size_t>(store::Split::train)] = train;
  summary.splitSamples[static_cast<std::size_t>(store::Split::test)] = test;
  return summary;
}

DatasetSummary withClasses(DatasetSummary summary, std::vector<std::string> classes) {
  summary.outputs = static_cast<std::int64_t>(classes.size());
  summary.classes = std::move(classes);
  return summary;
}

DatasetSummary withValues(DatasetSummary summary, std::vector<float> mean, std::vector<float> deviation) {
  summary.outputs = static_cast<std::int64_t>(mean.size());
  summary.targetMean = std::move(mean);
  summary.targetDeviation = std::move(deviation);
  return summary;
}

struct Samples {
  std::vector<float> features = {};
  std::vector<std::int64_t> categories = {};
  std::vector<std::int64_t> labels = {};
  std::vector<float> targets = {};
  std::vector<float> weights = {};

  loader::Batch batch(std::uint64_t samples) const {
    loader::Batch made;
    made.samples = samples;
    made.features = features;
    made.categories = categories;
    made.labels = labels;
    made.targets = targets;
    made.weights = weights;
    return made;
  }
};

std::vector<float> drawn(std::size_t count, unsigned seed) {
  std::mt19937 random(seed);
  std::normal_distribution<float> normal;
  std::vector<float> values(count);
  for (float& value : values) value = normal(random);
  return values;
}

std::size_t nearestOf(std::span<const float> row, std::span<const float> all) {
  std::size_t nearest = 0;
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < all.size() / kWidth; ++i) {
    double distance = 0;
    for (std::size_t k = 0; k < kWidth; ++k) distance += std::pow(double{row[k]} - all[i * kWidth + k], 2);
    if (distance < least) {
      least = distance;
      nearest = i;
    }
  }
  return nearest;
}

}  // namespace

class SimpleMethodsTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  /// Against a search of one by one, over several blocks of distances.
  void theNearestSampleIsThatOfASearch() {
    constexpr std::size_t kTrain = 700;
    constexpr std::size_t kTest = 90;
    const DatasetSummary summary = withValues(summaryOf(kTrain, kTest), {0}, {1});
    const Samples train{.features = drawn(kTrain * kWidth, 1), .targets = drawn(kTrain, 2)};
    const Samples test{.features = drawn(kTest * kWidth, 3), .targets = drawn(kTest, 4)};
    NearestBaseline nearest(summary);
    nearest.add(train.batch(kTrain));
    Score score(0, 1);
    QVERIFY(nearest.score(test.batch(kTest), score));
    Score expected(0, 1);
    expected.addLoss(0, 0, kTest);
    for (std::size_t i = 0; i < kTest; ++i) {
      const auto row = std::span(test.features).subspan(i * kWidth, kWidth);
      expected.addValue(0, test.targets[i], train.targets[nearestOf(row, train.features)]);
    }
    QCOMPARE(score.figures().rmse, expected.figures().rmse);
    QCOMPARE(score.figures().r2, expected.figures().r2);
    QVERIFY(std::isnan(score.figures().loss));
  }

  /// Of two that are as near the first, never one that weighs nothing; a code counts as much as a difference of 1.
  void codesAndWeightsCount() {
    DatasetSummary summary = withClasses(summaryOf(4, 1, 1), {"a", "b", "c"});
    summary.cardinalities = {3, 2};
    const Samples train{.features = {0, 0.5F, 0.5F, 5},
                        .categories = {1, 1, 2, 0, 2, 0, 1, 1},
                        .labels = {0, 1, 2, 0},
                        .weights = {0, 1, 2, 1}};
    const auto predicted = [&](float feature, std::vector<std::int64_t> codes) {
      NearestBaseline nearest(summary);
      nearest.add(train.batch(4));
      Score score(3, 0);
      const Samples test{.features = {feature}, .categories = std::move(codes), .labels = {0}};
      if (!nearest.score(test.batch(1), score)) return -1;
      return score.confusion()[0] > 0 ? 0 : score.confusion()[1] > 0 ? 1 : 2;
    };
    QCOMPARE(predicted(0, {1, 1}), 1);     // the sample itself weighs nothing
    QCOMPARE(predicted(0.5F, {2, 0}), 1);  // the first of two
    QCOMPARE(predicted(4.2F, {2, 0}), 0);  // 0.8 and two codes, against 3.7
    QCOMPARE(predicted(2.2F, {2, 0}), 1);  // 2.8 and two codes, against 1.7
  }

  /// Least squares of values that are linear in the features are these values.
  void ridgeRegressionFindsALinearLaw() {
    constexpr std::size_t kCount = 400;
    const DatasetSummary summary = withValues(summaryOf(kCount, kCount), {7, -1}, {20, 0.5F});
    Samples samples{.features = drawn(kCount * kWidth, 5)};
    for (std::size_t i = 0; i < kCount; ++i) {
      const float* const row = samples.features.data() + i * kWidth;
      samples.targets.push_back(3 * row[0] - 20 * row[1] + 8);
      samples.targets.push_back(row[2] / 2 - 1);
    }
    RidgeBaseline ridge(summary);
    ridge.add(samples.batch(kCount));
    ridge.solve();
    Score score(0, 2);
    QVERIFY(ridge.score(samples.batch(kCount), score));
    QVERIFY2(score.figures().r2 > 0.9999, std::to_string(score.figures().r2).c_str());
    QVERIFY2(score.figures().rmse < 0.05, std::to_string(score.figures().rmse).c_str());
  }

  void ridgeRegressionTellsClassesApart() {
    constexpr std::size_t kCount = 300;
    const DatasetSummary summary = withClasses(summaryOf(kCount, kCount), {"low", "middle", "high"});
    Samples samples{.features = drawn(kCount * kWidth, 6)};
    for (std::size_t i = 0; i < kCount; ++i) {
      samples.labels.push_back(static_cast<std::int64_t>(i % 3));
      samples.features[i * kWidth + i % 3] += 6;  // each class is to the far side of a feature of its own
    }
    RidgeBaseline ridge(summary);
    ridge.add(samples.batch(kCount));
    ridge.solve();
    Score score(3, 0);
    QVERIFY(ridge.score(samples.batch(kCount), score));
    QVERIFY2(score.figures().accuracy > 0.98, std::to_string(score.figures().accuracy).c_str());
  }

  void whatIsNotFiniteHasNoFigures() {
    const DatasetSummary summary = withClasses(summaryOf(2, 1), {"a", "b"});
    const float infinite = std::numeric_limits<float>::infinity();
    const Samples train{.features = {0, 1, 2, infinite, 4, 5}, .labels = {0, 1}};
    NearestBaseline nearest(summary);
    Score score(2, 0);
    const Samples test{.features = {0, 1, 2}, .labels = {1}};
    QVERIFY2(!nearest.score(test.batch(1), score), "without any sample to be near to");
    nearest.add(train.batch(2));
    QVERIFY(!nearest.score(test.batch(1), score));
    QCOMPARE(score.samples(), std::uint64_t{0});
  }

  void whatWouldTakeLongIsLeftOut() {
    const auto classes = [](std::uint64_t train, std::uint64_t test) {
      return withClasses(summaryOf(train, test), {"a", "b"});
    };
    QVERIFY(RidgeBaseline::isCheap(classes(1'000'000, 1), 100));
    QVERIFY(!RidgeBaseline::isCheap(classes(1'000'001, 1), 100));
    QVERIFY(!RidgeBaseline::isCheap(classes(1, 1'000'001), 100));
    QVERIFY(!RidgeBaseline::isCheap(classes(10, 1), 2047));
    QVERIFY(!RidgeBaseline::isCheap(classes(60'000, 1), 1000));
    QVERIFY(!RidgeBaseline::isCheap(classes(10, 1), 0));
    QVERIFY(NearestBaseline::isCheap(classes(1000, 1000), 1000));
    QVERIFY(!NearestBaseline::isCheap(classes(10'000, 10'000), 1000));
    QVERIFY(!NearestBaseline::isCheap(classes(100'000, 1), 1000));
  }
};

MASU_TEST(SimpleMethodsTest)
#include "simple_methods_test.moc"

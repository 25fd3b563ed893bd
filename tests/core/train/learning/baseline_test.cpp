// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/learning/baseline.h"

#include <QTest>
#include <cmath>

#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::train;

namespace {

DatasetSummary classesWith(std::vector<std::uint64_t> train) {
  DatasetSummary summary;
  for (std::size_t code = 0; code < train.size(); ++code) summary.classes.push_back(std::to_string(code));
  summary.outputs = static_cast<std::int64_t>(train.size());
  summary.classSamples = std::move(train);
  return summary;
}

DatasetSummary valuesWith(std::vector<float> mean) {
  DatasetSummary summary;
  summary.outputs = static_cast<std::int64_t>(mean.size());
  summary.targetMean = std::move(mean);
  return summary;
}

/// Of so many samples of each class, whatever was predicted for them.
Score scoreOf(const std::vector<std::uint64_t>& samples, std::int64_t predicted) {
  Score score(samples.size(), 0);
  for (std::size_t code = 0; code < samples.size(); ++code)
    for (std::uint64_t i = 0; i < samples[code]; ++i) score.addPrediction(static_cast<std::int64_t>(code), predicted);
  return score;
}

bool isNear(double one, double other) {
  return std::abs(one - other) < 1e-12;
}

}  // namespace

class BaselineTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  /// The largest class is that of the train split, also where another one is larger here.
  void theLargestClassIsThatOfTrain() {
    const DatasetSummary summary = classesWith({10, 30, 20});
    for (const std::int64_t predicted : {0, 1, 2}) {
      const metrics::Figures figures = baselineOf(scoreOf({5, 2, 13}, predicted), summary);
      QCOMPARE(figures.accuracy, 0.1);
      QVERIFY(std::isnan(figures.rmse) && std::isnan(figures.r2) && std::isnan(figures.loss));
    }
    QCOMPARE(baselineOf(scoreOf({5, 0, 13}, 0), summary).accuracy, 0.0);
    QCOMPARE(baselineOf(scoreOf({0, 7, 0}, 0), summary).accuracy, 1.0);
    // Of classes that are as large, the first.
    QCOMPARE(baselineOf(scoreOf({1, 3}, 0), classesWith({4, 4})).accuracy, 0.25);
  }

  void ofNoSamplesThereIsNone() {
    QVERIFY(std::isnan(baselineOf(Score(3, 0), classesWith({1, 2, 3})).accuracy));
    QVERIFY(std::isnan(baselineOf(Score(), classesWith({1, 2, 3})).accuracy));
    const metrics::Figures values = baselineOf(Score(0, 1), valuesWith({3}));
    QVERIFY(std::isnan(values.rmse) && std::isnan(values.r2));
  }

  /// Errors worked out one by one, of a mean that is not that of the samples.
  void valuesAreComparedWithTheMeanOfTrain() {
    const std::vector<double> truths = {1, 2, 4, 9};
    constexpr double kMean = 3;
    Score score(0, 1);
    double squared = 0;
    double around = 0;
    for (const double truth : truths) {
      score.addValue(0, truth, 1000);
      squared += (truth - kMean) * (truth - kMean);
      around += (truth - 4) * (truth - 4);
    }
    score.addLoss(1, 4, 4);
    const metrics::Figures figures = baselineOf(score, valuesWith({kMean}));
    QVERIFY(isNear(figures.rmse, std::sqrt(squared / 4)));
    QVERIFY(isNear(figures.r2, 1 - squared / around));
    QVERIFY(std::isnan(figures.accuracy));
    // That of the samples themselves explains nothing, and costs nothing either.
    QVERIFY(isNear(baselineOf(score, valuesWith({4})).r2, 0));
  }

  void severalOutputsAreAveraged() {
    Score score(0, 2);
    for (const double truth : {-1.0, 1.0}) {
      score.addValue(0, truth, 0);
      score.addValue(1, 5 * truth, 0);
    }
    score.addLoss(1, 2, 2);
    const metrics::Figures figures = baselineOf(score, valuesWith({0, 0}));
    QVERIFY(isNear(figures.rmse, 3));
    QVERIFY(isNear(figures.r2, 0));
  }

  /// Where all values are equal, R² is not defined.
  void equalValuesHaveNoR2() {
    Score score(0, 1);
    for (int i = 0; i < 3; ++i) score.addValue(0, 2, 0);
    score.addLoss(1, 3, 3);
    const metrics::Figures figures = baselineOf(score, valuesWith({5}));
    QVERIFY(isNear(figures.rmse, 3));
    QVERIFY(std::isnan(figures.r2));
  }
};

MASU_TEST(BaselineTest)
#include "baseline_test.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/metrics/repeats.h"

#include <QTest>
#include <cmath>
#include <limits>

#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::metrics;

namespace {

RunSummary repeatOf(const std::string& model, double rate, int repeat, double accuracy) {
  RunSummary run;
  run.model = model;
  run.learningRate = rate;
  run.repeat = repeat;
  run.tested = true;
  run.test.accuracy = accuracy;
  EpochDone worse;
  worse.validation.loss = 2;
  worse.validation.accuracy = 0;
  EpochDone best;
  best.validation.loss = 1;
  best.validation.accuracy = accuracy / 2;
  run.epochs = {best, worse};
  return run;
}

}  // namespace

class RepeatsTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void aModelTrainedOnceHasNone() {
    QVERIFY(repeatedModels({}).empty());
    QVERIFY(repeatedModels({repeatOf("mlp", 0.1, 0, 1), repeatOf("mlp", 0.2, 0, 1)}).empty());
  }

  /// 0.5, 0.75 and 1: squares of 0.0625 twice, divided by two.
  void meanAndDeviationAreThoseOfASample() {
    const auto models =
        repeatedModels({repeatOf("mlp", 0.1, 1, 0.5), repeatOf("mlp", 0.1, 2, 0.75), repeatOf("mlp", 0.1, 3, 1)});
    QCOMPARE(models.size(), std::size_t{1});
    QCOMPARE(models[0].model, std::string("mlp"));
    QCOMPARE(models[0].repeats, std::uint64_t{3});
    QCOMPARE(models[0].test.mean.accuracy, 0.75);
    QCOMPARE(models[0].test.deviation.accuracy, 0.25);
    QCOMPARE(models[0].validation.mean.accuracy, 0.375);
    QCOMPARE(models[0].validation.deviation.accuracy, 0.125);
    QVERIFY(std::isnan(models[0].test.mean.rmse) && std::isnan(models[0].test.deviation.rmse));
  }

  void eachModelAndRateHasItsOwn() {
    const auto models =
        repeatedModels({repeatOf("mlp", 0.1, 1, 0), repeatOf("mlp", 0.1, 2, 1), repeatOf("mlp", 0.2, 1, 1),
                        repeatOf("mlp", 0.2, 2, 1), repeatOf("linear", 0.1, 1, 0), repeatOf("linear", 0.1, 2, 0)});
    QCOMPARE(models.size(), std::size_t{3});
    QCOMPARE(models[0].test.mean.accuracy, 0.5);
    QCOMPARE(models[1].learningRate, 0.2);
    QCOMPARE(models[1].test.mean.accuracy, 1.0);
    QCOMPARE(models[1].test.deviation.accuracy, 0.0);
    QCOMPARE(models[2].model, std::string("linear"));
    QVERIFY(models[0].isOneOfSeveral && models[1].isOneOfSeveral && !models[2].isOneOfSeveral);
  }

  /// A mean of those alone that have a figure would be better than the model is.
  void whatOneLacksNoneHas() {
    std::vector<RunSummary> runs = {repeatOf("mlp", 0.1, 1, 0.5), repeatOf("mlp", 0.1, 2, 1)};
    runs[1].test.accuracy = kAbsent;
    QVERIFY(std::isnan(repeatedModels(runs)[0].test.mean.accuracy));
    runs[1].test.accuracy = std::numeric_limits<double>::infinity();
    QVERIFY(std::isnan(repeatedModels(runs)[0].test.mean.accuracy));
  }

  void thoseThatHaveNotEndedDoNotCount() {
    std::vector<RunSummary> runs = {repeatOf("mlp", 0.1, 1, 0.5), repeatOf("mlp", 0.1, 2, 1),
                                    repeatOf("mlp", 0.1, 3, 0)};
    runs[2].tested = false;
    const auto two = repeatedModels(runs);
    QCOMPARE(two[0].repeats, std::uint64_t{2});
    QCOMPARE(two[0].planned, std::uint64_t{3});
    QCOMPARE(two[0].test.mean.accuracy, 0.75);
    runs[1].tested = false;
    const auto one = repeatedModels(runs);
    QCOMPARE(one[0].repeats, std::uint64_t{1});
    QVERIFY(std::isnan(one[0].test.mean.accuracy) && std::isnan(one[0].validation.mean.accuracy));
  }

  /// The figures do not know whether seeds or folds made them differ.
  void foldsAreSummedUpAsRepeatsAre() {
    const std::vector<std::vector<RunSummary>> folds = {
        {repeatOf("mlp", 0.1, 0, 0.5), repeatOf("linear", 0.2, 0, 0.125)},
        {repeatOf("mlp", 0.1, 0, 0.75), repeatOf("linear", 0.2, 0, 0.25)},
        {repeatOf("mlp", 0.1, 0, 1), repeatOf("linear", 0.2, 0, 0.5)}};
    const auto repeats = repeatedModels({repeatOf("mlp", 0.1, 1, 0.5), repeatOf("mlp", 0.1, 2, 0.75),
                                         repeatOf("mlp", 0.1, 3, 1), repeatOf("linear", 0.2, 1, 0.125),
                                         repeatOf("linear", 0.2, 2, 0.25), repeatOf("linear", 0.2, 3, 0.5)});
    const auto models = modelsOverFolds(folds);
    QCOMPARE(models.size(), repeats.size());
    for (std::size_t i = 0; i < models.size(); ++i) {
      QCOMPARE(models[i].model, repeats[i].model);
      QCOMPARE(models[i].repeats, std::uint64_t{3});
      QCOMPARE(models[i].test.mean.accuracy, repeats[i].test.mean.accuracy);
      QCOMPARE(models[i].test.deviation.accuracy, repeats[i].test.deviation.accuracy);
      QCOMPARE(models[i].validation.mean.accuracy, repeats[i].validation.mean.accuracy);
      QCOMPARE(models[i].validation.deviation.accuracy, repeats[i].validation.deviation.accuracy);
    }
    QVERIFY(modelsOverFolds({}).empty());
    const auto rates = modelsOverFolds({{repeatOf("mlp", 0.1, 0, 1), repeatOf("mlp", 0.2, 0, 1)},
                                        {repeatOf("mlp", 0.1, 0, 0), repeatOf("mlp", 0.2, 0, 0)}});
    QVERIFY(rates.size() == 2 && rates[0].isOneOfSeveral && rates[1].isOneOfSeveral);
  }
};

MASU_TEST(RepeatsTest)
#include "repeats_test.moc"

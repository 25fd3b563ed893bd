// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/metrics/figures/ranking.h"

#include <QTest>
#include <algorithm>
#include <cmath>
#include <functional>
#include <random>

#include "core/metrics/figures/figures.h"
#include "tests/fixtures/test_group.h"

using namespace masu::metrics;

namespace {

struct Scored {
  float margin = 0;
  bool second = false;
};

/// Margins all about `centre`, as those of a model that has learned little: most differ in their last bits alone.
std::vector<Scored> near(float centre, std::size_t count) {
  std::mt19937 chance(7);
  std::normal_distribution<float> normal(centre, 0.01F);
  std::vector<Scored> scored;
  for (std::size_t i = 0; i < count; ++i) {
    const bool second = i % 10 == 0;
    scored.push_back({normal(chance) + (second ? 0.004F : 0), second});
  }
  return scored;
}

Ranking rankingOf(const std::vector<Scored>& scored) {
  Ranking ranking;
  for (const Scored& one : scored) ranking.add(one.margin, one.second);
  return ranking;
}

/// By the ranks of all margins, where equal ones share theirs.
double exactArea(std::vector<Scored> scored) {
  std::ranges::sort(scored, {}, &Scored::margin);
  double below = 0;
  double above = 0;
  double pairs = 0;
  for (std::size_t i = 0; i < scored.size();) {
    double first = 0;
    double second = 0;
    for (const float margin = scored[i].margin; i < scored.size() && scored[i].margin == margin; ++i)
      (scored[i].second ? second : first) += 1;
    pairs += second * (below + first / 2);
    below += first;
    above += second;
  }
  return pairs / (below * above);
}

/// The mean precision over the samples of the second class, a threshold a margin.
double exactPrecision(std::vector<Scored> scored) {
  std::ranges::sort(scored, std::ranges::greater(), &Scored::margin);
  double hits = 0;
  double all = 0;
  double sum = 0;
  for (std::size_t i = 0; i < scored.size();) {
    double tied = 0;
    for (const float margin = scored[i].margin; i < scored.size() && scored[i].margin == margin; ++i, ++all)
      tied += scored[i].second ? 1 : 0;
    hits += tied;
    sum += tied * hits / all;
  }
  return sum / hits;
}

/// The distance between two values that print alike: a power of ten.
double lastDigitOf(double value) {
  double step = 1;
  while (std::abs(std::round(value / step) * step - value) > step / 1000) step /= 10;
  return step;
}

double probabilityOf(double margin) {
  return 1 / (1 + std::exp(-margin));
}

}  // namespace

class RankingTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void rocAreaIsTheShareOfPairsInOrder() {
    std::mt19937 chance(3);
    std::normal_distribution<double> normal;
    std::vector<double> first;
    std::vector<double> second;
    Ranking area;
    for (int i = 0; i < 400; ++i) {
      // In steps, so that some tie.
      first.push_back(std::round(normal(chance) * 64) / 64);
      second.push_back(std::round((normal(chance) + 0.7) * 64) / 64);
      area.add(first.back(), false);
      area.add(second.back(), true);
    }
    double pairs = 0;
    for (const double a : first) {
      for (const double b : second) pairs += b > a ? 1 : b == a ? 0.5 : 0;
    }
    QCOMPARE(area.rocArea(), pairs / (400.0 * 400));
  }

  void rocAreaOfMarginsCloseTogetherIsExact() {
    for (const float centre : {-3.0F, 1e-6F, 100.0F}) {
      const std::vector<Scored> scored = near(centre, 20'000);
      QCOMPARE(rankingOf(scored).rocArea(), exactArea(scored));
    }
  }

  void rocAreaOfVeryManyMarginsHasOnlyDigitsThatAreRight() {
    std::vector<Scored> scored = near(0, 6 * Ranking::kMostBins);
    const double exact = exactArea(scored);
    const Ranking area = rankingOf(scored);
    const double value = area.rocArea();
    QVERIFY2(value != exact, "this many different margins still have bins of their own");
    // The last digit may be off by one, and there are at least four.
    const double step = lastDigitOf(value);
    QVERIFY2(step <= 1e-4, qPrintable(QString::number(value, 'g', 17)));
    QVERIFY2(std::abs(value - exact) <= step, qPrintable(QString::number(exact, 'g', 17)));

    // Neither the order nor where a run was resumed makes a difference.
    std::ranges::shuffle(scored, std::mt19937(11));
    const std::vector<Scored> begin(scored.begin(), scored.begin() + 500'000);
    Ranking resumed;
    resumed.setCounts(rankingOf(begin).counts());
    for (std::size_t i = begin.size(); i < scored.size(); ++i) resumed.add(scored[i].margin, scored[i].second);
    QCOMPARE(resumed.rocArea(), value);
    QVERIFY(resumed.counts() == area.counts());
    QVERIFY(resumed.counts().size() * sizeof(std::uint32_t) <= Ranking::mostBytes());
  }

  void rocAreaOfWhatIsSeparatedIsOneAndOfTiesAHalf() {
    Ranking apart;
    Ranking ties;
    for (const double margin : {-1e30, -2.0, -1e-30, 0.0}) apart.add(margin, false);
    for (const double margin : {1e-30, 3.0, 1e30, HUGE_VAL}) apart.add(margin, true);
    for (const bool second : {true, false, true}) ties.add(-0.0, second);
    ties.add(0.0, true);
    ties.add(kAbsent, true);
    QCOMPARE(apart.rocArea(), 1.0);
    QCOMPARE(ties.rocArea(), 0.5);
  }

  void itIsContinuedFromItsCounts() {
    Ranking whole;
    Ranking begun;
    for (int i = 0; i < 50; ++i) {
      whole.add(std::sin(i), i % 3 == 0);
      begun.add(std::sin(i), i % 3 == 0);
    }
    Ranking restored;
    restored.setCounts(begun.counts());
    Ranking rest = restored;  // a copy is continued as well
    for (int i = 50; i < 100; ++i) {
      whole.add(std::sin(i), i % 3 == 0);
      rest.add(std::sin(i), i % 3 == 0);
    }
    QCOMPARE(rest.rocArea(), whole.rocArea());
    QCOMPARE(rest.averagePrecision(), whole.averagePrecision());
  }

  void averagePrecisionIsTheMeanPrecisionOfTheSecondClass() {
    for (const float centre : {-3.0F, 1e-6F, 100.0F}) {
      const std::vector<Scored> scored = near(centre, 20'000);
      QVERIFY(std::abs(rankingOf(scored).averagePrecision() - exactPrecision(scored)) < 1e-12);
    }
    Ranking ties;
    for (const bool second : {true, false, false, true}) ties.add(1, second);
    QCOMPARE(ties.averagePrecision(), 0.5);
    ties.add(2, false);
    QCOMPARE(ties.averagePrecision(), 0.4);
    QVERIFY(std::isnan(Ranking().averagePrecision()));
  }

  void averagePrecisionOfVeryManyMarginsHasOnlyDigitsThatAreRight() {
    const std::vector<Scored> scored = near(0, 6 * Ranking::kMostBins);
    const double exact = exactPrecision(scored);
    const double value = rankingOf(scored).averagePrecision();
    QVERIFY(value != exact);
    const double step = lastDigitOf(value);
    QVERIFY2(step <= 1e-3, qPrintable(QString::number(value, 'g', 17)));
    QVERIFY2(std::abs(value - exact) <= step, qPrintable(QString::number(exact, 'g', 17)));
  }

  void theBestThresholdHasTheLargestF1() {
    const std::vector<Scored> scored = near(-1, 2'000);
    const auto best = rankingOf(scored).bestThreshold(1);
    QVERIFY(best);
    const auto f1At = [&](double threshold) {
      double hits = 0;
      double wrong = 0;
      for (const Scored& one : scored) {
        const bool isPredicted = probabilityOf(one.margin) >= threshold;
        hits += isPredicted && one.second ? 1 : 0;
        wrong += isPredicted != one.second ? 1 : 0;
      }
      return 2 * hits / (2 * hits + wrong);
    };
    QCOMPARE(f1At(best->probability), best->f1);
    for (const Scored& one : scored) QVERIFY(f1At(probabilityOf(one.margin)) <= best->f1 + 1e-12);

    // With as few digits as there is room for, and not at an end of it.
    Ranking apart;
    for (const double margin : {-1.0, -2.0}) apart.add(margin, false);
    for (const double margin : {2.0, 1.0}) apart.add(margin, true);
    QCOMPARE(apart.bestThreshold(1)->probability, 0.6);
    QCOMPARE(apart.bestThreshold(1)->f1, 1.0);
    Ranking ties;
    for (const bool second : {true, false}) ties.add(0, second);
    QCOMPARE(ties.bestThreshold(1)->f1, 2.0 / 3);
    QVERIFY(ties.bestThreshold(1)->probability <= 0.5);
    QVERIFY(!Ranking().bestThreshold(1));
  }

  /// As counting by hand gives it, whatever the temperature. What is not a number is not a prediction.
  void confusionAtAThresholdIsCounted() {
    std::vector<Scored> scored = near(-1, 2'000);
    scored.push_back({std::nanf(""), true});
    const Ranking ranking = rankingOf(scored);
    for (const double temperature : {0.5, 1.0, 3.0}) {
      for (const double threshold : {0.0, probabilityOf(-1 / temperature), 0.3, 1.0}) {
        std::vector<std::uint64_t> counted(4);
        for (const Scored& one : scored) {
          if (std::isnan(one.margin)) continue;
          const bool isPredicted = probabilityOf(one.margin / temperature) >= threshold;
          ++counted[(one.second ? 2 : 0) + (isPredicted ? 1 : 0)];
        }
        QCOMPARE(ranking.confusionAt(threshold, temperature), counted);
      }
      const auto best = ranking.bestThreshold(temperature);
      QVERIFY(best);
      QCOMPARE(perClass(ranking.confusionAt(best->probability, temperature))[1].f1, best->f1);
    }
    QCOMPARE(Ranking().confusionAt(0.5, 1), std::vector<std::uint64_t>(4));
  }

  /// Margins so large that several have the probability 1: nobody can predict the upper ones of them alone.
  void theBestThresholdDoesNotPartWhatIsEqual() {
    Ranking ranking;
    for (const double margin : {60.0, 50.0}) ranking.add(margin, true);
    for (const double margin : {40.0, 39.0, 38.0, 1.0, -1.0}) ranking.add(margin, false);
    const auto best = ranking.bestThreshold(1);
    QVERIFY(best);
    QCOMPARE(best->probability, 0.9);
    QCOMPARE(best->f1, 4.0 / 7);
    QCOMPARE(ranking.confusionAt(best->probability, 1), (std::vector<std::uint64_t>{2, 3, 0, 2}));
    // A temperature that distinguishes them gives what is really the best.
    QCOMPARE(ranking.bestThreshold(10)->f1, 1.0);
    QCOMPARE(ranking.confusionAt(ranking.bestThreshold(10)->probability, 10), (std::vector<std::uint64_t>{5, 0, 0, 2}));
  }

  /// Also where bins hold several margins, and the last of them one that is infinite.
  void theBestThresholdOfVeryManyMarginsHasTheF1ThatIsStated() {
    std::vector<Scored> scored = near(0, 6 * Ranking::kMostBins);
    for (const bool isRare : {true, false}) {
      for (Scored& one : scored) one.second = one.second == isRare;
      scored.push_back({-HUGE_VALF, true});
      const Ranking ranking = rankingOf(scored);
      const auto best = ranking.bestThreshold(1);
      QVERIFY(best && best->probability >= 0 && best->probability <= 1);
      QCOMPARE(perClass(ranking.confusionAt(best->probability, 1))[1].f1, best->f1);
    }
    // Now most are of the second class, so that all are best predicted as it.
    const Ranking most = rankingOf(scored);
    QCOMPARE(perClass(most.confusionAt(most.bestThreshold(1)->probability, 1))[1].predicted, scored.size());
  }

  /// As counting by hand gives them, in order of their margins.
  void thresholdsCountWhatIsAtLeastAsProbable() {
    Ranking ranking;
    for (const double margin : {2.0, 1.0, -1.0}) ranking.add(margin, true);
    for (const double margin : {1.0, -1.0, -1.0, -4.0}) ranking.add(margin, false);
    const std::vector<ThresholdPoint> points = ranking.thresholds(1, 10);
    const std::vector<ThresholdPoint> hot = ranking.thresholds(2, 10);
    const std::vector<ThresholdPoint> expected = {
        {probabilityOf(2), 1, 0}, {probabilityOf(1), 2, 1}, {probabilityOf(-1), 3, 3}, {probabilityOf(-4), 3, 4}};
    QCOMPARE(points.size(), expected.size());
    for (std::size_t i = 0; i < points.size(); ++i) {
      QCOMPARE(points[i].probability, expected[i].probability);
      QCOMPARE(points[i].truePositives, expected[i].truePositives);
      QCOMPARE(points[i].falsePositives, expected[i].falsePositives);
      QCOMPARE(hot[i].truePositives, expected[i].truePositives);
    }
    QCOMPARE(hot.front().probability, probabilityOf(1));
    Ranking one;
    one.add(1, true);
    QVERIFY(Ranking().thresholds(1, 10).empty() && one.thresholds(1, 10).empty());
  }

  void thresholdsThatAreLeftOutAreNearOnesThatStay() {
    constexpr std::size_t kMost = 50;
    const Ranking ranking = rankingOf(near(0.3F, 6 * Ranking::kMostBins));
    const std::vector<ThresholdPoint> all = ranking.thresholds(1, Ranking::kMostBins);
    const std::vector<ThresholdPoint> few = ranking.thresholds(1, kMost);
    QVERIFY2(all.size() > 1000, qPrintable(QString::number(all.size())));
    QVERIFY2(few.size() <= kMost + 1 && few.size() > kMost / 4, qPrintable(QString::number(few.size())));
    const auto share = [&](std::uint64_t count, std::uint64_t every) {
      return static_cast<double>(count) / static_cast<double>(every);
    };
    const ThresholdPoint& last = all.back();
    QCOMPARE(few.back().truePositives, last.truePositives);
    QCOMPARE(few.back().falsePositives, last.falsePositives);
    std::size_t next = 0;
    ThresholdPoint kept;
    for (const ThresholdPoint& one : all) {
      if (next < few.size() && one.probability == few[next].probability) kept = few[next++];
      QVERIFY(share(one.truePositives - kept.truePositives, last.truePositives) <= 2.0 / kMost);
      QVERIFY(share(one.falsePositives - kept.falsePositives, last.falsePositives) <= 2.0 / kMost);
    }
    QCOMPARE(next, few.size());
  }

  void whatContradictsItselfIsNotACurve() {
    const std::vector<ThresholdPoint> curve = {{0.9, 5, 0}, {0.5, 8, 6}, {0.1, 10, 30}};
    QVERIFY(areCurve(curve) && !areCurve({}));
    const auto isCurveWith = [&](std::size_t at, ThresholdPoint point) {
      std::vector<ThresholdPoint> changed = curve;
      changed[at] = point;
      return areCurve(changed);
    };
    QVERIFY(isCurveWith(1, {0.5, 5, 0}));
    QVERIFY2(!isCurveWith(1, {0.5, 4, 6}), "fewer than before");
    QVERIFY2(!isCurveWith(2, {0.1, 10, 5}), "fewer than before");
    QVERIFY2(!isCurveWith(1, {0.95, 8, 6}), "a higher threshold");
    QVERIFY2(!isCurveWith(0, {2, 5, 0}), "no probability");
    QVERIFY2(!isCurveWith(2, {std::nan(""), 10, 30}), "no number");
    QVERIFY2(!isCurveWith(0, {0.9, 0, 0}), "no sample at first");
    QVERIFY2(!areCurve(std::span(curve).first(1)), "one class alone");
  }

  void oneClassAloneHasNoArea() {
    QVERIFY(std::isnan(Ranking().rocArea()));
    Ranking one;
    one.add(1, true);
    QVERIFY(std::isnan(one.rocArea()));
    QCOMPARE(one.averagePrecision(), 1.0);
  }
};

MASU_TEST(RankingTest)
#include "ranking_test.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/metrics/figures/figures.h"

#include <QTest>
#include <algorithm>
#include <cmath>
#include <random>

#include "core/metrics/figures/calibration.h"
#include "core/metrics/figures/roc_area.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
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

RocArea areaOf(const std::vector<Scored>& scored) {
  RocArea area;
  for (const Scored& one : scored) area.add(one.margin, one.second);
  return area;
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

}  // namespace

class FiguresTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void aClassIsMeasuredByItsRowAndColumn() {
    // Three classes; the last never occurs and is never predicted.
    const std::vector<std::uint64_t> confusion = {6, 2, 0, 1, 3, 0, 0, 0, 0};
    QCOMPARE(perClass(std::span(confusion).first(3)).size(), std::size_t{1});  // as a damaged log may have it
    const auto classes = perClass(confusion);
    QCOMPARE(classes.size(), std::size_t{3});
    QCOMPARE(classes[0].samples, std::uint64_t{8});
    QCOMPARE(classes[0].precision, 6.0 / 7);
    QCOMPARE(classes[0].recall, 6.0 / 8);
    QCOMPARE(classes[1].f1, 2.0 * 3 / (4 + 5));
    QCOMPARE(classes[1].predicted, std::uint64_t{5});
    // As scikit-learn with zero_division=0.
    QCOMPARE(classes[2].precision, 0.0);
    QCOMPARE(classes[2].recall, 0.0);
    QCOMPARE(classes[2].f1, 0.0);
    QCOMPARE(macroF1(confusion), (2.0 * 6 / (8 + 7) + 2.0 * 3 / 9) / 2);
  }

  void balancedAccuracyIsTheMeanRecallOfClassesThatOccur() {
    // The third class never occurs, but is predicted.
    const std::vector<std::uint64_t> confusion = {6, 1, 1, 1, 3, 0, 0, 0, 0};
    QCOMPARE(balancedAccuracy(confusion), (6.0 / 8 + 3.0 / 4) / 2);
    QCOMPARE(macroF1(confusion), (2.0 * 6 / (8 + 7) + 2.0 * 3 / (4 + 4) + 0) / 3);
  }

  void logLossIsClipped() {
    Calibration one;
    one.add(0.25, 0.75, false);
    QCOMPARE(one.logLoss(), -std::log(0.25));
    one.add(0, 1, false);
    QCOMPARE(one.logLoss(), (-std::log(0.25) - std::log(std::ldexp(1, -52))) / 2);
    one.add(kAbsent, kAbsent, false);
    QVERIFY(std::isnan(one.logLoss()) && std::isnan(one.error()));
  }

  void calibrationErrorIsTheMeanDistanceOfBins() {
    Calibration three;
    // Two share a bin, in which one is right; the third is in the last bin.
    three.add(0.62, 0.62, true);
    three.add(0.36, 0.64, false);
    three.add(1, 1, true);
    QCOMPARE(three.error(), std::abs(0.62 + 0.64 - 1) / 3);
    // A bin holds its upper end, so that 0.6 is in the one below.
    three.add(0.4, 0.6, false);
    QCOMPARE(three.error(), (std::abs(0.62 + 0.64 - 1) + 0.6) / 4);
    const auto bins = three.bins();
    QCOMPARE(bins.size(), Calibration::kBins);
    QCOMPARE(bins[9].samples, std::uint64_t{2});
    QCOMPARE(bins[9].probability, (0.62 + 0.64) / 2);
    QCOMPARE(bins[9].accuracy, 0.5);
    QCOMPARE(bins[8].samples, std::uint64_t{1});
    QCOMPARE(bins[8].accuracy, 0.0);
    QCOMPARE(bins[14].accuracy, 1.0);
    QVERIFY(bins[0].samples == 0 && std::isnan(bins[0].probability) && std::isnan(bins[0].accuracy));
    // Weighted by their samples, the distances are the error.
    double error = 0;
    for (const ReliabilityBin& bin : bins)
      if (bin.samples > 0) error += static_cast<double>(bin.samples) * std::abs(bin.probability - bin.accuracy) / 4;
    QVERIFY(std::abs(error - three.error()) < 1e-12);
    QVERIFY(Calibration().bins().empty());
  }

  void nothingHasNoFigures() {
    QVERIFY(std::isnan(macroF1({})) && std::isnan(balancedAccuracy({})));
    QVERIFY(std::isnan(Calibration().logLoss()) && std::isnan(Calibration().error()));
    QVERIFY(std::isnan(RocArea().value()));
    RocArea one;
    one.add(1, true);
    QVERIFY(std::isnan(one.value()));
  }

  void rocAreaIsTheShareOfPairsInOrder() {
    std::mt19937 chance(3);
    std::normal_distribution<double> normal;
    std::vector<double> first;
    std::vector<double> second;
    RocArea area;
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
    QCOMPARE(area.value(), pairs / (400.0 * 400));
  }

  void rocAreaOfMarginsCloseTogetherIsExact() {
    for (const float centre : {-3.0F, 1e-6F, 100.0F}) {
      const std::vector<Scored> scored = near(centre, 20'000);
      QCOMPARE(areaOf(scored).value(), exactArea(scored));
    }
  }

  void rocAreaOfVeryManyMarginsHasOnlyDigitsThatAreRight() {
    std::vector<Scored> scored = near(0, 6 * RocArea::kMostBins);
    const double exact = exactArea(scored);
    const RocArea area = areaOf(scored);
    const double value = area.value();
    QVERIFY2(value != exact, "this many different margins still have bins of their own");
    // The last digit may be off by one, and there are at least four.
    double step = 1;
    while (std::abs(std::round(value / step) * step - value) > step / 1000) step /= 10;
    QVERIFY2(step <= 1e-4, qPrintable(QString::number(value, 'g', 17)));
    QVERIFY2(std::abs(value - exact) <= step, qPrintable(QString::number(exact, 'g', 17)));

    // Neither the order nor where a run was resumed makes a difference.
    std::ranges::shuffle(scored, std::mt19937(11));
    const std::vector<Scored> begin(scored.begin(), scored.begin() + 500'000);
    RocArea resumed;
    resumed.setCounts(areaOf(begin).counts());
    for (std::size_t i = begin.size(); i < scored.size(); ++i) resumed.add(scored[i].margin, scored[i].second);
    QCOMPARE(resumed.value(), value);
    QVERIFY(resumed.counts() == area.counts());
    QVERIFY(resumed.counts().size() * sizeof(std::uint32_t) <= RocArea::mostBytes());
  }

  void rocAreaOfWhatIsSeparatedIsOneAndOfTiesAHalf() {
    RocArea apart;
    RocArea ties;
    for (const double margin : {-1e30, -2.0, -1e-30, 0.0}) apart.add(margin, false);
    for (const double margin : {1e-30, 3.0, 1e30, HUGE_VAL}) apart.add(margin, true);
    for (const bool second : {true, false, true}) ties.add(-0.0, second);
    ties.add(0.0, true);
    ties.add(kAbsent, true);
    QCOMPARE(apart.value(), 1.0);
    QCOMPARE(ties.value(), 0.5);
  }

  void rocAreaGoesOnFromItsCounts() {
    RocArea whole;
    RocArea begun;
    for (int i = 0; i < 50; ++i) {
      whole.add(std::sin(i), i % 3 == 0);
      begun.add(std::sin(i), i % 3 == 0);
    }
    RocArea restored;
    restored.setCounts(begun.counts());
    RocArea rest = restored;  // a copy goes on as well
    for (int i = 50; i < 100; ++i) {
      whole.add(std::sin(i), i % 3 == 0);
      rest.add(std::sin(i), i % 3 == 0);
    }
    QCOMPARE(rest.value(), whole.value());
  }
};

MASU_TEST(FiguresTest)
#include "figures_test.moc"

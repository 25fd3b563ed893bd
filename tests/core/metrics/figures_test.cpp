// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/metrics/figures/figures.h"

#include <QTest>
#include <cmath>

#include "core/metrics/figures/calibration.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::metrics;

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
  }
};

MASU_TEST(FiguresTest)
#include "figures_test.moc"

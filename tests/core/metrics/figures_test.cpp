// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/metrics/figures.h"

#include <QTest>
#include <algorithm>
#include <cmath>
#include <random>

#include "core/metrics/roc_area.h"

using namespace masu;
using namespace masu::metrics;

class FiguresTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void aClassIsToldByItsRowAndColumn() {
    // Three classes; the last never occurs and is never predicted.
    const std::vector<std::uint64_t> confusion = {6, 2, 0, 1, 3, 0, 0, 0, 0};
    const auto classes = perClass(confusion);
    QCOMPARE(classes.size(), std::size_t{3});
    QCOMPARE(classes[0].samples, std::uint64_t{8});
    QCOMPARE(classes[0].precision, 6.0 / 7);
    QCOMPARE(classes[0].recall, 6.0 / 8);
    QCOMPARE(classes[1].f1, 2.0 * 3 / (4 + 5));
    QVERIFY(std::isnan(classes[2].precision) && std::isnan(classes[2].recall) && std::isnan(classes[2].f1));
    QCOMPARE(macroF1(confusion), (2.0 * 6 / (8 + 7) + 2.0 * 3 / 9) / 2);
  }

  void nothingHasNoFigures() {
    QVERIFY(std::isnan(macroF1({})));
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
      first.push_back(normal(chance));
      second.push_back(normal(chance) + 0.7);
      area.add(first.back(), false);
      area.add(second.back(), true);
    }
    double pairs = 0;
    for (const double a : first) {
      for (const double b : second) pairs += b > a ? 1 : b == a ? 0.5 : 0;
    }
    QVERIFY(std::abs(area.value() - pairs / (400.0 * 400)) < 1e-3);
  }

  void rocAreaOfWhatIsToldApartIsOneAndOfTiesAHalf() {
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
    RocArea rest;
    rest.setCounts(begun.counts());
    for (int i = 50; i < 100; ++i) {
      whole.add(std::sin(i), i % 3 == 0);
      rest.add(std::sin(i), i % 3 == 0);
    }
    QCOMPARE(rest.value(), whole.value());
  }
};

QTEST_GUILESS_MAIN(FiguresTest)
#include "figures_test.moc"

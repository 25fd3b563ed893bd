// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/paint/decimate.h"

#include <QTest>
#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

#include "tests/fixtures/test_group.h"

using namespace masu::ui;

namespace {

std::vector<QPointF> noise(std::size_t count, unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> value(-1, 1);
  std::vector<QPointF> points;
  for (std::size_t i = 0; i < count; ++i) points.emplace_back(static_cast<double>(i), value(random));
  return points;
}

double lowest(const std::vector<QPointF>& points) {
  return std::ranges::min_element(points, {}, [](QPointF p) { return p.y(); })->y();
}

double highest(const std::vector<QPointF>& points) {
  return std::ranges::max_element(points, {}, [](QPointF p) { return p.y(); })->y();
}

}  // namespace

class DecimateTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  /// What is drawn are points of the series, in order, with its ends and its extremes.
  void fewPointsLookLikeAll() {
    for (const std::size_t count : {0U, 1U, 2U, 5U, 99U, 100U, 101U, 5'000U}) {
      const auto points = noise(count, 1);
      for (const std::size_t limit : {4U, 5U, 100U}) {
        const auto drawn = decimated(points, limit);
        QCOMPARE(drawn.size() == points.size(), count <= limit);
        QVERIFY(drawn.size() <= std::max<std::size_t>(limit, 1));
        QVERIFY(std::ranges::is_sorted(drawn, std::ranges::less_equal(), [](QPointF p) { return p.x(); }));
        for (const QPointF point : drawn) QCOMPARE(point, points[static_cast<std::size_t>(point.x())]);
        if (points.empty()) continue;
        QCOMPARE(drawn.front(), points.front());
        QCOMPARE(drawn.back(), points.back());
        QCOMPARE(lowest(drawn), lowest(points));
        QCOMPARE(highest(drawn), highest(points));
      }
    }
  }

  void pointsWithoutAValueAreLeftOut() {
    std::vector<QPointF> points = noise(1'000, 2);
    for (std::size_t i = 0; i < points.size(); i += 3) points[i].setY(i % 2 == 0 ? NAN : INFINITY);
    for (const std::size_t limit : {10U, 2'000U}) {
      const auto drawn = decimated(points, limit);
      QVERIFY(drawn.size() >= std::min<std::size_t>(limit, 660) / 2);
      QVERIFY(std::ranges::all_of(drawn, [](QPointF p) { return std::isfinite(p.y()); }));
    }
    QVERIFY(decimated({{0, NAN}, {1, NAN}}).empty());
  }

  void smoothingStaysWithinTheSeries() {
    const auto points = noise(500, 3);
    QCOMPARE(smoothed(points, 0), points);
    double before = highest(points) - lowest(points);
    for (const double strength : {0.3, 0.9, 0.99}) {
      const auto smooth = smoothed(points, strength);
      QCOMPARE(smooth.size(), points.size());
      QCOMPARE(smooth.front(), points.front());  // corrected for its start
      const std::vector<QPointF> later(smooth.begin() + 100, smooth.end());
      QVERIFY(highest(later) - lowest(later) < before);
      before = highest(later) - lowest(later);
    }
    const std::vector<QPointF> flat(50, QPointF(0, 7));
    for (const QPointF point : smoothed(flat, 0.9)) QVERIFY(std::abs(point.y() - 7) < 1e-12);
  }

  /// Inside the range, in order, evenly apart, no more than asked for: for every range that a chart may have,
  /// neighbours among numbers included.
  void ticksAreWithinTheirRange() {
    std::vector<std::pair<double, double>> ranges = {{0, 1},          {-1, 1},    {0, 1e-300},
                                                     {-1e300, 1e300}, {0.1, 0.3}, {3, 3.0001}};
    for (const double value : {1.0, 0.6931, 1e10, 1e17, 1e300})
      ranges.emplace_back(value, std::nextafter(value, INFINITY));
    for (const double value : {1e10, 1e17})
      ranges.emplace_back(value, value + 64 * (std::nextafter(value, INFINITY) - value));
    std::mt19937 random(4);
    for (int i = 0; i < 1'000; ++i) {
      const double low = std::ldexp(static_cast<double>(random()) - 2e9, static_cast<int>(random() % 60) - 30);
      ranges.emplace_back(low,
                          low + std::ldexp(1 + static_cast<double>(random()), static_cast<int>(random() % 60) - 60));
    }
    for (const auto& [low, high] : ranges) {
      for (const int limit : {2, 3, 5, 12}) {
        const auto ticks = roundTicks(low, high, limit);
        QVERIFY(ticks.size() <= static_cast<std::size_t>(limit));
        const double slack = (high - low) * 1e-5 + std::abs(high) * 1e-15;
        QVERIFY(std::ranges::all_of(ticks, [&](double tick) { return tick >= low - slack && tick <= high + slack; }));
        QVERIFY(std::ranges::is_sorted(ticks));
        QVERIFY(std::ranges::adjacent_find(ticks) == ticks.end());
      }
    }
    for (const auto& [low, high] : {std::pair(1.0, 1.0), std::pair(2.0, 1.0), std::pair(0.0, double(NAN))})
      QVERIFY(roundTicks(low, high, 5).empty());
    QVERIFY(roundTicks(0, 1, 1).empty());
  }

  void logarithmicTicksAreRoundNumbers() {
    for (const auto& [low, high] :
         {std::pair(0.02, 2.0), std::pair(1e-30, 1e30), std::pair(3.0, 4.0), std::pair(1e-300, 1e300)}) {
      const auto ticks = logTicks(low, high, 8);
      QVERIFY(!ticks.empty());
      QVERIFY(std::ranges::is_sorted(ticks, std::ranges::less_equal()));
      QVERIFY(ticks.front() >= low * (1 - 1e-8) && ticks.back() <= high * (1 + 1e-8));
    }
    QVERIFY(logTicks(0, 1, 8).empty());
    QVERIFY(logTicks(-1, 1, 8).empty());
    // A range that ends beyond all numbers has those that there are.
    const auto ticks = logTicks(1e300, std::numeric_limits<double>::infinity(), 8);
    QVERIFY(!ticks.empty() && std::isfinite(ticks.back()));
  }
};

MASU_TEST(DecimateTest)
#include "decimate_test.moc"

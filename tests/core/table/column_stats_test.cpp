// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/table/column_stats.h"

#include <QTest>
#include <cmath>
#include <cstring>
#include <random>
#include <vector>

#include "tests/fixtures/test_group.h"

using masu::table::ColumnStats;

namespace {

std::vector<double> values(std::size_t count, double around, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::normal_distribution<double> normal(around, 2.5);
  std::vector<double> drawn(count);
  for (double& value : drawn) value = random() % 50 == 0 ? std::nan("") : normal(random);
  return drawn;
}

ColumnStats statsOf(const std::vector<double>& column, std::size_t first, std::size_t last) {
  ColumnStats stats;
  for (std::size_t i = first; i < last; ++i) stats.add(column[i]);
  return stats;
}

ColumnStats inChunks(const std::vector<double>& column, std::size_t chunk) {
  ColumnStats merged;
  for (std::size_t first = 0; first < column.size(); first += chunk) {
    merged.merge(statsOf(column, first, std::min(first + chunk, column.size())));
  }
  return merged;
}

bool near(double a, double b, double tolerance) {
  return std::abs(a - b) <= tolerance * std::max({1.0, std::abs(a), std::abs(b)});
}

}  // namespace

class ColumnStatsTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void mergesPartsToTheWhole() {
    // Far from zero, where a sum of squares would have cancelled to nothing.
    for (const double around : {0.0, 1e9}) {
      const std::vector<double> column = values(20'000, around, 5);
      const ColumnStats whole = statsOf(column, 0, column.size());
      QVERIFY(near(whole.deviation(), 2.5, 0.05));
      for (const std::size_t chunk : {1U, 7U, 1000U, 19'999U, 50'000U}) {
        const ColumnStats merged = inChunks(column, chunk);
        QCOMPARE(merged.count, whole.count);
        QCOMPARE(merged.missing, whole.missing);
        QCOMPARE(merged.min, whole.min);
        QCOMPARE(merged.max, whole.max);
        QVERIFY(near(merged.mean, whole.mean, 1e-12));
        QVERIFY(near(merged.deviation(), whole.deviation(), 1e-6));
      }
    }
  }

  void givesTheSameBitsEveryTime() {
    const std::vector<double> column = values(5000, 3, 9);
    const ColumnStats first = inChunks(column, 64);
    const ColumnStats second = inChunks(column, 64);
    QCOMPARE(std::memcmp(&first.mean, &second.mean, sizeof(double)), 0);
    QCOMPARE(std::memcmp(&first.squares, &second.squares, sizeof(double)), 0);
  }

  void emptyPartsChangeNothing() {
    ColumnStats stats = statsOf({1, 2, 4}, 0, 3);
    const ColumnStats before = stats;
    stats.merge(ColumnStats());
    ColumnStats reversed;
    reversed.merge(before);
    for (const ColumnStats& one : {stats, reversed}) {
      QCOMPARE(one.count, before.count);
      QCOMPARE(one.mean, before.mean);
      QCOMPARE(one.squares, before.squares);
      QCOMPARE(one.min, 1.0);
      QCOMPARE(one.max, 4.0);
      QVERIFY(one.integral);
    }
  }

  void knowsWholeNumbers() {
    QVERIFY(statsOf({1, -3, 1e15}, 0, 3).integral);
    QVERIFY(!statsOf({1, 2.5}, 0, 2).integral);
    QVERIFY(!statsOf({1, HUGE_VAL}, 0, 2).integral);
    ColumnStats mixed = statsOf({1, 2}, 0, 2);
    mixed.merge(statsOf({0.5}, 0, 1));
    QVERIFY(!mixed.integral);
  }

  void countsMissingApart() {
    ColumnStats stats = statsOf({std::nan(""), 4, std::nan("")}, 0, 3);
    QCOMPARE(stats.count, std::uint64_t{1});
    QCOMPARE(stats.missing, std::uint64_t{2});
    QCOMPARE(stats.mean, 4.0);
    QCOMPARE(ColumnStats().variance(), 0.0);
  }

  void countsInfiniteValuesAndLeavesThemOutOfTheMean() {
    const std::vector<double> column = {1, HUGE_VAL, 5, std::nan(""), -HUGE_VAL, HUGE_VAL, 3};
    for (const std::size_t chunk : {1U, 2U, 3U, 7U}) {
      const ColumnStats stats = inChunks(column, chunk);
      QCOMPARE(stats.count, std::uint64_t{6});
      QCOMPARE(stats.infinite, std::uint64_t{3});
      QCOMPARE(stats.finite(), std::uint64_t{3});
      QVERIFY(near(stats.mean, 3, 1e-15) && near(stats.variance(), 8. / 3, 1e-15));
      QCOMPARE(stats.min, -HUGE_VAL);
      QCOMPARE(stats.max, HUGE_VAL);
      QVERIFY(stats.hasInfinite() && stats.isInfiniteCounted());
    }
    QVERIFY(statsOf({1, 2}, 0, 2).isInfiniteCounted() && ColumnStats().isInfiniteCounted());
    // A part that did not count them makes the sum unknown, and not too small.
    ColumnStats earlier = inChunks(column, 7);
    earlier.infinite = 0;
    ColumnStats later = inChunks(column, 7);
    later.merge(earlier);
    earlier.merge(inChunks(column, 7));
    for (const ColumnStats& both : {earlier, later}) QVERIFY(both.infinite == 0 && !both.isInfiniteCounted());
  }

  void extremesAreWrittenWithAllTheirDigits() {
    ColumnStats stats = inChunks({0.5, HUGE_VAL, -3}, 2);
    QCOMPARE(stats.minText(), std::string("-3"));
    QCOMPARE(stats.maxText(), std::string("inf"));
    stats.wholes = masu::table::WholeRange{-9007199254740993, 9007199254740995};
    QCOMPARE(stats.minText(), std::string("-9007199254740993"));
    QCOMPARE(stats.maxText(), std::string("9007199254740995"));
  }

  void keepsTheLargestError() {
    ColumnStats one;
    one.maxError = 0.5;
    ColumnStats other;
    other.maxError = 2;
    one.merge(other);
    QCOMPARE(one.maxError, 2.0);
  }
};

MASU_TEST(ColumnStatsTest)
#include "column_stats_test.moc"

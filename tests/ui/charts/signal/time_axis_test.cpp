// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/signal/time_axis.h"

#include <QTest>
#include <algorithm>
#include <cmath>
#include <random>

#include "tests/fixtures/test_group.h"

using namespace masu::ui;

namespace {

bool isInside(const TimeAxis& axis) {
  return axis.first() >= 0 && axis.shown() > 0 && axis.span().last() <= axis.frames() + 1e-9;
}

/// Which values are under a column, value by value.
Extent under(const std::vector<float>& values, double from, double to) {
  Extent extent{NAN, NAN};
  for (std::size_t i = 0; i < values.size(); ++i) {
    const auto at = static_cast<double>(i);
    if (at + 1 <= from || at >= to || std::isnan(values[i])) continue;
    extent.low = std::isnan(extent.low) ? values[i] : std::min(extent.low, values[i]);
    extent.high = std::isnan(extent.high) ? values[i] : std::max(extent.high, values[i]);
  }
  return extent;
}

}  // namespace

/// What of a signal is shown, and the values under each column of it.
class TimeAxisTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void whateverIsAskedIsInsideTheSignal() {
    std::mt19937 random(1);
    for (const double frames : {0.0, 1.0, 10.0, 1'000.0, 1e9}) {
      TimeAxis axis;
      axis.set(100, frames);
      QVERIFY(isInside(axis));
      QCOMPARE(axis.shown(), axis.frames());
      for (int i = 0; i < 500; ++i) {
        const double place = static_cast<double>(random()) / 2e9 * frames - frames / 2;
        if (i % 3 == 0) axis.zoom(std::exp(static_cast<double>(random() % 100) / 10 - 5), place);
        if (i % 3 == 1) axis.scroll(place);
        if (i % 3 == 2) axis.show(place, static_cast<double>(random() % 2'000));
        QVERIFY(isInside(axis));
      }
      axis.fit();
      QCOMPARE(axis.first(), 0.0);
      QCOMPARE(axis.shown(), axis.frames());
    }
  }

  void zoomingKeepsTheFrameUnderTheCursor() {
    const QRectF plot(40, 0, 400, 100);
    TimeAxis axis;
    axis.set(100, 100'000);
    for (const double factor : {2.0, 3.0, 0.5, 4.0}) {
      const qreal x = 200;
      const double frame = axis.frameAt(plot, x);
      axis.zoom(factor, frame);
      QVERIFY(std::abs(axis.frameAt(plot, x) - frame) < 1e-6);
      QVERIFY(std::abs(axis.xOf(plot, frame) - x) < 1e-6);
      QVERIFY(axis.shows(frame));
    }
  }

  void clockTicksAreRoundTimes() {
    std::mt19937 random(2);
    for (int i = 0; i < 2'000; ++i) {
      const double low = static_cast<double>(random() % 1'000'000) / 7;
      const double high = low + std::exp(static_cast<double>(random() % 180) / 10);
      const int limit = 2 + static_cast<int>(random() % 12);
      const auto ticks = clockTicks(low, high, limit);
      QVERIFY(ticks.size() <= static_cast<std::size_t>(limit));
      for (std::size_t t = 0; t < ticks.size(); ++t) {
        QVERIFY(ticks[t] >= low && ticks[t] <= high);
        QCOMPARE(ticks[t], std::round(ticks[t]));
        if (t > 1) QCOMPARE(ticks[t] - ticks[t - 1], ticks[1] - ticks[0]);
      }
    }
    QVERIFY(clockTicks(5, 5, 4).empty());
    QVERIFY(clockTicks(0, 100, 1).empty());
  }

  void timesAreAsOnAClock() {
    QCOMPARE(clockText(0, 0), QString("0:00:00"));
    QCOMPARE(clockText(3'723, 0), QString("1:02:03"));
    QCOMPARE(clockText(59.96, 1), QString("0:01:00.0"));  // rounded before it is taken apart
    QCOMPARE(clockText(59.94, 1), QString("0:00:59.9"));
    QCOMPARE(clockText(86'400 * 5 + 0.125, 3), QString("120:00:00.125"));
    QCOMPARE(clockText(-1, 0), QString("0:00:00"));
  }

  /// Every value is under some column, and no column shows a value that is not there.
  void columnsHoldWhatIsUnderThem() {
    std::mt19937 random(3);
    for (int i = 0; i < 500; ++i) {
      std::vector<float> values;
      for (auto n = random() % 50; n > 0; --n)
        values.push_back(random() % 5 == 0 ? NAN : static_cast<float>(random() % 100));
      const double perColumn = static_cast<double>(1 + random() % 64) / 8;
      const double from = static_cast<double>(random() % 60) - 20;
      const int columns = static_cast<int>(random() % 30);
      // Blocks of two frames each, so that columns do not reach for their neighbour's first value.
      const ChannelBlocks channel{0, 2, values, values};
      const auto found = extents(channel, from, perColumn, columns);
      QCOMPARE(found.size(), static_cast<std::size_t>(columns));
      for (int column = 0; column < columns; ++column) {
        const double begin = (from + column * perColumn) / 2;
        const Extent expected = under(values, begin, begin + perColumn / 2);
        const Extent& got = found[static_cast<std::size_t>(column)];
        QVERIFY(std::isnan(expected.low) ? std::isnan(got.low) : got.low <= expected.low && got.high >= expected.high);
        if (!std::isnan(got.low)) {
          QVERIFY(std::ranges::find(values, got.low) != values.end());
          QVERIFY(std::ranges::find(values, got.high) != values.end());
        }
      }
    }
  }

  void theRangeIsThatOfWhatIsThere() {
    const std::vector<float> low = {NAN, -2, 5, -INFINITY};
    const std::vector<float> high = {NAN, 3, INFINITY, 4};
    const Extent whole = range({0, 1, low, high});
    QCOMPARE(whole.low, -2.0F);
    QCOMPARE(whole.high, 4.0F);
    const std::vector<float> nothing = {NAN, NAN};
    QCOMPARE(range({0, 1, nothing, nothing}).low, 0.0F);
    QCOMPARE(range({0, 1, {}, {}}).high, 0.0F);
  }

  void blocksKnowWhatTheyCover() {
    SignalBlocks blocks;
    QVERIFY(!blocks.covers(0, 1));
    blocks = {.first = 10, .block = 4, .firstChannel = 2, .low = {{1, 2}, {3, 4}}, .high = {}};
    QCOMPARE(blocks.last(), 18.0);
    QVERIFY(blocks.covers(10, 18) && !blocks.covers(9, 18) && !blocks.covers(10, 19));
    QVERIFY(!blocks.holds(1) && blocks.holds(2) && blocks.holds(3) && !blocks.holds(4));
    QCOMPARE(blocks.channel(3).low[1], 4.0F);
    QCOMPARE(blocks.channel(3).high[1], 4.0F);  // each value is both
  }
};

MASU_TEST(TimeAxisTest)
#include "time_axis_test.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/signal/signal_blocks.h"

#include <QTest>
#include <cmath>
#include <limits>

#include "tests/fixtures/test_group.h"

using namespace masu::ui;

namespace {

constexpr float kMissing = std::numeric_limits<float>::quiet_NaN();

/// "1…4 – 2…2": what is drawn in each column; – where there is nothing.
QString shown(const std::vector<Extent>& extents) {
  QStringList columns;
  for (const Extent& one : extents) {
    const bool nothing = std::isnan(one.low) && std::isnan(one.high);
    columns << (nothing ? QString("–") : QString("%1…%2").arg(one.low).arg(one.high));
  }
  return columns.join(' ');
}

/// Of single frames, each of which is both.
ChannelBlocks frames(const std::vector<float>& values) {
  return {0, 1, values, values};
}

}  // namespace

class SignalBlocksTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  /// A column has its own frames and the first of the next, so that the line has no gaps.
  void framesJoinTheirNeighbours() {
    const std::vector<float> values = {3, 1, 4, 1, 5, 9};
    QCOMPARE(shown(extents(frames(values), 0, 2, 3)), QString("1…4 1…5 5…9"));
    QCOMPARE(shown(extents(frames(values), 0, 0.5, 4)), QString("1…3 1…3 1…4 1…4"));
    QCOMPARE(shown(extents(frames(values), 0, 100, 1)), QString("1…9"));
  }

  void nothingIsDrawnBesideTheSignal() {
    const std::vector<float> values = {3, 1, 4, 1, 5, 9};
    QCOMPARE(shown(extents(frames(values), 4, 2, 3)), QString("5…9 – –"));
    QCOMPARE(shown(extents(frames(values), -4, 2, 3)), QString("– – 1…4"));
    QCOMPARE(shown(extents(frames(values), 0, 2, 0)), QString());
    QCOMPARE(shown(extents(frames(values), 0, 2, -1)), QString());
    QCOMPARE(shown(extents(frames({}), 0, 2, 2)), QString("– –"));
  }

  void blocksAreDrawnAsTheyAre() {
    const std::vector<float> low = {-1, -2, -3};
    const std::vector<float> high = {1, 2, 3};
    const ChannelBlocks channel{100, 10, low, high};
    QCOMPARE(channel.last(), 130.);
    QCOMPARE(shown(extents(channel, 100, 10, 3)), QString("-1…1 -2…2 -3…3"));
    QCOMPARE(shown(extents(channel, 110, 20, 2)), QString("-3…3 –"));
    QCOMPARE(shown(extents(channel, 95, 5, 2)), QString("– -1…1"));
  }

  void missingFramesLeaveAGap() {
    const std::vector<float> values = {kMissing, 2, kMissing, kMissing};
    QCOMPARE(shown(extents(frames(values), 0, 1, 4)), QString("2…2 2…2 – –"));
  }

  void theRangeIsOfFiniteValues() {
    const auto rangeOf = [](const std::vector<float>& values) { return shown({range(frames(values))}); };
    QCOMPARE(rangeOf({kMissing, 2, -1, INFINITY, -INFINITY}), QString("-1…2"));
    QCOMPARE(rangeOf({7}), QString("7…7"));
    QCOMPARE(rangeOf({kMissing}), QString("0…0"));
    QCOMPARE(rangeOf({}), QString("0…0"));
  }

  void aSpanHoldsSomeChannels() {
    SignalBlocks blocks;
    QVERIFY(!blocks.covers(0, 0));
    blocks.first = 5;
    blocks.firstChannel = 2;
    blocks.low = {{1, 2}, {3, 4}};
    QVERIFY(!blocks.holds(1) && blocks.holds(2) && blocks.holds(3) && !blocks.holds(4));
    QCOMPARE(blocks.last(), 7.);
    QVERIFY(blocks.covers(5, 7) && !blocks.covers(4.5, 7) && !blocks.covers(5, 7.5));
    QCOMPARE(blocks.channel(3).low[1], 4.F);
    QCOMPARE(blocks.channel(3).high[1], 4.F);
    blocks.block = 10;
    blocks.high = {{11, 12}, {13, 14}};
    QCOMPARE(blocks.last(), 25.);
    QCOMPARE(blocks.channel(2).low[0], 1.F);
    QCOMPARE(blocks.channel(2).high[0], 11.F);
  }

  void framesHaveAPlaceInThePlot() {
    const FrameSpan span{10, 20};
    const QRectF plot(100, 0, 200, 50);
    QCOMPARE(span.last(), 30.);
    QCOMPARE(span.xOf(plot, 10), 100.);
    QCOMPARE(span.xOf(plot, 20), 200.);
    QCOMPARE(span.xOf(plot, 30), 300.);
  }
};

MASU_TEST(SignalBlocksTest)
#include "signal_blocks_test.moc"

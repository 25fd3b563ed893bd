// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/signal/blocks_painter.h"

#include <QImage>
#include <QPainter>
#include <QTest>
#include <cmath>
#include <vector>

#include "tests/fixtures/test_group.h"

using namespace masu::ui;

namespace {

constexpr int kWidth = 100;
constexpr int kHeight = 40;

/// The span as it is painted over a plot that fills an image.
QImage painted(const ChannelBlocks& channel, const FrameSpan& span, const Extent& scale = {-1, 1}) {
  QImage image(kWidth, kHeight, QImage::Format_ARGB32);
  image.fill(Qt::transparent);
  QPainter painter(&image);
  BlocksPainter(painter, span, Qt::black).paint(image.rect(), channel, scale);
  return image;
}

ChannelBlocks frames(const std::vector<float>& values) {
  return {0, 1, values, values};
}

/// The rows of a column that have ink, first and last; −1, −1 where there is none.
std::pair<int, int> inkOf(const QImage& image, int column) {
  std::pair<int, int> rows{-1, -1};
  for (int row = 0; row < image.height(); ++row) {
    if (image.pixelColor(column, row).alpha() == 0) continue;
    if (rows.first < 0) rows.first = row;
    rows.second = row;
  }
  return rows;
}

bool hasInk(const QImage& image, int column) {
  return inkOf(image, column).first >= 0;
}

}  // namespace

class BlocksPainterTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  /// Of many frames under a column the smallest and the largest are seen, however few have them.
  void oneFrameOfManyIsSeen() {
    std::vector<float> values(100'000, 0.0F);
    values[55'500] = 1;
    values[20'300] = -1;
    const QImage image = painted(frames(values), {0, 100'000});
    QVERIFY(inkOf(image, 55).first <= 2);
    QVERIFY(inkOf(image, 20).second >= kHeight - 3);
    QVERIFY(inkOf(image, 80).first > kHeight / 2 - 3 && inkOf(image, 80).second < kHeight / 2 + 3);
  }

  void whatIsBeyondTheScaleStaysInThePlot() {
    const QImage image = painted(frames(std::vector<float>(1000, 1e6F)), {0, 1000});
    for (int column = 0; column < kWidth; ++column) QCOMPARE(inkOf(image, column), (std::pair{0, 0}));
    // All values alike have no height of their own: they are in the middle.
    const QImage flat = painted(frames(std::vector<float>(1000, 7)), {0, 1000}, {7, 7});
    for (int column = 0; column < kWidth; ++column) QVERIFY(std::abs(inkOf(flat, column).first - kHeight / 2) <= 1);
  }

  /// Both where columns hold many frames and where a frame has many columns.
  void missingValuesLeaveAGap() {
    for (const std::size_t each : {std::size_t{1}, std::size_t{1000}}) {
      std::vector<float> values(10 * each, 0.5F);
      std::fill_n(values.begin() + static_cast<std::ptrdiff_t>(4 * each), 3 * each, NAN);
      const QImage image = painted(frames(values), {0, 10 * static_cast<double>(each)});
      for (const int column : {5, 25, 75, 85}) QVERIFY2(hasInk(image, column), qPrintable(QString::number(column)));
      for (const int column : {45, 55, 65}) QVERIFY2(!hasInk(image, column), qPrintable(QString::number(column)));
    }
  }

  void nothingIsPaintedWhereTheSignalHasEnded() {
    for (const std::size_t each : {std::size_t{1}, std::size_t{1000}}) {
      const std::vector<float> values(5 * each, 0.5F);
      const QImage image = painted(frames(values), {0, 10 * static_cast<double>(each)});
      QVERIFY(hasInk(image, 20));
      for (int column = 55; column < kWidth; ++column) QVERIFY(!hasInk(image, column));
    }
  }

  /// The smallest and the largest of blocks are seen as those of their frames are.
  void blocksShowBothOfTheirValues() {
    const std::vector<float> low(100, -0.5F);
    const std::vector<float> high(100, 0.5F);
    const QImage image = painted({0, 64, low, high}, {0, 6400});
    const auto [top, bottom] = inkOf(image, 50);
    QVERIFY(std::abs(top - kHeight / 4) <= 2);
    QVERIFY(std::abs(bottom - 3 * kHeight / 4) <= 2);
  }
};

MASU_TEST(BlocksPainterTest)
#include "blocks_painter_test.moc"

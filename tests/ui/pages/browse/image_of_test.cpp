// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>
#include <cmath>

#include "tests/fixtures/fake_dataset.h"
#include "tests/fixtures/test_group.h"
#include "ui/pages/browse/images.h"

using namespace masu;
using namespace masu::ui;

/// The picture that Browse makes of a sample's values.
class ImageOfTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void oneChannelIsGreyRowByRow() {
    const QImage image = imageOf(channels({{0, 50, 100, 25, 75, 100}}), QSize(3, 2), 0, 100);
    QCOMPARE(image.size(), QSize(3, 2));
    const int expected[2][3] = {{0, 128, 255}, {64, 191, 255}};
    for (int y = 0; y < 2; ++y) {
      for (int x = 0; x < 3; ++x) {
        const QColor colour = image.pixelColor(x, y);
        QVERIFY(std::abs(colour.red() - expected[y][x]) <= 1);
        QVERIFY(colour.red() == colour.green() && colour.red() == colour.blue());
      }
    }
  }

  void threeChannelsAreColoursAndOfOthersTheFirstIsShown() {
    QCOMPARE(imageOf(channels({{1}, {0}, {0}}), QSize(1, 1), 0, 1).pixelColor(0, 0), QColor(255, 0, 0));
    QCOMPARE(imageOf(channels({{0}, {0}, {1}}), QSize(1, 1), 0, 1).pixelColor(0, 0), QColor(0, 0, 255));
    QCOMPARE(imageOf(channels({{1}, {0}}), QSize(1, 1), 0, 1).pixelColor(0, 0), QColor(255, 255, 255));
    QCOMPARE(imageOf(channels({{0}, {1}, {1}, {1}}), QSize(1, 1), 0, 1).pixelColor(0, 0), QColor(0, 0, 0));
  }

  /// What is beyond the range is as dark or light as there is, and what is no number is black.
  void noValueLeavesTheRange() {
    const QImage image = imageOf(channels({{-7, 9, NAN, INFINITY}}), QSize(4, 1), 0, 1);
    const int expected[] = {0, 255, 0, 0};
    for (int x = 0; x < 4; ++x) QCOMPARE(qGray(image.pixel(x, 0)), expected[x]);
  }

  void bytesSpanTheirTypeAndOtherNumbersTheirRange() {
    FakeDataset bytes(1);
    bytes.add("features", table::DType::u8, {1, 1, 3}, 1, std::vector<std::uint8_t>{0, 51, 102});
    bytes.editMeta().kind = store::SampleKind::image;
    bytes.editMeta().schema.columns.resize(1);
    bytes.editMeta().schema.columns[0].stats.min = 0;
    bytes.editMeta().schema.columns[0].stats.max = 102;
    const QImage dark = imageOf(bytes, channels({{0, 51, 102}}), false);
    QCOMPARE(dark.size(), QSize(3, 1));
    QCOMPARE(qGray(dark.pixel(2, 0)), 102);

    FakeDataset numbers(1);
    numbers.add("features", table::DType::f32, {2, 1, 2}, 1, std::vector<float>{-4, 0, 4, 0});
    numbers.editMeta().kind = store::SampleKind::image;
    numbers.editMeta().schema.columns.resize(2);
    table::ColumnStats& first = numbers.editMeta().schema.columns[0].stats;
    first.min = -4;
    first.max = 0;
    table::ColumnStats& second = numbers.editMeta().schema.columns[1].stats;
    second.min = 0;
    second.max = 4;
    const QImage image = imageOf(numbers, channels({{-4, 0}, {4, 0}}), false);
    QCOMPARE(qGray(image.pixel(0, 0)), 0);
    QVERIFY(std::abs(qGray(image.pixel(1, 0)) - 128) <= 1);  // the middle of both channels
    // Normalised values have their mean in the middle, whatever the range.
    const QImage normalised = imageOf(numbers, channels({{0, 100}, {0, 0}}), true);
    QVERIFY(std::abs(qGray(normalised.pixel(0, 0)) - 128) <= 1);
    QCOMPARE(qGray(normalised.pixel(1, 0)), 255);
  }

  /// Of a dataset whose values were never measured, or are all the same.
  void withoutARangeThereIsNoDivisionByNothing() {
    FakeDataset dataset(1);
    dataset.add("features", table::DType::f32, {1, 1, 2}, 1, std::vector<float>{0, 1});
    dataset.editMeta().kind = store::SampleKind::image;
    dataset.editMeta().schema.columns.resize(1);
    const QImage image = imageOf(dataset, channels({{0, 1}}), false);
    QCOMPARE(qGray(image.pixel(0, 0)), 0);
    QCOMPARE(qGray(image.pixel(1, 0)), 255);
  }

 private:
  static SampleSignals channels(const std::vector<std::vector<float>>& values) {
    SampleSignals read;
    for (const auto& channel : values) read.channels.push_back(std::make_shared<const std::vector<float>>(channel));
    read.frames = values.front().size();
    return read;
  }
};

MASU_TEST(ImageOfTest)
#include "image_of_test.moc"

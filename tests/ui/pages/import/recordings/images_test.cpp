// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/import/recordings/images.h"

#include <QTest>
#include <cmath>

#include "tests/fixtures/test_group.h"

using namespace masu::ui;

class ImagesTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  /// From the min of what is shown, black, to its max, white, row by row.
  void valuesBecomeGreys() {
    const std::vector<float> values = {-10, 0, 10, 0, 30, -10, 0, 0, 0, 0, 0, 0};
    const auto cells = firstImages(values, QSize(3, 2), 9, {"first"});
    QCOMPARE(cells.size(), std::size_t{2});
    const QImage& image = cells[0].image;
    QCOMPARE(image.size(), QSize(3, 2));
    const int expected[2][3] = {{0, 64, 128}, {64, 255, 0}};
    for (int y = 0; y < 2; ++y)
      for (int x = 0; x < 3; ++x) QVERIFY(std::abs(qGray(image.pixel(x, y)) - expected[y][x]) <= 1);
    QCOMPARE(cells[0].label, "first");
    QVERIFY(cells[1].label.isEmpty());
  }

  /// What is not shown has no part in the scale.
  void onlyTheFirstAreTaken() {
    const std::vector<float> values = {0, 1, 0, 1, 1000, 1000};
    const auto cells = firstImages(values, QSize(2, 1), 2, {});
    QCOMPARE(cells.size(), std::size_t{2});
    QCOMPARE(qGray(cells[1].image.pixel(1, 0)), 255);
    // A file that was cut short has no half image.
    QCOMPARE(firstImages(std::span(values).first(5), QSize(2, 1), 9, {}).size(), std::size_t{2});
    QVERIFY(firstImages({}, QSize(2, 1), 9, {}).empty());
    QVERIFY(firstImages(values, QSize(0, 5), 9, {}).empty());
    QVERIFY(firstImages(values, QSize(2, 1), 0, {}).empty());
  }

  void whatIsNoNumberIsBlack() {
    const std::vector<float> values = {NAN, 1, INFINITY, 3};
    const auto cells = firstImages(values, QSize(4, 1), 1, {});
    QCOMPARE(qGray(cells[0].image.pixel(0, 0)), 0);
    QCOMPARE(qGray(cells[0].image.pixel(1, 0)), 0);
    QCOMPARE(qGray(cells[0].image.pixel(2, 0)), 0);
    QCOMPARE(qGray(cells[0].image.pixel(3, 0)), 255);
    // Nor is there a division by nothing where all values are equal.
    for (const auto& cell : firstImages(std::vector<float>(4, 7), QSize(4, 1), 1, {}))
      for (int x = 0; x < 4; ++x) QCOMPARE(qGray(cell.image.pixel(x, 0)), 0);
  }
};

MASU_TEST(ImagesTest)
#include "images_test.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/paint/paint.h"

#include <QAccessible>
#include <QFontMetricsF>
#include <QImage>
#include <QTest>
#include <QWidget>
#include <cmath>

#include "tests/fixtures/test_group.h"

using namespace masu::ui;

namespace {

QImage emptyPicture() {
  QImage image(80, 40, QImage::Format_ARGB32_Premultiplied);
  image.fill(Qt::transparent);
  return image;
}

/// Around all that was painted.
QRect inkedRect(const QImage& image) {
  QRect rect;
  for (int y = 0; y < image.height(); ++y)
    for (int x = 0; x < image.width(); ++x)
      if (qAlpha(image.pixel(x, y)) > 0) rect |= QRect(x, y, 1, 1);
  return rect;
}

}  // namespace

class PaintTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void hatchingStaysInItsRectangle() {
    QImage image = emptyPicture();
    QPainter painter(&image);
    painter.setPen(Qt::blue);
    fillHatched(painter, QRectF(10, 8, 40, 20), Qt::red);
    QCOMPARE(painter.pen().color(), QColor(Qt::blue));
    QVERIFY(!painter.hasClipping());
    painter.end();
    QVERIFY(QRect(10, 8, 40, 20).contains(inkedRect(image)));
    // Lines, and room between them, in every part of it.
    for (const int left : {10, 20, 30, 40}) {
      int inked = 0;
      for (int x = left; x < left + 10; ++x) inked += qAlpha(image.pixel(x, 15)) > 0 ? 1 : 0;
      QVERIFY2(inked > 0 && inked < 10, qPrintable(QString::number(inked)));
    }
  }

  /// Where a rectangle's edge is dragged, what stays of it looks as before.
  void hatchingStandsStillWhileAnEdgeMoves() {
    QImage before = emptyPicture();
    QImage after = emptyPicture();
    QPainter first(&before);
    fillHatched(first, QRectF(10, 8, 60, 20), Qt::red);
    first.end();
    QPainter second(&after);
    fillHatched(second, QRectF(23, 8, 47, 20), Qt::red);
    second.end();
    const QRect stays(26, 8, 44, 20);  // the edge itself may end a line
    QCOMPARE(after.copy(stays), before.copy(stays));
  }

  void snappedIsTheNearestDevicePixel() {
    QCOMPARE(snapped(10.3, 1), 10.0);
    QCOMPARE(snapped(10.3, 2), 10.5);
    for (const qreal ratio : {1.0, 1.25, 1.5, 2.0, 3.0}) {
      for (qreal position = -3; position < 3; position += 0.07) {
        const qreal pixel = snapped(position, ratio) * ratio;
        QVERIFY(std::abs(pixel - std::round(pixel)) < 1e-9);
        QVERIFY(std::abs(pixel - position * ratio) <= 0.5 + 1e-9);
      }
    }
  }

  void aTextThatDoesNotFitIsShortened() {
    QImage image = emptyPicture();
    QPainter painter(&image);
    painter.setPen(Qt::black);
    const QString name = "a name that is far too long for its room";
    const qreal whole = QFontMetricsF(painter.font()).horizontalAdvance(name);
    QCOMPARE(drawElided(painter, QRectF(0, 0, whole + 1, 20), Qt::AlignLeft, name), whole);
    painter.end();
    image.fill(Qt::transparent);
    QPainter again(&image);
    const qreal width = drawElided(again, QRectF(10, 0, 50, 20), Qt::AlignLeft, name, Qt::ElideMiddle);
    again.end();
    QVERIFY(width > 0 && width <= 50);
    QVERIFY(!inkedRect(image).isEmpty() && inkedRect(image).right() <= 62);
  }

  void aHairlineIsOnePixelWide() {
    QImage image = emptyPicture();
    QPainter painter(&image);
    painter.setRenderHint(QPainter::Antialiasing);
    drawHairline(painter, {10, 5}, {30, 5}, Qt::red);
    QVERIFY(painter.testRenderHint(QPainter::Antialiasing));
    painter.end();
    QCOMPARE(inkedRect(image), QRect(10, 5, 20, 1));
    QCOMPARE(image.pixelColor(10, 5), QColor(Qt::red));
    image.fill(Qt::transparent);
    QPainter upright(&image);
    drawHairline(upright, {7, 3}, {8, 33}, Qt::red);
    upright.end();
    QCOMPARE(inkedRect(image), QRect(7, 3, 1, 30));
  }

  void aWidgetIsHeardAsAChartOnceItSaysSo() {
    QWidget pane;
    QWidget chart;
    exposeAsChart(chart);
    exposeAsChart(chart);
    const auto* heard = QAccessible::queryAccessibleInterface(&chart);
    QVERIFY(heard != nullptr);
    QCOMPARE(heard->role(), QAccessible::Chart);
    QVERIFY(QAccessible::queryAccessibleInterface(&pane)->role() != QAccessible::Chart);
  }
};

MASU_TEST(PaintTest)
#include "paint_test.moc"

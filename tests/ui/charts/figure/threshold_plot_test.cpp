// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/figure/threshold_plot.h"

#include <QImage>
#include <QTest>

#include "tests/fixtures/test_group.h"
#include "ui/theme/theme.h"

using namespace masu::ui;
using masu::metrics::ThresholdPoint;

namespace {

/// Of 10 samples of the second class and 30 of the first: half of the ten before any of the thirty.
std::vector<ThresholdPoint> threePoints() {
  return {{0.9, 5, 0}, {0.5, 8, 6}, {0.1, 10, 30}};
}

}  // namespace

class ThresholdPlotTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  /// Of 208 by 108 pixels, a share is 200 wide or 100 high, from the lower left corner at (4, 104).
  void theCurvePassesItsPoints() {
    ThresholdPlot roc(ThresholdPlot::Curve::roc);
    ThresholdPlot precision(ThresholdPlot::Curve::precision);
    for (ThresholdPlot* plot : {&roc, &precision}) {
      plot->resize(208, 108);
      QVERIFY(!isDrawn(*plot, {104, 54}) && accents(*plot) == 0);
      plot->setPoints(threePoints());
    }
    QVERIFY(isDrawn(roc, {4, 80}));     // up from the corner to a recall of a half
    QVERIFY(isDrawn(roc, {44, 24}));    // a fifth of the false positives, 0.8
    QVERIFY(!isDrawn(roc, {104, 80}));  // below the curve
    QVERIFY(isDrawn(precision, {104, 5}));
    QVERIFY(isDrawn(precision, {164, 47}));  // 8 of 14
    QVERIFY(isDrawn(precision, {203, 79}));  // 10 of 40
    roc.setPoints({});
    QCOMPARE(accents(roc), 0);
  }

  void keysReadTheThresholdsOff() {
    ThresholdPlot plot(ThresholdPlot::Curve::roc);
    plot.setPoints(threePoints());
    QVERIFY(plot.accessibleDescription().contains("3"));
    QTest::keyClick(&plot, Qt::Key_Right);
    QVERIFY(plot.accessibleDescription().contains("90.0"));
    QTest::keyClick(&plot, Qt::Key_Left);  // the first stays
    QVERIFY(plot.accessibleDescription().contains("90.0"));
    QTest::keyClick(&plot, Qt::Key_Right);
    const QString second = plot.accessibleDescription();
    QVERIFY(second.contains("80.0") && second.contains("20.0"));
    ThresholdPlot ofPrecision(ThresholdPlot::Curve::precision);
    ofPrecision.setPoints(threePoints());
    for (int press = 0; press < 2; ++press) QTest::keyClick(&ofPrecision, Qt::Key_Right);
    QVERIFY(ofPrecision.accessibleDescription().contains("80.0"));
    QVERIFY(ofPrecision.accessibleDescription().contains("57.1"));
    plot.setPoints(threePoints());
    QTest::keyClick(&plot, Qt::Key_Left);
    QVERIFY(plot.accessibleDescription().contains("10.0"));
  }

  void thePointerReadsTheNearestOff() {
    ThresholdPlot plot(ThresholdPlot::Curve::roc);
    plot.resize(208, 108);
    plot.setPoints(threePoints());
    plot.show();
    QTest::mouseMove(&plot, {60, 40});
    QTRY_VERIFY(plot.accessibleDescription().contains("80.0"));
  }

  void withoutPointsNothingIsReadOff() {
    ThresholdPlot plot(ThresholdPlot::Curve::precision);
    plot.setPoints({});
    QVERIFY(plot.accessibleDescription().isEmpty());
    QTest::keyClick(&plot, Qt::Key_Right);
    QTest::mouseMove(&plot, {20, 20});
    QVERIFY(plot.accessibleDescription().isEmpty());
  }

 private:
  static QImage drawn(ThresholdPlot& plot) {
    QImage image(plot.size(), QImage::Format_ARGB32_Premultiplied);
    image.fill(Qt::transparent);
    plot.render(&image, {}, {}, QWidget::DrawChildren);
    return image;
  }
  static bool isAccent(const QColor& colour) {
    const QColor accent = tokens().accent;
    return colour.alpha() > 100 && std::abs(colour.hue() - accent.hue()) <= 12 &&
           std::abs(colour.saturation() - accent.saturation()) <= 60;
  }
  static int accents(ThresholdPlot& plot) {
    const QImage image = drawn(plot);
    int count = 0;
    for (int y = 0; y < image.height(); ++y)
      for (int x = 0; x < image.width(); ++x) count += isAccent(image.pixelColor(x, y)) ? 1 : 0;
    return count;
  }
  /// Within two pixels.
  static bool isDrawn(ThresholdPlot& plot, QPoint at) {
    const QImage image = drawn(plot);
    for (int y = at.y() - 2; y <= at.y() + 2; ++y)
      for (int x = at.x() - 2; x <= at.x() + 2; ++x)
        if (image.rect().contains(x, y) && isAccent(image.pixelColor(x, y))) return true;
    return false;
  }
};

MASU_TEST(ThresholdPlotTest)
#include "threshold_plot_test.moc"

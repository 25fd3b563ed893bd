// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/figure/residual_plot.h"

#include <QImage>
#include <QTest>

#include "tests/fixtures/test_group.h"
#include "ui/theme/theme.h"

using namespace masu::ui;
using masu::metrics::ValuePoint;

namespace {

/// Of predictions from 0 to 10: right, 4 too low, 2 too high.
std::vector<ValuePoint> threePoints() {
  return {{0, 0}, {9, 5}, {8, 10}};
}

}  // namespace

class ResidualPlotTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  /// Of 212 by 112 pixels: 200 for the predictions, 50 above the line for an error of 4, as many below.
  void dotsAreWhereTheErrorsAre() {
    ResidualPlot plot;
    plot.resize(212, 112);
    QVERIFY(!isDrawnAt(plot, {106, 106}));
    plot.setPoints(threePoints());
    QVERIFY(isDrawnAt(plot, {106, 106}));
    QVERIFY(isDrawnAt(plot, {206, 31}));
    QVERIFY(!isDrawnAt(plot, {106, 6}));
    QVERIFY(!isDrawnAt(plot, {60, 80}));
    plot.setPoints({});
    QVERIFY(!isDrawnAt(plot, {106, 106}));
    QVERIFY(plot.accessibleDescription().isEmpty());
  }

  void keysReadTheSamplesOff() {
    ResidualPlot plot;
    plot.setPoints(threePoints());
    const QString all = plot.accessibleDescription();
    QVERIFY2(all.contains("off by 4"), qPrintable(all));
    QTest::keyClick(&plot, Qt::Key_Left);
    QVERIFY2(plot.accessibleDescription().contains("10") && plot.accessibleDescription().contains("8"),
             qPrintable(plot.accessibleDescription()));
    QTest::keyClick(&plot, Qt::Key_Left);
    QVERIFY2(plot.accessibleDescription().contains("-4") || plot.accessibleDescription().contains("−4"),
             qPrintable(plot.accessibleDescription()));
    QTest::keyClick(&plot, Qt::Key_Left);
    QTest::keyClick(&plot, Qt::Key_Left);  // the first stays
    QVERIFY(plot.accessibleDescription().contains("0"));
    plot.setPoints(threePoints());
    QCOMPARE(plot.accessibleDescription(), all);
  }

  /// All alike, all right, and far apart: nothing is divided by zero, nothing overflows.
  void anyNumbersAreDrawn() {
    ResidualPlot plot;
    plot.resize(212, 112);
    plot.setPoints({{5, 5}, {5, 5}});
    QVERIFY(isDrawnAt(plot, {106, 56}));
    plot.setPoints({{-1e308, -1.5e308}, {1e308, 1.5e308}});
    QVERIFY(isDrawnAt(plot, {6, 106}) && isDrawnAt(plot, {206, 6}));
    plot.setPoints({{1.5e308, -1.5e308}});  // an error beyond the largest number
    QVERIFY(plot.accessibleDescription().isEmpty());
  }

 private:
  static bool isDrawnAt(ResidualPlot& plot, QPoint at) {
    QImage image(plot.size(), QImage::Format_ARGB32_Premultiplied);
    image.fill(Qt::transparent);
    plot.render(&image, {}, {}, QWidget::DrawChildren);
    const QColor found = image.pixelColor(at);
    return found.alpha() > 100 && std::abs(found.hue() - tokens().accent.hue()) < 10;
  }
};

MASU_TEST(ResidualPlotTest)
#include "residual_plot_test.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/figure/reliability_plot.h"

#include <QImage>
#include <QTest>
#include <limits>

#include "tests/fixtures/test_group.h"
#include "ui/theme/theme.h"

using namespace masu::ui;
using masu::metrics::ReliabilityBin;

namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

/// Ten of them: a quarter right in the third, all in the last.
std::vector<ReliabilityBin> twoBars() {
  std::vector<ReliabilityBin> bins(10, ReliabilityBin{0, kNan, kNan});
  bins[2] = {40, 0.25, 0.25};
  bins[9] = {8, 0.98, 1};
  return bins;
}

}  // namespace

class ReliabilityPlotTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  /// Of 208 by 108 pixels a bar has twenty, from the lower edge up.
  void barsAreAsHighAsTheModelIsRight() {
    ReliabilityPlot plot;
    plot.resize(208, 108);
    QCOMPARE(barAt(plot, 2), 0);
    plot.setBins(twoBars());
    QVERIFY2(std::abs(barAt(plot, 2) - 25) <= 2, qPrintable(QString::number(barAt(plot, 2))));
    QVERIFY2(std::abs(barAt(plot, 9) - 100) <= 3, qPrintable(QString::number(barAt(plot, 9))));
    QCOMPARE(barAt(plot, 5), 0);
    plot.setBins({});
    QCOMPARE(barAt(plot, 9), 0);
  }

  void keysReadTheBarsOff() {
    ReliabilityPlot plot;
    plot.setBins(twoBars());
    const QString all = plot.accessibleDescription();
    QVERIFY(all.contains("25.0") && all.contains("98.0"));
    QTest::keyClick(&plot, Qt::Key_Right);
    QVERIFY(plot.accessibleDescription().contains("40") && !plot.accessibleDescription().contains("98.0"));
    QTest::keyClick(&plot, Qt::Key_Right);
    QVERIFY(plot.accessibleDescription().contains("98.0"));
    QTest::keyClick(&plot, Qt::Key_Right);  // the last stays
    QVERIFY(plot.accessibleDescription().contains("98.0"));
    QTest::keyClick(&plot, Qt::Key_Left);
    QVERIFY(plot.accessibleDescription().contains("25.0"));
    plot.setBins(twoBars());
    QCOMPARE(plot.accessibleDescription(), all);
  }

  void whatIsNoShareIsNoBar() {
    ReliabilityPlot plot;
    plot.resize(208, 108);
    std::vector<ReliabilityBin> bins = twoBars();
    bins[2].accuracy = 1e300;
    bins[9].probability = kNan;
    plot.setBins(bins);
    QCOMPARE(barAt(plot, 2), 0);
    QCOMPARE(barAt(plot, 9), 0);
    QVERIFY(plot.accessibleDescription().isEmpty());
    QTest::keyClick(&plot, Qt::Key_Right);
    QVERIFY(plot.accessibleDescription().isEmpty());
  }

 private:
  /// How many pixels of the accent are in the column at a quarter of a bin, where the diagonal crosses few.
  static int barAt(ReliabilityPlot& plot, int bin) {
    QImage image(plot.size(), QImage::Format_ARGB32_Premultiplied);
    image.fill(Qt::transparent);
    plot.render(&image, {}, {}, QWidget::DrawChildren);
    const int x = 4 + bin * (plot.width() - 8) / 10 + 5;
    int count = 0;
    for (int y = 0; y < image.height(); ++y) count += image.pixelColor(x, y) == tokens().accent ? 1 : 0;
    return count;
  }
};

MASU_TEST(ReliabilityPlotTest)
#include "reliability_plot_test.moc"

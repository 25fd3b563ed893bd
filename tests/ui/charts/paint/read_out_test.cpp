// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/paint/read_out.h"

#include <QImage>
#include <QTest>

#include "tests/fixtures/test_group.h"
#include "ui/theme/theme.h"

using namespace masu::ui;

namespace {

constexpr QSize kChartSize(400, 120);

ReadOut twoCurves() {
  return {"Epoch 12", {{Qt::red, "mlp", "0.25"}, {Qt::blue, "linear", "0.75"}}};
}

QImage readOutAt(const ReadOut& readOut, QPointF anchor, const QRectF& bounds = QRectF({0, 0}, kChartSize)) {
  QImage image(kChartSize, QImage::Format_ARGB32_Premultiplied);
  image.fill(Qt::transparent);
  QPainter painter(&image);
  readOut.draw(painter, bounds, anchor);
  return image;
}

/// The columns that hold ink, or a colour alone.
std::pair<int, int> columnsOf(const QImage& image, const QColor& colour = {}) {
  std::pair<int, int> columns{-1, -1};
  for (int x = 0; x < image.width(); ++x) {
    for (int y = 0; y < image.height(); ++y) {
      const bool found = colour.isValid() ? image.pixelColor(x, y) == colour : qAlpha(image.pixel(x, y)) > 0;
      if (!found) continue;
      if (columns.first < 0) columns.first = x;
      columns.second = x;
    }
  }
  return columns;
}

}  // namespace

class ReadOutTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void thereIsALineForEachCurve() {
    ReadOut readOut{"Epoch 12", {}};
    const QSizeF title = readOut.size();
    readOut.rows.push_back({Qt::red, "mlp", "0.25"});
    const qreal line = readOut.size().height() - title.height();
    QVERIFY(line > 0);
    readOut.rows.push_back({Qt::blue, "linear", "0.75"});
    QCOMPARE(readOut.size().height(), title.height() + 2 * line);
  }

  /// A name has its value beside it, and names and values align.
  void theWidestOfNamesAndOfValuesHaveRoom() {
    const QSizeF before = twoCurves().size();
    ReadOut longer = twoCurves();
    longer.rows[0].name = "a model with a long name";
    QVERIFY(longer.size().width() > before.width());
    ReadOut both = longer;
    both.rows[1].value = "123,456,789.25";
    QVERIFY(both.size().width() > longer.size().width());
    ReadOut titled = twoCurves();
    titled.title = "Epoch 12 of a training that has been going on for long";
    QVERIFY(titled.size().width() > before.width());
  }

  void itIsRightOfTheHairlineWhereThereIsRoom() {
    const auto columns = columnsOf(readOutAt(twoCurves(), {100, 20}));
    QVERIFY2(columns.first > 100, qPrintable(QString::number(columns.first)));
    QVERIFY(columns.second - columns.first < twoCurves().size().width() + 2);
    const auto shifted = columnsOf(readOutAt(twoCurves(), {130, 20}));
    QCOMPARE(shifted.first, columns.first + 30);
  }

  void itIsLeftOfItNearTheRightEdge() {
    const auto columns = columnsOf(readOutAt(twoCurves(), {390, 20}));
    QVERIFY2(columns.second < 390 && columns.first > 0, qPrintable(QString::number(columns.second)));
    // Where neither side has room, its left end stays in the chart.
    const QRectF narrow(50, 0, 40, kChartSize.height());
    QVERIFY(columnsOf(readOutAt(twoCurves(), {80, 20}, narrow)).first >= 50);
  }

  void everyCurveHasItsColour() {
    const QImage image = readOutAt(twoCurves(), {100, 20});
    const auto red = columnsOf(image, Qt::red);
    const auto blue = columnsOf(image, Qt::blue);
    QVERIFY(red.first > 100 && red == blue);
    const int middle = (red.first + red.second) / 2;
    int rowOfRed = -1;
    int rowOfBlue = -1;
    for (int y = 0; y < image.height(); ++y) {
      if (image.pixelColor(middle, y) == QColor(Qt::red)) rowOfRed = y;
      if (image.pixelColor(middle, y) == QColor(Qt::blue)) rowOfBlue = y;
    }
    QVERIFY(rowOfRed >= 0 && rowOfBlue > rowOfRed);  // in the order of the curves
  }
};

MASU_TEST(ReadOutTest)
#include "read_out_test.moc"

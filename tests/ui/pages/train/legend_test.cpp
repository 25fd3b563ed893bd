// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/train/legend.h"

#include <QImage>
#include <QTest>
#include <algorithm>

#include "tests/fixtures/test_group.h"
#include "ui/theme/theme.h"

using namespace masu::ui;

class LegendTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  /// As in the curves; after the last colour comes the first again.
  void aRunHasTheSquareOfItsColour() {
    const auto colours = static_cast<int>(tokens().runs.size());
    for (int run = 0; run < 2 * colours; ++run) {
      LegendMark mark("run", run);
      QVERIFY(pixelsOf(mark, tokens().runs[static_cast<std::size_t>(run % colours)]) > 20);
      QCOMPARE(mark.accessibleName(), "run");
    }
  }

  /// A thick one or a thin one, as long as each other, in the colour of no run.
  void aSplitHasALine() {
    LegendMark thick("validation", LegendMark::kThick);
    LegendMark thin("validation", LegendMark::kThin);
    const auto [columns, rows] = inkAtTheLeft(thick);
    QCOMPARE(rows, 2);
    const auto [thinColumns, thinRows] = inkAtTheLeft(thin);
    QCOMPARE(thinRows, 1);
    QCOMPARE(thinColumns, columns);
    QCOMPARE(thin.sizeHint(), thick.sizeHint());
    for (const QColor& run : tokens().runs) QCOMPARE(pixelsOf(thick, run), 0);
  }

  void aTextHasRoomBesideItsMark() {
    const LegendMark none({}, 0);
    const LegendMark some("a model", 0);
    const LegendMark more("a model with a longer name", 0);
    QVERIFY(none.sizeHint().width() > 8 && some.sizeHint().width() > none.sizeHint().width());
    QVERIFY(more.sizeHint().width() > some.sizeHint().width());
    QCOMPARE(more.sizeHint().height(), some.sizeHint().height());
    // A line is longer than a square.
    QVERIFY(LegendMark("a model", LegendMark::kThick).sizeHint().width() > some.sizeHint().width());
  }

 private:
  static QImage picture(LegendMark& mark) {
    mark.resize(mark.sizeHint());
    QImage image(mark.size(), QImage::Format_ARGB32_Premultiplied);
    image.fill(Qt::transparent);
    mark.render(&image, {}, {}, QWidget::DrawChildren);
    return image;
  }
  static int pixelsOf(LegendMark& mark, const QColor& colour) {
    const QImage image = picture(mark);
    int found = 0;
    for (int y = 0; y < image.height(); ++y)
      for (int x = 0; x < image.width(); ++x) found += image.pixelColor(x, y) == colour ? 1 : 0;
    return found;
  }
  /// Columns and rows that hold ink where a line is, before the text.
  static std::pair<int, int> inkAtTheLeft(LegendMark& mark) {
    const QImage image = picture(mark);
    int columns = 0;
    int rows = 0;
    for (int x = 0; x < 22; ++x) {
      int inked = 0;
      for (int y = 0; y < image.height(); ++y) inked += qAlpha(image.pixel(x, y)) > 0 ? 1 : 0;
      columns += inked > 0 ? 1 : 0;
      rows = std::max(rows, inked);
    }
    return {columns, rows};
  }
};

MASU_TEST(LegendTest)
#include "legend_test.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/fonts.h"

#include <QFontMetricsF>
#include <QImage>
#include <QPainter>
#include <QTest>

#include "tests/fixtures/test_group.h"

using namespace masu::ui;

namespace {

/// The columns of pixels that a text takes, drawn in a room of 200 × 40.
QPair<int, int> columnsOf(const QString& text, Qt::Alignment alignment) {
  QImage image(200, 40, QImage::Format_ARGB32_Premultiplied);
  image.fill(Qt::white);
  QPainter painter(&image);
  painter.setFont(uiFont(Type::body));
  drawFigures(painter, QRectF(0, 0, 200, 40), alignment, text);
  painter.end();
  QPair<int, int> found(200, -1);
  for (int x = 0; x < image.width(); ++x) {
    for (int y = 0; y < image.height(); ++y) {
      if (image.pixelColor(x, y) == QColor(Qt::white)) continue;
      found = {std::min(found.first, x), std::max(found.second, x)};
    }
  }
  return found;
}

}  // namespace

class FontsTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void sizesAreThoseOfTheLook() {
    for (const Type type : {Type::hint, Type::table, Type::body, Type::empty, Type::title, Type::figure}) {
      QCOMPARE(uiFont(type).pixelSize(), static_cast<int>(type));
      QCOMPARE(monoFont(type).pixelSize(), static_cast<int>(type));
    }
    QCOMPARE(uiFont(Type::body, QFont::DemiBold).weight(), QFont::DemiBold);
  }

  /// So that columns of figures align: as many digits are as wide, whichever they are.
  void everyDigitTakesTheSameRoom() {
    const QFont font = uiFont(Type::table);
    const qreal zero = QFontMetricsF(font).horizontalAdvance(QLatin1Char('0'));
    for (const char* digits : {"0", "1", "4", "7"}) QCOMPARE(figuresWidth(font, QLatin1String(digits)), zero);
    QCOMPARE(figuresWidth(font, QStringLiteral("1111")), figuresWidth(font, QStringLiteral("8888")));
    QCOMPARE(figuresWidth(font, QString()), 0.0);
    const QString words = QStringLiteral("samples");
    QCOMPARE(figuresWidth(font, words), QFontMetricsF(font).horizontalAdvance(words));
    QCOMPARE(figuresWidth(font, QStringLiteral("12") + words), 2 * zero + figuresWidth(font, words));
  }

  /// Within the room that they take, at the side where they are asked for.
  void figuresAreDrawnWhereTheyAreAskedFor() {
    const QString text = QStringLiteral("1,234.5 kB");
    const qreal width = figuresWidth(uiFont(Type::body), text);
    const auto left = columnsOf(text, Qt::AlignLeft | Qt::AlignVCenter);
    const auto middle = columnsOf(text, Qt::AlignHCenter | Qt::AlignVCenter);
    const auto right = columnsOf(text, Qt::AlignRight | Qt::AlignVCenter);
    QVERIFY(left.first >= 0 && left.second <= width + 1);
    QVERIFY(right.first >= 199 - width - 1 && right.second <= 199);
    QVERIFY(middle.first > left.first && middle.first < right.first);
    QVERIFY(left.second < middle.second && middle.second < right.second);
  }
};

MASU_TEST(FontsTest)
#include "fonts_test.moc"

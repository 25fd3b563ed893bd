// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/icons.h"

#include <QApplication>
#include <QDirIterator>
#include <QFileInfo>
#include <QPainter>
#include <QTest>
#include <QXmlStreamReader>
#include <cstdlib>

#include "tests/fixtures/test_group.h"
#include "ui/theme/theme.h"

using namespace masu::ui;

namespace {

/// Where an image has ink; empty where it has none.
QRect inkOf(const QImage& image) {
  QRect ink;
  for (int y = 0; y < image.height(); ++y)
    for (int x = 0; x < image.width(); ++x)
      if (image.pixelColor(x, y).alpha() > 0) ink |= QRect(x, y, 1, 1);
  return ink;
}

/// Whether all that is drawn has a colour, as far as faint pixels at edges can be said to have one.
bool isAllOf(const QImage& image, const QColor& colour) {
  int seen = 0;
  for (int y = 0; y < image.height(); ++y) {
    for (int x = 0; x < image.width(); ++x) {
      const QColor pixel = image.pixelColor(x, y);
      if (pixel.alpha() < 100) continue;
      ++seen;
      if (std::abs(pixel.red() - colour.red()) + std::abs(pixel.green() - colour.green()) +
              std::abs(pixel.blue() - colour.blue()) > 12)
        return false;
    }
  }
  return seen > 0;
}

}  // namespace

class IconsTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() { Theme::current().install(*qApp, Theme::Mode::light); }

  /// Each is well formed, has no colour but the one it is asked for in, and leaves something to see.
  void everyIconIsDrawnInTheColour() {
    int icons = 0;
    for (QDirIterator at(QStringLiteral(":/icons"), {QStringLiteral("*.svg")}); at.hasNext(); ++icons) {
      const QString name = QFileInfo(at.next()).completeBaseName();
      const QByteArray svg = tintedSvg(name, QColor(1, 2, 3));
      QVERIFY2(!svg.contains("currentColor"), qPrintable(name));
      QXmlStreamReader reader(svg);
      while (!reader.atEnd()) reader.readNext();
      QVERIFY2(!reader.hasError(), qPrintable(name));
      QVERIFY2(!inkOf(iconPixmap(name, Qt::red, 24).toImage()).isEmpty(), qPrintable(name));
    }
    QVERIFY(icons > 10);
    QVERIFY(tintedSvg(QStringLiteral("no such icon"), Qt::red).isEmpty());
  }

  void pixelsFollowTheScreen() {
    for (const qreal ratio : {1.0, 1.5, 2.0}) {
      const QPixmap pixmap = iconPixmap(QStringLiteral("close"), Qt::red, 20, ratio);
      QCOMPARE(pixmap.width(), static_cast<int>(20 * ratio));
      QCOMPARE(pixmap.devicePixelRatio(), ratio);
      QCOMPARE(iconPixmap(QStringLiteral("close"), Qt::red, 20, ratio).cacheKey(), pixmap.cacheKey());
    }
    QVERIFY(iconPixmap(QStringLiteral("close"), Qt::red).toImage() !=
            iconPixmap(QStringLiteral("close"), Qt::blue).toImage());
  }

  void disabledAndCheckedIconsHaveColoursOfTheirOwn() {
    const QIcon icon = themeIcon(QStringLiteral("box"), &Tokens::bad);
    const auto imageIn = [&](QIcon::Mode mode, QIcon::State state) {
      return icon.pixmap(QSize(96, 96), mode, state).toImage();
    };
    QVERIFY(isAllOf(imageIn(QIcon::Normal, QIcon::Off), tokens().bad));
    QVERIFY(isAllOf(imageIn(QIcon::Normal, QIcon::On), tokens().accent));
    QVERIFY(isAllOf(imageIn(QIcon::Disabled, QIcon::On), tokens().textOff));
  }

  /// In room that is wider than high, an icon keeps its shape and is where it was asked to be.
  void anIconIsAlignedInWideRoom() {
    const auto inkAt = [](Qt::Alignment alignment) {
      const QIcon icon = themeIcon(QStringLiteral("close"), &Tokens::text, alignment);
      return inkOf(icon.pixmap(QSize(60, 20)).toImage());
    };
    const QRect left = inkAt(Qt::AlignLeft);
    const QRect middle = inkAt(Qt::AlignCenter);
    const QRect right = inkAt(Qt::AlignRight);
    QVERIFY(!left.isEmpty());
    QCOMPARE(middle, left.translated(20, 0));
    QCOMPARE(right, left.translated(40, 0));
    QVERIFY(left.right() < 20);
  }
};

MASU_TEST(IconsTest)
#include "icons_test.moc"

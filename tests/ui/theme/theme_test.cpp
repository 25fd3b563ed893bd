// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/theme.h"

#include <QAbstractButton>
#include <QApplication>
#include <QLineEdit>
#include <QSignalSpy>
#include <QTest>
#include <cmath>

#include "tests/fixtures/test_group.h"

using namespace masu::ui;

namespace {

double luminance(const QColor& colour) {
  const auto channel = [](double c) { return c <= 0.03928 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4); };
  return 0.2126 * channel(colour.redF()) + 0.7152 * channel(colour.greenF()) + 0.0722 * channel(colour.blueF());
}

/// The contrast ratio of WCAG 2.
double contrast(const QColor& a, const QColor& b) {
  const double lighter = std::max(luminance(a), luminance(b));
  const double darker = std::min(luminance(a), luminance(b));
  return (lighter + 0.05) / (darker + 0.05);
}

}  // namespace

class ThemeTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() { Theme::current().install(*qApp, Theme::Mode::light); }

  void keepsTextReadable_data() {
    QTest::addColumn<bool>("dark");
    QTest::newRow("light") << false;
    QTest::newRow("dark") << true;
  }
  void keepsTextReadable() {
    QFETCH(bool, dark);
    const Tokens& t = dark ? Tokens::dark() : Tokens::light();
    for (const QColor& ground : {t.surface, t.sunken, t.steps}) {
      QVERIFY(contrast(t.text, ground) >= 7);
      QVERIFY(contrast(t.text2, ground) >= 4.5);
      QVERIFY(contrast(t.text3, ground) >= 4);
      QVERIFY(contrast(t.accent, ground) >= 4.5);
    }
    QVERIFY(contrast(t.onAccent, t.accent) >= 4.5);
    QVERIFY(contrast(t.warn, t.warnBg) >= 4.5);
    QVERIFY(contrast(t.bad, t.badBg) >= 4.5);
  }

  void distinguishesSplitsByLightness() {
    for (const Tokens* t : {&Tokens::light(), &Tokens::dark()}) {
      QVERIFY(contrast(t->train, t->validation) >= 1.4);
      QVERIFY(contrast(t->validation, t->test) >= 1.4);
    }
  }

  void fillsEveryPlaceOfTheStyleSheet() {
    const QString sheet = Theme::current().styleSheet();
    QVERIFY2(!sheet.contains('@'), qPrintable(sheet.mid(sheet.indexOf('@'), 60)));
    QVERIFY(sheet.contains(Tokens::light().accent.name()));
  }

  void switchesPaletteAndSheetAtOnce() {
    Theme& theme = Theme::current();
    QSignalSpy changed(&theme, &Theme::changed);
    theme.setMode(Theme::Mode::dark);
    QCOMPARE(changed.count(), 1);
    QCOMPARE(qApp->palette().color(QPalette::Window), Tokens::dark().surface);
    QVERIFY(qApp->styleSheet().contains(Tokens::dark().accent.name()));
    theme.setMode(Theme::Mode::light);
    QCOMPARE(qApp->palette().color(QPalette::Window), Tokens::light().surface);
  }

  void retintsIconsThatAreInUse() {
    const QIcon icon = themeIcon("close", &Tokens::text);
    const QImage light = icon.pixmap(16, 16).toImage();
    Theme::current().setMode(Theme::Mode::dark);
    const QImage dark = icon.pixmap(16, 16).toImage();
    Theme::current().setMode(Theme::Mode::light);
    QVERIFY(light != dark);
    QCOMPARE(icon.pixmap(16, 16).toImage(), light);
  }

  void drawsEveryIconOfTheFamily() {
    const QStringList names = QDir(":/icons").entryList({"*.svg"});
    QVERIFY(names.size() > 40);
    for (const QString& name : names) {
      const QImage image = iconPixmap(QFileInfo(name).completeBaseName(), Qt::black, 24).toImage();
      bool inked = false;
      for (int y = 0; y < image.height(); ++y)
        for (int x = 0; x < image.width(); ++x) inked |= qAlpha(image.pixel(x, y)) > 128;
      QVERIFY2(inked, qPrintable(name));
    }
  }

  void drawsTheCrossOfAFieldAsTheFamilyDoes() {
    QLineEdit field;
    field.setClearButtonEnabled(true);
    field.setText("text");
    const auto* button = field.findChild<QAbstractButton*>();
    QVERIFY(button != nullptr);
    const QImage image = button->icon().pixmap(16, 16).toImage();
    const QColor ink = Theme::current().tokens().text2;
    int inked = 0;
    int other = 0;
    for (int y = 0; y < image.height(); ++y) {
      for (int x = 0; x < image.width(); ++x) {
        const QColor colour = image.pixelColor(x, y);
        if (colour.alpha() < 128) continue;
        (std::abs(colour.lightness() - ink.lightness()) < 16 ? inked : other) += 1;
      }
    }
    QVERIFY(inked > 0);
    QCOMPARE(other, 0);
  }

  void givesEveryDigitTheSameRoom() {
    const QFont font = uiFont(Type::table);
    const qreal zeros = figuresWidth(font, "000,000");
    QCOMPARE(figuresWidth(font, "111,111"), zeros);
    QCOMPARE(figuresWidth(font, "987,654"), zeros);
  }
};

MASU_TEST(ThemeTest)
#include "theme_test.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/buttons.h"

#include <QApplication>
#include <QTest>
#include <cstdlib>
#include <memory>

#include "tests/fixtures/test_group.h"
#include "ui/theme/theme.h"

using namespace masu::ui;

namespace {

/// Whether something is drawn in a colour, which edges are only near to.
bool shows(const QImage& image, const QColor& colour) {
  const auto isNear = [](int one, int other) { return std::abs(one - other) <= 4; };
  for (int y = 0; y < image.height(); ++y) {
    for (int x = 0; x < image.width(); ++x) {
      const QColor pixel = image.pixelColor(x, y);
      if (pixel.alpha() > 100 && isNear(pixel.red(), colour.red()) && isNear(pixel.green(), colour.green()) &&
          isNear(pixel.blue(), colour.blue()))
        return true;
    }
  }
  return false;
}

QImage imageOf(const QAbstractButton& button) {
  return button.icon().pixmap(QSize(64, 64)).toImage().convertToFormat(QImage::Format_ARGB32);
}

}  // namespace

class ButtonsTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() { Theme::current().install(*qApp, Theme::Mode::light); }

  /// Which the style sheet has a rule for; a normal button has none.
  void everyKindHasAPropertyOfItsOwn() {
    QStringList kinds;
    for (const ButtonKind kind : {ButtonKind::primary, ButtonKind::next, ButtonKind::link, ButtonKind::ghost,
                                  ButtonKind::danger}) {
      const std::unique_ptr<QPushButton> button(makeButton(QStringLiteral("Do"), {}, kind));
      kinds << button->property("kind").toString();
      QVERIFY2(qApp->styleSheet().contains("kind=\"" + kinds.last() + '"'), qPrintable(kinds.last()));
      QVERIFY(!button->autoDefault());
    }
    QCOMPARE(kinds.removeDuplicates(), qsizetype(0));
    const std::unique_ptr<QPushButton> normal(makeButton(QStringLiteral("Do")));
    QVERIFY(!normal->property("kind").isValid() && normal->icon().isNull());
  }

  void iconsAreInTheColourOfTheirKind() {
    const Tokens& t = tokens();
    for (const auto& [kind, colour] : {std::pair(ButtonKind::danger, t.bad), {ButtonKind::link, t.accent},
                                       {ButtonKind::normal, t.text2}, {ButtonKind::primary, t.onAccent}}) {
      const std::unique_ptr<QPushButton> button(makeButton(QStringLiteral("Do"), QStringLiteral("close"), kind));
      QVERIFY(shows(imageOf(*button), colour));
    }
  }

  void aButtonBecomesAnotherKind() {
    const std::unique_ptr<QPushButton> button(makeButton(QStringLiteral("Do"), QStringLiteral("close")));
    setButtonKind(*button, ButtonKind::danger, QStringLiteral("close"));
    QCOMPARE(button->property("kind").toString(), "danger");
    QVERIFY(shows(imageOf(*button), tokens().bad));
    setButtonKind(*button, ButtonKind::normal, QStringLiteral("close"));
    QVERIFY(button->property("kind").toString().isEmpty());
    QVERIFY(!shows(imageOf(*button), tokens().bad));
  }

  void anIconAloneIsCalledByItsName() {
    const std::unique_ptr<QToolButton> button(makeIconButton(QStringLiteral("close"), QStringLiteral("Remove")));
    QCOMPARE(button->accessibleName(), "Remove");
    QCOMPARE(button->toolTip(), "Remove");
    QVERIFY(button->text().isEmpty() && !button->icon().isNull());
    const std::unique_ptr<QToolButton> small(
        makeIconButton(QStringLiteral("close"), QStringLiteral("Remove"), ButtonSize::small));
    QVERIFY(small->iconSize().width() < button->iconSize().width());
  }
};

MASU_TEST(ButtonsTest)
#include "buttons_test.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/tokens.h"

#include <QTest>
#include <cstdlib>
#include <vector>

#include "tests/fixtures/test_group.h"

using namespace masu::ui;

/// What the colours have to distinguish; how readable they are is in theme_test.
class TokensTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void everyColourIsThere() {
    for (const Tokens* t : kLooks) {
      for (const QColor& colour :
           {t->steps,    t->surface,      t->sunken, t->hover, t->line,    t->lineSoft, t->line2,
            t->edge,     t->text,         t->text2,  t->text3, t->textOff, t->accent,   t->pressed,
            t->onAccent, t->tint,         t->tint2,  t->warn,  t->warnBg,  t->bad,      t->badBg,
            t->trainBg,  t->validationBg, t->testBg, t->wave,  t->hist,    t->histAll})
        QVERIFY(colour.isValid() && colour.alpha() == 255);
    }
  }

  /// A light look has dark text on a light ground, and the dark one the other way round; grounds stay close together.
  void oneLookIsLightAndOneDark() {
    const Tokens& light = Tokens::light();
    const Tokens& dark = Tokens::dark();
    QVERIFY(light.surface.lightness() > light.text.lightness());
    QVERIFY(dark.surface.lightness() < dark.text.lightness());
    for (const Tokens* t : kLooks)
      for (const QColor& ground : {t->steps, t->sunken, t->hover})
        QVERIFY(std::abs(ground.lightness() - t->surface.lightness()) < 40);
    QCOMPARE(&Tokens::light(), &light);  // made once
  }

  /// The fainter a text is meant, the nearer it is to the ground.
  void textsAreInOrder() {
    for (const Tokens* t : kLooks) {
      const auto away = [&](const QColor& c) { return std::abs(c.lightness() - t->surface.lightness()); };
      QVERIFY(away(t->text) > away(t->text2) && away(t->text2) > away(t->text3) && away(t->text3) > away(t->textOff));
      QVERIFY(away(t->edge) > away(t->line2) && away(t->line2) > away(t->line) && away(t->line) > away(t->lineSoft));
    }
  }

  void whatIsDistinguishedByColourDiffers() {
    for (const Tokens* t : kLooks) {
      expectDistinct({t->train, t->validation, t->test, t->unused});
      expectDistinct({t->trainBg, t->validationBg, t->testBg, t->surface});
      expectDistinct({t->runs.begin(), t->runs.end()});
      expectDistinct({t->ledgerFirst.begin(), t->ledgerFirst.end()});
      expectDistinct({t->ledgerSecond.begin(), t->ledgerSecond.end()});
      expectDistinct({t->ledgerShared.begin(), t->ledgerShared.end()});
      expectDistinct({t->accent, t->warn, t->bad, t->text});
      expectDistinct({t->hist, t->histAll, t->surface});
    }
  }

 private:
  static void expectDistinct(const std::vector<QColor>& colours) {
    for (std::size_t i = 0; i < colours.size(); ++i) {
      QVERIFY(colours[i].isValid());
      for (std::size_t k = 0; k < i; ++k) QVERIFY2(colours[i] != colours[k], qPrintable(colours[i].name()));
    }
  }

  const std::array<const Tokens*, 2> kLooks = {&Tokens::light(), &Tokens::dark()};
};

MASU_TEST(TokensTest)
#include "tokens_test.moc"

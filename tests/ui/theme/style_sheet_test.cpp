// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/style_sheet.h"

#include <QRegularExpression>
#include <QTest>

#include "tests/fixtures/test_group.h"

using namespace masu::ui;

class StyleSheetTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void noPlaceIsLeftOpen() {
    for (const Tokens* tokens : {&Tokens::light(), &Tokens::dark()}) {
      const QString sheet = styleSheetFrom(*tokens, images());
      QVERIFY2(!sheet.contains('@'), qPrintable(sheet.mid(sheet.indexOf('@'), 60)));
      QCOMPARE(sheet.count('{'), sheet.count('}'));
    }
  }

  /// A place whose name begins with another's is not taken for that: what stands after a colour ends its name.
  void everyPlaceIsTakenWhole() {
    const QString sheet = styleSheetFrom(distinctTokens(), images());
    const QRegularExpression colour("#[0-9a-f]{6}([0-9A-Za-z]?)");
    for (auto found = colour.globalMatch(sheet); found.hasNext();) {
      const QRegularExpressionMatch match = found.next();
      QVERIFY2(match.captured(1).isEmpty(), qPrintable(match.captured()));
    }
    const QRegularExpression image("image: *url\\(([^)]*)\\)");
    int pictures = 0;
    for (auto found = image.globalMatch(sheet); found.hasNext(); ++pictures) {
      const QString path = found.next().captured(1);
      QVERIFY2(path.startsWith("/pictures/") && path.endsWith(".png"), qPrintable(path));
    }
    QVERIFY(pictures > 0);
  }

  /// Another colour changes the rules that name it, and no others.
  void theColoursAreThoseOfTheTokens() {
    const QString before = styleSheetFrom(distinctTokens(), images());
    Tokens other = distinctTokens();
    other.line2 = QColor(0x123456);
    const QString after = styleSheetFrom(other, images());
    QVERIFY(after.contains("#123456") && !before.contains("#123456"));
    QString back = after;
    QCOMPARE(back.replace("#123456", distinctTokens().line2.name()), before);
  }

  /// What widgets choose by their properties, as the header says.
  void everyChoiceHasARule() {
    const QString sheet = styleSheetFrom(Tokens::light(), images());
    for (const char* rule :
         {"kind=\"primary\"",  "kind=\"next\"",    "kind=\"ghost\"",       "kind=\"link\"",       "kind=\"danger\"",
          "scale=\"small\"",   "scale=\"large\"",  "iconOnly=\"true\"",    "role=\"title\"",      "role=\"heading\"",
          "role=\"caption\"",  "role=\"hint\"",    "role=\"label\"",       "role=\"strong\"",     "role=\"figure\"",
          "role=\"bad\"",      "role=\"warn\"",    "role=\"accent\"",      "pane=\"steps\"",      "pane=\"surface\"",
          "pane=\"sunken\"",   "pane=\"header\"",  "pane=\"toolbar\"",     "pane=\"actions\"",    "pane=\"strip\"",
          "pane=\"side\"",     "pane=\"card\"",    "pane=\"banner-warn\"", "pane=\"banner-bad\"", "line=\"horizontal\"",
          "line=\"vertical\"", "invalid=\"true\"", "mono=\"true\""})
      QVERIFY2(sheet.contains(QLatin1String(rule)), rule);
  }

 private:
  static StyleImages images() {
    return {"/pictures/down.png",  "/pictures/down-off.png",  "/pictures/up.png",  "/pictures/right.png",
            "/pictures/check.png", "/pictures/check-off.png", "/pictures/dot.png", "/pictures/close.png"};
  }
  /// No two places have the same colour.
  static Tokens distinctTokens() {
    Tokens t = Tokens::light();
    QRgb next = 0xA00001;
    for (QColor* colour : {&t.steps,    &t.surface, &t.sunken, &t.hover, &t.line,    &t.lineSoft, &t.line2,
                           &t.edge,     &t.text,    &t.text2,  &t.text3, &t.textOff, &t.accent,   &t.pressed,
                           &t.onAccent, &t.tint,    &t.tint2,  &t.warn,  &t.warnBg,  &t.bad,      &t.badBg})
      *colour = QColor(next++);
    return t;
  }
};

MASU_TEST(StyleSheetTest)
#include "style_sheet_test.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/paint/colour_ramp.h"

#include <QTest>
#include <cmath>
#include <limits>

#include "tests/fixtures/test_group.h"
#include "ui/theme/theme.h"

using namespace masu::ui;

namespace {

/// How far two colours are apart in their channels at most.
int apart(QRgb a, QRgb b) {
  return std::max({std::abs(qRed(a) - qRed(b)), std::abs(qGreen(a) - qGreen(b)), std::abs(qBlue(a) - qBlue(b))});
}

}  // namespace

class ColourRampTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void cleanup() { Theme::current().setMode(Theme::Mode::light); }

  void itsEndsAndMiddleAreThoseOfTheTheme() {
    for (const Theme::Mode mode : {Theme::Mode::light, Theme::Mode::dark}) {
      Theme::current().setMode(mode);
      const ColourRamp ramp;
      QVERIFY(apart(ramp.at(0), tokens().surface.rgb()) <= 1);
      QVERIFY(apart(ramp.at(0.5), tokens().accent.rgb()) <= 4);
      QVERIFY(apart(ramp.at(1), tokens().text.rgb()) <= 1);
    }
  }

  void whatIsOutsideHasTheColourOfTheNearerEnd() {
    const ColourRamp ramp;
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    for (const double below : {-1e-9, -1.0, -1e300, -kInfinity}) QCOMPARE(ramp.at(below), ramp.at(0));
    for (const double above : {1 + 1e-9, 2.0, 1e300, kInfinity}) QCOMPARE(ramp.at(above), ramp.at(1));
    QCOMPARE(ramp.at(std::numeric_limits<double>::quiet_NaN()), ramp.at(0));
  }

  /// From the surface to the accent the picture becomes darker, or in the dark lighter, and never turns back.
  void levelsRunOneWay() {
    for (const Theme::Mode mode : {Theme::Mode::light, Theme::Mode::dark}) {
      Theme::current().setMode(mode);
      const ColourRamp ramp;
      const int sign = qGray(ramp.at(0.5)) < qGray(ramp.at(0)) ? -1 : 1;
      int before = sign * qGray(ramp.at(0));
      for (int step = 1; step <= 50; ++step) {
        const int level = sign * qGray(ramp.at(step / 100.0));
        QVERIFY2(level >= before - 1, qPrintable(QString::number(step)));
        before = level;
      }
      // Neighbours look alike.
      for (int step = 0; step < 100; ++step)
        QVERIFY(apart(ramp.at(step / 100.0), ramp.at((step + 1) / 100.0)) <= 24);
    }
  }

  void itKeepsTheThemeItWasMadeIn() {
    Theme::current().setMode(Theme::Mode::light);
    const ColourRamp light;
    const QRgb before = light.at(0);
    Theme::current().setMode(Theme::Mode::dark);
    QCOMPARE(light.at(0), before);
    QVERIFY(ColourRamp().at(0) != before);
  }
};

MASU_TEST(ColourRampTest)
#include "colour_ramp_test.moc"

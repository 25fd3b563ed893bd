// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/import/plan/share_bars.h"

#include <QImage>
#include <QTest>
#include <algorithm>
#include <cmath>

#include "tests/fixtures/test_group.h"
#include "ui/theme/theme.h"

using namespace masu::ui;

class ShareBarsTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  /// The larger of both takes the whole width, whichever it is.
  void bothBarsAreOnOneScale() {
    ShareBars bars;
    bars.resize(200, bars.height());
    bars.setBytes(1000, 250);
    QCOMPARE(widthOf(bars, tokens().unused), 200);
    QCOMPARE(widthOf(bars, tokens().accent), 50);
    bars.setBytes(500, 1000);
    QCOMPARE(widthOf(bars, tokens().unused), 100);
    QCOMPARE(widthOf(bars, tokens().accent), 200);
    bars.setBytes(0, 0);
    QCOMPARE(widthOf(bars, tokens().unused), 0);
    QCOMPARE(widthOf(bars, tokens().accent), 0);
  }

  void aClassIsAsHighAsItIsLarge() {
    CountBars bars;
    bars.resize(90, bars.height());
    bars.setCounts({"a", "b", "c"}, {10, 20, 40});
    const QImage image = bars.grab().toImage();
    const int half = heightAt(image, 32);
    QCOMPARE(heightAt(image, 62), 2 * half);
    QVERIFY(std::abs(heightAt(image, 2) - half / 2) <= 1);
    QVERIFY(half > 10);
    // Beside each other, with room between.
    QCOMPARE(heightAt(image, 28), 0);
    // They are as high as they are beside each other, whatever the counts.
    bars.setCounts({"a", "b", "c"}, {1'000'000, 2'000'000, 4'000'000});
    const QImage scaled = bars.grab().toImage();
    for (const int x : {2, 32, 62}) QCOMPARE(heightAt(scaled, x), heightAt(image, x));
  }

  void classesThatAreEmptyOrMissingHaveNoBar() {
    CountBars bars;
    bars.resize(90, bars.height());
    bars.setCounts({"a", "b", "c"}, {0, 0, 0});
    QImage image = bars.grab().toImage();
    for (int x = 0; x < image.width(); ++x) QCOMPARE(heightAt(image, x), 0);
    bars.setCounts({}, {});
    image = bars.grab().toImage();
    for (int x = 0; x < image.width(); ++x) QCOMPARE(heightAt(image, x), 0);
  }

  /// Of more classes than there are pixels for names, the bars alone are shown.
  void namesAreShownWhereTheyFit() {
    CountBars bars;
    bars.resize(400, bars.height());
    QStringList names;
    for (int i = 0; i < 10; ++i) names << "name";
    bars.setCounts(names, std::vector<std::uint64_t>(10, 1));
    const QImage named = bars.grab().toImage();
    bars.setCounts({}, std::vector<std::uint64_t>(10, 1));
    QVERIFY(bars.grab().toImage() != named);
    for (int i = 0; i < 90; ++i) names << "name";
    bars.setCounts(names, std::vector<std::uint64_t>(100, 1));
    const QImage many = bars.grab().toImage();
    bars.setCounts({}, std::vector<std::uint64_t>(100, 1));
    QCOMPARE(bars.grab().toImage(), many);
    QVERIFY(heightAt(many, 0) > 0);
  }

 private:
  /// Of the bar of a colour, at its widest.
  static int widthOf(ShareBars& bars, const QColor& colour) {
    const QImage image = bars.grab().toImage();
    int widest = 0;
    for (int y = 0; y < image.height(); ++y) {
      int width = 0;
      for (int x = 0; x < image.width(); ++x) width += image.pixelColor(x, y) == colour ? 1 : 0;
      widest = std::max(widest, width);
    }
    return widest;
  }
  static int heightAt(const QImage& image, int x) {
    int height = 0;
    for (int y = 0; y < image.height(); ++y) height += image.pixelColor(x, y) == tokens().hist ? 1 : 0;
    return height;
  }
};

MASU_TEST(ShareBarsTest)
#include "share_bars_test.moc"

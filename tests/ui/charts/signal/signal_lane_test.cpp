// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/signal/signal_lane.h"

#include <QImage>
#include <QPainter>
#include <QTest>
#include <algorithm>

#include "tests/fixtures/test_group.h"
#include "ui/theme/theme.h"

using namespace masu::ui;

namespace {

constexpr int kLaneWidth = 100;
constexpr int kLaneHeight = 41;
constexpr int kLaneMiddle = kLaneHeight / 2;

/// Ten frames under each column: 1 in the first half, −1 in the second.
SignalLane upThenDown() {
  auto values = std::make_shared<std::vector<float>>(1000, 1.0F);
  std::fill(values->begin() + 500, values->end(), -1.0F);
  SignalLane lane;
  lane.values = values;
  lane.frames = values->size();
  return lane;
}

QImage plotOf(const SignalLane& lane, const FrameSpan& span = {0, 1000}, int width = kLaneWidth) {
  QImage image(width, kLaneHeight, QImage::Format_ARGB32_Premultiplied);
  image.fill(Qt::transparent);
  QPainter painter(&image);
  SignalLanePainter(painter, lane, span).paintPlot(QRectF(image.rect()));
  return image;
}

QImage textsOf(const SignalLane& lane, int width, bool stacked, bool current = false) {
  QImage image(width, 60, QImage::Format_ARGB32_Premultiplied);
  image.fill(Qt::transparent);
  QPainter painter(&image);
  SignalLanePainter(painter, lane, {0, 1}).paintTexts(QRectF(image.rect()), stacked, current);
  return image;
}

/// Pixels of a colour, in columns from `from` to before `to`.
int pixelsOf(const QImage& image, const QColor& colour, int from = 0, int to = kLaneWidth) {
  int found = 0;
  for (int y = 0; y < image.height(); ++y)
    for (int x = from; x < std::min(to, image.width()); ++x) found += image.pixelColor(x, y) == colour ? 1 : 0;
  return found;
}

}  // namespace

class SignalLaneTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void aValueIsWhereItIsLarge() {
    const QImage image = plotOf(upThenDown());
    for (int y = 0; y < kLaneHeight; ++y) {
      if (image.pixelColor(20, y) == tokens().wave) QVERIFY(y < 5);
      if (image.pixelColor(80, y) == tokens().wave) QVERIFY(y > kLaneHeight - 6);
    }
    QVERIFY(pixelsOf(image, tokens().wave, 20, 21) > 0 && pixelsOf(image, tokens().wave, 80, 81) > 0);
    QCOMPARE(image.pixelColor(20, kLaneMiddle), tokens().line);
    // The span decides what is seen.
    const QImage later = plotOf(upThenDown(), {500, 500});
    QVERIFY(pixelsOf(later, tokens().wave, 20, 21) > 0);
    for (int y = 0; y < kLaneMiddle; ++y) QVERIFY(later.pixelColor(20, y) != tokens().wave);
  }

  /// The largest value has the whole height, whatever it is; without any, there is still a line in the middle.
  void theHeightIsThatOfTheLargestValue() {
    SignalLane loud = upThenDown();
    auto values = std::make_shared<std::vector<float>>(*loud.values);
    for (float& value : *values) value *= 1024;
    loud.values = values;
    QCOMPARE(plotOf(loud), plotOf(upThenDown()));
    SignalLane silent;
    silent.values = std::make_shared<std::vector<float>>(1000, 0.0F);
    silent.frames = 1000;
    const QImage image = plotOf(silent);
    for (int x = 0; x < kLaneWidth; ++x) QCOMPARE(pixelsOf(image, tokens().wave, x, x + 1), 1);
  }

  void paddingIsHatchedAndHasNoSignal() {
    SignalLane lane = upThenDown();
    lane.frames = 400;
    const QImage image = plotOf(lane);
    QVERIFY(pixelsOf(image, tokens().wave, 0, 40) > 0);
    QCOMPARE(pixelsOf(image, tokens().wave, 41, kLaneWidth), 0);
    int hatched = 0;
    int plain = 0;
    for (int x = 0; x < kLaneWidth; ++x) {
      const bool ink = qAlpha(image.pixel(x, kLaneMiddle + 8)) > 0;
      if (ink) ++(x < 39 ? plain : hatched);
    }
    QVERIFY(hatched > 5);
    QCOMPARE(plain, 0);
    // Before it begins there is nothing to hatch.
    const QImage before = plotOf(lane, {0, 300});
    for (int x = 0; x < kLaneWidth; ++x) QCOMPARE(qAlpha(before.pixel(x, kLaneMiddle + 8)), 0);
  }

  void aWindowBeginsAtItsMark() {
    SignalLane lane = upThenDown();
    lane.windowMarks = {250, 5000};
    const QImage image = plotOf(lane);
    QCOMPARE(pixelsOf(image, tokens().line2, 25, 26), kLaneHeight - pixelsOf(image, tokens().wave, 25, 26));
    QCOMPARE(pixelsOf(image, tokens().line2), pixelsOf(image, tokens().line2, 25, 26));
    QCOMPARE(pixelsOf(plotOf(lane, {300, 500}), tokens().line2), 0);
  }

  /// A lane that is being read has a bar in its place, and one that could not be read says so.
  void withoutValuesThereIsNoSignal() {
    SignalLane pending;
    const QImage image = plotOf(pending);
    for (int x = 0; x < kLaneWidth; ++x) QCOMPARE(image.pixelColor(x, kLaneMiddle - 2), tokens().lineSoft);
    QCOMPARE(pixelsOf(image, tokens().wave), 0);
    SignalLane missing = upThenDown();
    missing.missing = true;
    const QImage said = plotOf(missing, {0, 1000}, 300);
    QCOMPARE(pixelsOf(said, tokens().wave), 0);
    QCOMPARE(qAlpha(said.pixel(0, kLaneMiddle)), 0);
    bool inked = false;
    for (int x = 0; x < said.width(); ++x) inked |= qAlpha(said.pixel(x, kLaneMiddle)) > 0;
    QVERIFY(inked);
  }

  void theClassIsInABoxBeforeTheTitle() {
    SignalLane lane;
    lane.title = "tone";
    lane.tag = "7";
    QCOMPARE(textsOf(lane, 200, false).pixelColor(2, 10), tokens().lineSoft);
    QCOMPARE(textsOf(lane, 200, false, true).pixelColor(2, 10), tokens().tint2);
    lane.tag.clear();
    QCOMPARE(pixelsOf(textsOf(lane, 200, false, true), tokens().tint2, 0, 200), 0);
  }

  void theSplitIsOnASecondLineWhereThereIsOne() {
    SignalLane lane;
    lane.title = "tone";
    lane.splitName = "Test";
    lane.splitColour = Qt::magenta;
    QCOMPARE(textsOf(lane, 300, true).pixelColor(4, 32), QColor(Qt::magenta));
    QCOMPARE(pixelsOf(textsOf(lane, 300, false), Qt::magenta, 0, 300), 0);
    // Beside a long tag where it fits there, else below it.
    lane.tag = "a class whose name is far longer than its box";
    const QImage wide = textsOf(lane, 300, true);
    QVERIFY(wide.pixelColor(4, 32) != QColor(Qt::magenta) && pixelsOf(wide, Qt::magenta, 0, 300) > 0);
    QCOMPARE(textsOf(lane, 90, true).pixelColor(4, 32), QColor(Qt::magenta));
  }
};

MASU_TEST(SignalLaneTest)
#include "signal_lane_test.moc"

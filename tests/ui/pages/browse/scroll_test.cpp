// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/browse/scroll.h"

#include <QSignalSpy>
#include <QTest>
#include <QWheelEvent>

#include "tests/fixtures/test_group.h"

using namespace masu::ui;

namespace {

constexpr std::uint64_t kHuge = 10'000'000'000;

void turn(PositionBar& bar, int angle) {
  QWheelEvent event({5, 5}, {5, 5}, {}, {0, angle}, Qt::NoButton, {}, Qt::NoScrollPhase, false);
  QCoreApplication::sendEvent(&bar, &event);
}

}  // namespace

class ScrollTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void whatIsSetIsClampedAndEmitsNothing() {
    PositionBar bar;
    const QSignalSpy moved(&bar, &PositionBar::topChanged);
    bar.setExtent(100, 10, 42);
    QCOMPARE(bar.top(), std::uint64_t{42});
    bar.setExtent(100, 10, 95);
    QCOMPARE(bar.top(), std::uint64_t{90});
    QCOMPARE(bar.value(), bar.maximum());
    bar.setExtent(kHuge, 10, kHuge);
    QCOMPARE(bar.top(), kHuge - 10);
    QCOMPARE(bar.value(), bar.maximum());
    // All are in view, or there is none.
    bar.setExtent(10, 10, 3);
    QCOMPARE(bar.top(), std::uint64_t{0});
    QCOMPARE(bar.maximum(), 0);
    bar.setExtent(0, 0, 0);
    QCOMPARE(bar.top(), std::uint64_t{0});
    QCOMPARE(moved.count(), 0);
  }

  /// However many there are, a step is a step: a bar of few positions and one of ten billion move alike.
  void stepsAreExact() {
    for (const std::uint64_t all : {std::uint64_t{1000}, kHuge}) {
      PositionBar bar;
      bar.setExtent(all, 20, 500);
      QSignalSpy moved(&bar, &PositionBar::topChanged);
      bar.step(1);
      QCOMPARE(bar.top(), std::uint64_t{501});
      QCOMPARE(moved.takeFirst().at(0).toULongLong(), 501ULL);
      bar.step(-7);
      QCOMPARE(bar.top(), std::uint64_t{494});
      bar.triggerAction(QAbstractSlider::SliderPageStepAdd);
      QCOMPARE(bar.top(), std::uint64_t{514});
      bar.triggerAction(QAbstractSlider::SliderSingleStepSub);
      QCOMPARE(bar.top(), std::uint64_t{513});
      turn(bar, -120);
      QVERIFY(bar.top() > 513 && bar.top() < 533);
      turn(bar, 120);
      QCOMPARE(bar.top(), std::uint64_t{513});
    }
  }

  void stepsEndAtTheEnds() {
    PositionBar bar;
    bar.setExtent(kHuge, 20, 3);
    QSignalSpy moved(&bar, &PositionBar::topChanged);
    bar.step(-5);
    QCOMPARE(bar.top(), std::uint64_t{0});
    bar.step(-1);
    QCOMPARE(moved.count(), 1);  // it is there already
    bar.step(std::numeric_limits<std::int64_t>::max());
    QCOMPARE(bar.top(), kHuge - 20);
    bar.step(1);
    QCOMPARE(moved.count(), 2);
  }

  void draggingLandsOnAShareOfTheWhole() {
    PositionBar bar;
    bar.setExtent(kHuge, 20, 0);
    QSignalSpy moved(&bar, &PositionBar::topChanged);
    bar.setValue(bar.maximum());
    QCOMPARE(bar.top(), kHuge - 20);
    bar.setValue(bar.maximum() / 2);
    QVERIFY(bar.top() > kHuge / 2 - 100 && bar.top() < kHuge / 2 + 100);
    QCOMPARE(moved.count(), 2);
    bar.triggerAction(QAbstractSlider::SliderToMinimum);
    QCOMPARE(bar.top(), std::uint64_t{0});
    bar.triggerAction(QAbstractSlider::SliderToMaximum);
    QCOMPARE(bar.top(), kHuge - 20);
    // Also from close by, where the bar does not move.
    bar.step(-3);
    bar.triggerAction(QAbstractSlider::SliderToMaximum);
    QCOMPARE(bar.top(), kHuge - 20);
    bar.setExtent(kHuge, 20, 3);
    bar.triggerAction(QAbstractSlider::SliderToMinimum);
    QCOMPARE(bar.top(), std::uint64_t{0});
    // Where there are few, a value is a position.
    bar.setExtent(1000, 20, 0);
    bar.setValue(333);
    QCOMPARE(bar.top(), std::uint64_t{333});
  }

  void fineWheelsMoveAsFarAsCoarseOnes() {
    for (const int piece : {1, 7, 15, 40, 120, 360}) {
      WheelLines lines;
      int total = 0;
      int turned = 0;
      for (; turned < 840; turned += piece) total += lines.take(-piece);
      QCOMPARE(total, turned * 3 / 120);
    }
    WheelLines lines;
    QCOMPARE(lines.take(120), -3);
    QCOMPARE(lines.take(20) + lines.take(-20), 0);
  }
};

MASU_TEST(ScrollTest)
#include "scroll_test.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/learning/schedule.h"

#include <QTest>

#include "core/train/learning/score.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::train;

class ScheduleTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void constantStaysWhatItIs() {
    for (std::uint64_t step = 0; step < 100; ++step) QCOMPARE(rateFactor(Schedule::constant, step, 100), 1.0);
  }

  void cosineOnlyFalls() {
    QCOMPARE(rateFactor(Schedule::cosine, 0, 100), 1.0);
    for (std::uint64_t step = 1; step < 100; ++step) {
      QVERIFY(rateFactor(Schedule::cosine, step, 100) < rateFactor(Schedule::cosine, step - 1, 100));
    }
    QVERIFY(rateFactor(Schedule::cosine, 99, 100) < 0.001);
  }

  void oneCycleRisesToTheRateAskedForAndFalls() {
    QCOMPARE(rateFactor(Schedule::oneCycle, 0, 100), 0.04);
    QCOMPARE(rateFactor(Schedule::oneCycle, 30, 100), 1.0);
    for (std::uint64_t step = 1; step < 100; ++step) {
      const bool rises = rateFactor(Schedule::oneCycle, step, 100) > rateFactor(Schedule::oneCycle, step - 1, 100);
      QCOMPARE(rises, step <= 30);
    }
  }

  void aSingleStepIsASchedule() {
    QCOMPARE(rateFactor(Schedule::cosine, 0, 1), 1.0);
    QVERIFY(rateFactor(Schedule::oneCycle, 0, 1) > 0);
  }

  void namesAreThoseOfTheCommandLine() {
    QCOMPARE(*scheduleFrom("constant"), Schedule::constant);
    QCOMPARE(*scheduleFrom("cosine"), Schedule::cosine);
    QCOMPARE(*scheduleFrom("onecycle"), Schedule::oneCycle);
    QCOMPARE(scheduleFrom("cosin").error().code, Errc::invalidArgument);
  }

  void scoreOfBatchesIsThatOfTheirSamples() {
    Score parts(2, 0);
    parts.addLoss(1, 3, 3);
    parts.addLoss(5, 1, 1);
    Score whole(2, 0);
    whole.addLoss(2, 4, 4);
    QCOMPARE(parts.loss(), whole.loss());
    QCOMPARE(parts.samples(), whole.samples());
    for (const auto& [truth, predicted] : {std::pair{0, 0}, {0, 1}, {1, 1}, {1, 1}})
      parts.addPrediction(truth, predicted);
    QCOMPARE(parts.accuracy(), 0.75);
    QCOMPARE(parts.confusion(), (std::vector<std::uint64_t>{1, 1, 0, 2}));
  }
};

MASU_TEST(ScheduleTest)
#include "schedule_test.moc"

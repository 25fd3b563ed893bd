// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/table/measured_loss.h"

#include <QTest>
#include <limits>

#include "tests/fixtures/test_group.h"

using namespace masu::table;

class MeasuredLossTest : public QObject {
  Q_OBJECT

  static Column numbers(double min, double max) {
    Column column;
    column.stats.count = 2;
    column.stats.min = min;
    column.stats.max = max;
    return column;
  }

 private Q_SLOTS:
  void numbersWithoutAnErrorAreExact() {
    const Column column = numbers(-5, 7);
    QVERIFY(holdsNumbers(column) && isExact(column) && !isLossy(column));
    QCOMPARE(largestError(column), 0.);
  }

  void anOverflowIsALossWithoutAnError() {
    Column column = numbers(1, 1e5);
    column.loss.overflowed = 1;
    QVERIFY(isLossy(column) && !isExact(column));
    QCOMPARE(largestError(column), std::numeric_limits<double>::infinity());
  }

  void wholeNumbersBeyondDoublesAreExactAsSuchAlone() {
    Column column = numbers(0, 0x1p53);
    QVERIFY(!isLossy(column) && !isExact(column));
    column.stored = DType::i64;
    QVERIFY(isExact(column));
  }

  void whatWasNotMeasuredIsNeither() {
    Column column = numbers(0, 1);
    column.loss.maxRelative = std::numeric_limits<double>::quiet_NaN();
    QVERIFY(!isLossy(column) && !isExact(column));
  }

  void aLossWithoutItsSumsIsNotMeasured() {
    Column column = numbers(0, 1);
    QVERIFY(measuredLoss(column) == &column.loss);
    column.stats.maxError = 1e-9;
    QVERIFY(isLossy(column) && measuredLoss(column) == nullptr);
    column.loss.squaredError = 1e-18;
    QVERIFY(measuredLoss(column) == &column.loss);
    column.stats.maxError = std::numeric_limits<double>::denorm_min();  // whose square is 0
    column.loss.squaredError = 0;
    QVERIFY(measuredLoss(column) == &column.loss);
    column.loss.maxRelative = std::numeric_limits<double>::quiet_NaN();
    QVERIFY(measuredLoss(column) == nullptr);
    QVERIFY(measuredLoss(Column()) == nullptr);
  }

  void wordsHoldNoNumbers() {
    Column column = numbers(0, 1);
    column.kind = Kind::category;
    QVERIFY(!holdsNumbers(column) && !isLossy(column) && !isExact(column));
    QVERIFY(!holdsNumbers(Column()));
  }
};

MASU_TEST(MeasuredLossTest)
#include "measured_loss_test.moc"

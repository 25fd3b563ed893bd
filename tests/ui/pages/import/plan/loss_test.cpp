// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/import/plan/loss.h"

#include <QTest>

#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::ui;
using table::DType;

namespace {

/// A column of which the survey kept these numbers, in order.
ingest::ColumnPlan columnOf(const std::vector<double>& values) {
  ingest::ColumnPlan column;
  column.name = "x";
  for (const double value : values) column.stats.add(value);
  column.sampled = values;
  return column;
}

/// How bad a mark is.
int rank(LossMark mark) {
  return static_cast<int>(mark);
}

}  // namespace

class LossTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void whatATypeHoldsIsExact() {
    const ingest::ImportPlan plan;
    const ingest::ColumnPlan small = columnOf({-100, 0, 7, 100});
    for (const DType type : kComparedTypes) QVERIFY(lossMark(plan, small, type) == LossMark::exact);
    const ingest::ColumnPlan large = columnOf({-100, 0, 7, 30'000});
    for (const DType type : {DType::f64, DType::f32, DType::i16})
      QVERIFY(lossMark(plan, large, type) == LossMark::exact);
  }

  /// A tenth has no place in f32, but comes near; a million has none in f16 at all.
  void roundingIsWithinAndOverflowIsBeyond() {
    const ingest::ImportPlan plan;
    const ingest::ColumnPlan tenths = columnOf({0, 0.1, 0.2, 1});
    QVERIFY(lossMark(plan, tenths, DType::f64) == LossMark::exact);
    QVERIFY(lossMark(plan, tenths, DType::f32) == LossMark::within);
    QVERIFY(lossMark(plan, columnOf({0, 1e6}), DType::f16) == LossMark::beyond);
  }

  /// The tolerance that was asked for decides, and a larger one never makes a mark worse.
  void theToleranceDecides() {
    const ingest::ColumnPlan column = columnOf({0, 0.1, 0.2, 1000.3});
    for (const DType type : kComparedTypes) {
      ingest::ImportPlan plan;
      plan.options.tolerance = 0;
      LossMark before = lossMark(plan, column, type);
      QVERIFY(before != LossMark::within);
      for (const double tolerance : {1e-9, 1e-3, 1.0, 1e6}) {
        plan.options.tolerance = tolerance;
        const LossMark mark = lossMark(plan, column, type);
        QVERIFY(rank(mark) <= rank(before));
        before = mark;
      }
    }
  }

  void onlyFeaturesWithNumbersAreNumbers() {
    using table::Kind;
    using table::Role;
    for (const Kind kind : {Kind::integer, Kind::decimal, Kind::boolean, Kind::time, Kind::category, Kind::text,
                            Kind::empty}) {
      for (const Role role : {Role::feature, Role::category, Role::label, Role::weight, Role::kept, Role::ignored}) {
        ingest::ColumnPlan column;
        column.kind = kind;
        column.role = role;
        QCOMPARE(isNumber(column), role == Role::feature && table::isNumeric(kind));
      }
    }
  }
};

MASU_TEST(LossTest)
#include "loss_test.moc"

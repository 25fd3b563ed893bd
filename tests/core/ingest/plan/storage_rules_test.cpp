// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/plan/storage_rules.h"

#include <QTest>
#include <limits>

#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::ingest;
using table::DType;
using table::Kind;
using Limits = std::vector<double>;

namespace {

constexpr double kAny = std::numeric_limits<double>::infinity();

ImportPlan planOf(const std::vector<Kind>& kinds) {
  ImportPlan plan;
  for (const Kind kind : kinds) plan.columns.emplace_back().kind = kind;
  return plan;
}

StorageRules rulesOf(const ImportPlan& plan) {
  std::vector<std::size_t> features;
  for (std::size_t i = 0; i < plan.columns.size(); ++i) features.push_back(i);
  return rulesFor(plan, features);
}

double limit(const ImportPlan& plan, DType type) {
  return limitOf(plan, plan.columns.front(), type);
}

}  // namespace

/// How far a stored number may be from what its source says.
class StorageRulesTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  /// A double is what numbers are read as; of it nothing is lost.
  void whoAsksForNothingHasNoLimits() {
    for (const Kind kind : {Kind::integer, Kind::decimal, Kind::time}) {
      const ImportPlan plan = planOf({kind});
      for (const DType type : {DType::f64, DType::f32, DType::f16, DType::i32, DType::u8}) {
        QCOMPARE(limit(plan, type), kAny);
      }
    }
    const StorageRules rules = rulesOf(planOf({Kind::integer, Kind::decimal}));
    QVERIFY(rules.limits.empty() && rules.floatLimits.empty() && !rules.codes && !rules.stop);
  }

  void aToleranceHoldsInEveryTypeButDoubles() {
    ImportPlan plan = planOf({Kind::integer});
    plan.options.tolerance = 0.25;
    QCOMPARE(limit(plan, DType::f32), 0.25);
    QCOMPARE(limit(plan, DType::i8), 0.25);
    QCOMPARE(limit(plan, DType::f64), kAny);
    QCOMPARE(rulesOf(plan).limits, Limits{0.25});
    QCOMPARE(rulesOf(plan).floatLimits, Limits{0.25});
  }

  /// Found by Masu, whole numbers and times stay exact; decimals are as exact as a float unless more is allowed.
  void automaticTypesKeepWholeNumbers() {
    ImportPlan plan = planOf({Kind::integer, Kind::decimal, Kind::time});
    plan.options.autoType = true;
    QCOMPARE(rulesOf(plan).limits, (Limits{0, 0, 0}));
    QCOMPARE(rulesOf(plan).floatLimits, (Limits{0, kAny, 0}));
    plan.options.tolerance = 0.5;
    QCOMPARE(rulesOf(plan).limits, (Limits{0, 0.5, 0}));
    QCOMPARE(rulesOf(plan).floatLimits, (Limits{0, kAny, 0}));
    // Where no column is limited nothing is.
    ImportPlan decimals = planOf({Kind::decimal});
    decimals.options.autoType = true;
    QVERIFY(rulesOf(decimals).floatLimits.empty());
  }

  /// Those beyond 2^53, in any type: unless a tolerance was given, or the column was said to be a number.
  void whatDoublesDoNotDistinguishStaysApart() {
    ImportPlan plan = planOf({Kind::integer, Kind::decimal, Kind::time});
    QCOMPARE(rulesOf(plan).wholeLimits, (Limits{0, kAny, kAny}));
    plan.options.dtype = DType::f64;
    QVERIFY(rulesOf(plan).limits.empty() && rulesOf(plan).floatLimits.empty());
    QCOMPARE(rulesOf(plan).wholeLimits, (Limits{0, kAny, kAny}));
    plan.options.tolerance = 2;
    QCOMPARE(rulesOf(plan).wholeLimits, (Limits{2, 2, 2}));
    // Of an automatic type the tolerance is that of decimals.
    plan.options.autoType = true;
    QCOMPARE(rulesOf(plan).wholeLimits, (Limits{0, kAny, kAny}));
    plan.columns.front().rounded = true;
    QCOMPARE(rulesOf(plan).wholeLimits, (Limits{kAny, kAny, kAny}));
  }

  void codesAreOfAllColumnsOrNone() {
    ImportPlan plan = planOf({Kind::decimal, Kind::decimal});
    plan.dtype = DType::i16;
    plan.columns[0].steps = downcast::Affine{0.5F, 1};
    QVERIFY(!rulesOf(plan).codes);
    plan.columns[1].steps = downcast::Affine{0.25F, -1};
    const StorageRules rules = rulesOf(plan);
    QVERIFY(rules.codes);
    QCOMPARE(rules.codes->columns(), (std::vector<downcast::Affine>{{0.5F, 1}, {0.25F, -1}}));
    QVERIFY(rules.codesOf(DType::i16) == &*rules.codes);
    // A matrix that became wider holds values.
    QVERIFY(rules.codesOf(DType::f64) == nullptr && rules.codesOf(DType::i8) == nullptr);
    plan.dtype = DType::f32;
    QVERIFY(!rulesOf(plan).codes);
    plan.dtype = DType::i8;
    QVERIFY(!rulesFor(plan, {}).codes);
  }

  /// Of the columns that are asked for, in that order.
  void rulesAreOfTheFeaturesAlone() {
    ImportPlan plan = planOf({Kind::decimal, Kind::integer, Kind::integer});
    plan.options.autoType = true;
    plan.options.tolerance = 0.5;
    plan.options.onToleranceExceeded = OnToleranceExceeded::stop;
    const std::vector<std::size_t> features = {2, 0};
    const StorageRules rules = rulesFor(plan, features);
    QCOMPARE(rules.limits, (Limits{0, 0.5}));
    QVERIFY(rules.stop);
  }

  void floatsAndWhatHasTheirSizeHaveLimitsOfTheirOwn() {
    StorageRules rules;
    rules.limits = {1};
    rules.floatLimits = {2};
    for (const DType type : {DType::f16, DType::i16, DType::u16, DType::i8, DType::u8}) {
      QCOMPARE(rules.limitsAt(type), Limits{1});
    }
    for (const DType type : {DType::f64, DType::f32, DType::i32, DType::u32, DType::i64}) {
      QCOMPARE(rules.limitsAt(type), Limits{2});
    }
  }
};

MASU_TEST(StorageRulesTest)
#include "storage_rules_test.moc"

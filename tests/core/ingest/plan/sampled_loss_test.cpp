// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/plan/sampled_loss.h"

#include <QTest>
#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::ingest;
using table::DType;
using table::Kind;

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

ColumnPlan columnOf(std::vector<double> values, Kind kind = Kind::decimal) {
  std::ranges::sort(values);
  ColumnPlan column;
  column.name = "x";
  column.kind = kind;
  for (const double value : values) column.stats.add(value);
  column.sampled = std::move(values);
  return column;
}

}  // namespace

/// What the numbers that a survey kept would lose at a type.
class SampledLossTest : public QObject {
  Q_OBJECT

  ImportPlan m_plan;

 private Q_SLOTS:
  void init() { m_plan = ImportPlan(); }

  /// As far as floats are from the numbers.
  void floatsLoseWhatRoundingTakes() {
    std::mt19937 random(14);
    std::uniform_real_distribution<double> some(-1000, 1000);
    for (int round = 0; round < 50; ++round) {
      std::vector<double> values;
      for (auto count = random() % 20; count > 0; --count) values.push_back(some(random));
      double largest = 0;
      for (const double value : values)
        largest = std::max(largest, std::fabs(value - static_cast<double>(static_cast<float>(value))));
      const SampledLoss floats = sampledLoss(m_plan, columnOf(values), DType::f32);
      QVERIFY(floats.holds && floats.step == 0);
      QCOMPARE(floats.maxError, largest);
      QCOMPARE(floats.bound(), largest);
      QCOMPARE(floats.sample.count, std::uint64_t{values.size()});
      const SampledLoss doubles = sampledLoss(m_plan, columnOf(values), DType::f64);
      QVERIFY(doubles.holds && doubles.maxError == 0);
    }
    // What has no place is counted apart.
    const SampledLoss beyond = sampledLoss(m_plan, columnOf({1, 1e39}), DType::f32);
    QVERIFY(!beyond.holds && beyond.maxError == 0);
    QCOMPARE(beyond.loss.overflowed, std::uint64_t{1});
    const SampledLoss tiny = sampledLoss(m_plan, columnOf({1, 1e-60}), DType::f32);
    QVERIFY(tiny.holds);
    QCOMPARE(tiny.loss.flushed, std::uint64_t{1});
    QVERIFY(sampledLoss(m_plan, columnOf({-kInfinity, 1, kInfinity}), DType::f32).holds);
  }

  void integersHoldWholeNumbersInTheirRange() {
    for (const auto& [type, low, high] : {std::tuple{DType::u8, 0., 255.}, {DType::u16, 0., 65535.},
                                          {DType::i32, -2147483647., 2147483647.}}) {
      const SampledLoss fits = sampledLoss(m_plan, columnOf({low, 1, high}), type);
      QVERIFY(fits.holds && fits.maxError == 0 && !fits.missing);
      QVERIFY(!sampledLoss(m_plan, columnOf({1, high + 1}), type).holds);
      QVERIFY(!sampledLoss(m_plan, columnOf({low - 2, 1}), type).holds);
      QVERIFY(!sampledLoss(m_plan, columnOf({low, 1.5}), type).holds);
      QVERIFY(!sampledLoss(m_plan, columnOf({1, kInfinity}), type).holds);
      // Integers have no place for a missing cell.
      ColumnPlan gap = columnOf({1, 2});
      gap.stats.missing = 1;
      const SampledLoss missing = sampledLoss(m_plan, gap, type);
      QVERIFY(!missing.holds && missing.missing);
      m_plan.options.missing = MissingPolicy::zero;
      QVERIFY(sampledLoss(m_plan, gap, type).holds);
      init();
    }
  }

  /// Codes reach every number in steps, and have one for what is missing.
  void codesReachEveryNumber() {
    std::mt19937 random(15);
    std::uniform_real_distribution<double> some(-3, 7);
    for (const auto& [type, codes] : {std::pair{DType::i8, 254.}, {DType::i16, 65534.}}) {
      for (int round = 0; round < 20; ++round) {
        std::vector<double> values = {-3, 7};
        for (auto count = 1 + random() % 20; count > 0; --count) values.push_back(some(random));
        ColumnPlan column = columnOf(values);
        column.stats.missing = 1;
        const SampledLoss loss = sampledLoss(m_plan, column, type);
        QVERIFY(loss.holds && !loss.missing);
        QVERIFY2(std::fabs(loss.step - 10 / codes) < 1e-6, std::to_string(loss.step).c_str());
        QVERIFY(loss.maxError <= 0.505 * loss.step && loss.bound() >= loss.maxError);
        QVERIFY(loss.maxError == 0 || loss.bound() >= loss.step / 2);
      }
      // Whole numbers that fit are themselves.
      const SampledLoss plain = sampledLoss(m_plan, columnOf({-100, 5, 100}), type);
      QVERIFY(plain.holds && plain.step == 0 && plain.maxError == 0);
      // So are others at a distance of whole steps; and nothing reaches the infinite.
      const SampledLoss moved = sampledLoss(m_plan, columnOf({1'000'000, 1'000'100}), type);
      QVERIFY(moved.holds && moved.maxError == 0 && moved.bound() == 0);
      QVERIFY(!sampledLoss(m_plan, columnOf({0.5, kInfinity}), type).holds);
    }
  }

  void thePlansOwnStepsCount() {
    m_plan.dtype = DType::i8;
    ColumnPlan column = columnOf({0.5, 1.25});
    column.steps = downcast::Affine{0.5F, 0};
    const SampledLoss own = sampledLoss(m_plan, column, DType::i8);
    QCOMPARE(own.step, 0.5);
    QCOMPARE(own.maxError, 0.25);
    // Of another type they are not.
    QVERIFY(sampledLoss(m_plan, column, DType::i16).step < 0.001);
  }

  /// Whole numbers beyond 2^53 were doubles already when they were sampled.
  void whatDoublesMissedCounts() {
    const double large = std::ldexp(1, 60);
    QCOMPARE(sampledLoss(m_plan, columnOf({1, large}, Kind::integer), DType::f64).maxError, 128.0);
    QCOMPARE(sampledLoss(m_plan, columnOf({-large, 1}, Kind::integer), DType::f64).maxError, 128.0);
    QCOMPARE(sampledLoss(m_plan, columnOf({1, large}, Kind::decimal), DType::f64).maxError, 0.0);
    QCOMPARE(sampledLoss(m_plan, columnOf({1, 1e15}, Kind::integer), DType::f64).maxError, 0.0);
  }

  void aColumnWithoutNumbersLosesNothing() {
    for (const DType type : {DType::u8, DType::i8, DType::f16, DType::f32}) {
      const SampledLoss loss = sampledLoss(m_plan, columnOf({}, Kind::boolean), type);
      QVERIFY(loss.holds && loss.maxError == 0);
    }
  }

  void missingCellsAreStoredByTheRule() {
    ColumnPlan column = columnOf({1});
    const auto stores = [&](MissingPolicy policy) {
      m_plan.options.table.columnMissing = {{"x", {policy, 3}}};
      return storesMissing(m_plan, column);
    };
    QVERIFY(!stores(MissingPolicy::nan));
    column.stats.missing = 2;
    // A mean is known at the end alone.
    QVERIFY(stores(MissingPolicy::nan) && stores(MissingPolicy::mean));
    QVERIFY(!stores(MissingPolicy::zero) && !stores(MissingPolicy::constant) && !stores(MissingPolicy::drop));
  }
};

MASU_TEST(SampledLossTest)
#include "sampled_loss_test.moc"

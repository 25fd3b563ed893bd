// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/downcast/affine.h"

#include <QTest>
#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include "core/downcast/loss_meter.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::downcast;
using table::DType;

namespace {

const double kNan = std::numeric_limits<double>::quiet_NaN();

std::vector<double> throughCodes(const AffineCodes& codes, const std::vector<double>& values, std::size_t first = 0) {
  std::vector<std::byte> stored(values.size() * table::sizeOf(codes.type()));
  codes.encode(first, std::span(values), stored);
  std::vector<double> back(values.size());
  codes.decode(first, stored, std::span(back));
  return back;
}

}  // namespace

class AffineTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void losesAtMostHalfAStep();
  void keepsWholeNumbersWhereCodesAreEnough();
  void keepsMissingApartFromEveryValue();
  void neverLooksPlain();
  void refusesRangesWithoutSteps();
  void takesColumnsInTurn();
  void readsTheSameFromAnyPlace();
  void measuresTheSameInAnyOrder();
  void measuresWhatIsLost();
};

void AffineTest::losesAtMostHalfAStep() {
  std::mt19937 random(1);
  for (const DType type : {DType::i8, DType::i16}) {
    for (int round = 0; round < 200; ++round) {
      const double middle = std::ldexp(static_cast<double>(random()) - 2e9, -20);
      const double reach = std::ldexp(static_cast<double>(random()) + 1, -static_cast<int>(random() % 60));
      const auto affine = affineOver(type, middle - reach, middle + reach, false);
      QVERIFY(affine.has_value());
      const AffineCodes codes(type, {*affine});
      std::vector<double> values = {middle - reach, middle, middle + reach};
      for (int i = 0; i < 50; ++i)
        values.push_back(middle + reach * (static_cast<double>(random()) / 2147483648.0 - 1));
      const std::vector<double> back = throughCodes(codes, values);
      const double step = static_cast<double>(affine->scale);
      for (std::size_t i = 0; i < values.size(); ++i) {
        QVERIFY(codes.holds(0, values[i]));
        QVERIFY2(std::fabs(back[i] - values[i]) <= step * 0.5001,
                 qPrintable(QString("%1 became %2 with steps of %3").arg(values[i]).arg(back[i]).arg(step)));
      }
    }
  }
}

void AffineTest::keepsWholeNumbersWhereCodesAreEnough() {
  struct Range {
    double min, max;
  };
  for (const Range range : {Range{0, 254}, Range{1000, 1200}, Range{-127, 126}, Range{-40, 3}, Range{7, 7}}) {
    const auto affine = affineOver(DType::i8, range.min, range.max, true);
    QVERIFY(affine.has_value());
    std::vector<double> values;
    for (double value = range.min; value <= range.max; ++value) values.push_back(value);
    QCOMPARE(throughCodes(AffineCodes(DType::i8, {*affine}), values), values);
  }
}

void AffineTest::keepsMissingApartFromEveryValue() {
  const auto affine = affineOver(DType::i8, -3, 5, false);
  const std::vector<double> back = throughCodes(AffineCodes(DType::i8, {*affine}), {kNan, -3, 5, kNan});
  QVERIFY(std::isnan(back[0]) && std::isnan(back[3]));
  QVERIFY(!std::isnan(back[1]) && !std::isnan(back[2]));
}

void AffineTest::neverLooksPlain() {
  for (const DType type : {DType::i8, DType::i16}) {
    const double top = table::highest(type);
    for (const auto& affine : {affineOver(type, -top, top, true), affineOver(type, -top, top, false),
                               affineOver(type, 0, 0, true), affineOver(type, -1, 1, true)}) {
      QVERIFY(affine.has_value());
      QVERIFY(*affine != Affine{});
    }
  }
}

void AffineTest::refusesRangesWithoutSteps() {
  const double infinity = std::numeric_limits<double>::infinity();
  QVERIFY(!affineOver(DType::i8, infinity, -infinity, true));
  QVERIFY(!affineOver(DType::i8, 0, infinity, false));
  QVERIFY(!affineOver(DType::i16, -1e300, 0, false));
}

void AffineTest::takesColumnsInTurn() {
  const AffineCodes rows(DType::i16, {{0.5F, 0}, {2, 10}, {1, -3}});
  const std::vector<double> samples = {0.5, 12, -3, 1.5, 8, 4, -7, 10, 0};
  QCOMPARE(throughCodes(rows, samples), samples);
  const AffineCodes runs(DType::i16, {{0.5F, 0}, {2, 10}}, 3);
  const std::vector<double> waveforms = {0.5, 1.5, -2.5, 12, 10, 8, 3.5, 4.5, 5.5, 14, 16, 18};
  QCOMPARE(throughCodes(runs, waveforms), waveforms);
}

void AffineTest::readsTheSameFromAnyPlace() {
  std::mt19937 random(3);
  for (const std::size_t run : {std::size_t{1}, std::size_t{5}, std::size_t{3000}}) {
    const AffineCodes codes(DType::i16, {{0.25F, 1}, {0.5F, -2}, {3, 0}}, run);
    std::vector<double> values(20000);
    for (double& value : values) value = static_cast<double>(random() % 4096) / 8;
    const std::vector<double> whole = throughCodes(codes, values);
    std::vector<double> pieces;
    std::vector<float> floats(values.begin(), values.end());
    std::vector<std::byte> stored(values.size() * 2);
    for (std::size_t at = 0; at < values.size();) {
      const std::size_t length = std::min<std::size_t>(1 + random() % 700, values.size() - at);
      const std::vector<double> piece(values.begin() + std::ptrdiff_t(at),
                                      values.begin() + std::ptrdiff_t(at + length));
      const std::vector<double> back = throughCodes(codes, piece, at);
      pieces.insert(pieces.end(), back.begin(), back.end());
      codes.encode(at, std::span<const float>(floats).subspan(at, length),
                   std::span(stored).subspan(at * 2, length * 2));
      at += length;
    }
    QCOMPARE(pieces, whole);
    // Steps and values are exact in a float, but for the third of the third column.
    std::vector<float> back(values.size());
    codes.decode(0, stored, std::span(back));
    for (std::size_t i = 0; i < values.size(); ++i) {
      if (i / run % 3 != 2) QCOMPARE(static_cast<double>(back[i]), whole[i]);
    }
  }
}

void AffineTest::measuresTheSameInAnyOrder() {
  std::mt19937 random(5);
  std::vector<double> values(10000);
  for (double& value : values) value = std::ldexp(static_cast<double>(random()), -static_cast<int>(random() % 64));
  LossMeter whole;
  for (const double value : values) whole.add(value, static_cast<double>(static_cast<float>(value)) + value / 1e6);
  std::shuffle(values.begin(), values.end(), random);
  LossMeter parts[3];
  for (std::size_t i = 0; i < values.size(); ++i) {
    parts[i % 3].add(values[i], static_cast<double>(static_cast<float>(values[i])) + values[i] / 1e6);
  }
  LossMeter merged;
  for (const LossMeter& part : parts) merged.merge(part);
  QCOMPARE(merged.loss().squaredError, whole.loss().squaredError);
  QCOMPARE(merged.maxError(), whole.maxError());
  double exact = 0;
  for (const double value : values) {
    const double error = value - (static_cast<double>(static_cast<float>(value)) + value / 1e6);
    exact += error * error;
  }
  QVERIFY(std::fabs(merged.loss().squaredError / exact - 1) < 1e-4);
}

void AffineTest::measuresWhatIsLost() {
  const double infinity = std::numeric_limits<double>::infinity();
  LossMeter meter(0.5);
  meter.add(1, 1);
  meter.add(kNan, kNan);
  meter.add(infinity, infinity);
  meter.add(2, 2.25);       // within half a step
  meter.add(1e-9, 0);       // flushed
  meter.add(100, 60);       // clipped
  meter.add(infinity, 60);  // clipped, and no finite error
  LossMeter half;
  half.add(1e6, infinity);
  QCOMPARE(meter.maxError(), 40.0);
  QCOMPARE(meter.loss().maxRelative, 1.0);
  QCOMPARE(meter.loss().flushed, 1ULL);
  QCOMPARE(meter.loss().clipped, 2ULL);
  QCOMPARE(meter.loss().overflowed, 0ULL);
  QCOMPARE(half.loss().overflowed, 1ULL);
  QVERIFY(std::fabs(meter.loss().squaredError - (0.0625 + 1600)) < 0.1);
}

MASU_TEST(AffineTest)
#include "affine_test.moc"

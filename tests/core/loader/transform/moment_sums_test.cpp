// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/loader/transform/moment_sums.h"

#include <QTest>
#include <cmath>
#include <cstring>
#include <limits>
#include <random>

#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::loader;

namespace {

/// Channels, and how many values in a row each has: fewer than lanes, as many, and around a whole block.
const std::vector<std::pair<std::uint64_t, std::uint64_t>> kShapes = {{1, 1}, {28, 1}, {67, 1}, {5, 3},   {2, 8},
                                                                      {3, 9}, {1, 64}, {2, 65}, {3, 100}, {1, 784}};
constexpr std::uint64_t kRows = 50;

ChannelMap mapOf(std::uint64_t channels, std::uint64_t run, bool affine) {
  ChannelMap map{channels, run, {}, {}};
  for (std::uint64_t c = 0; affine && c < channels; ++c) {
    map.scale.push_back(0.5 + static_cast<double>(c) / 7);
    map.offset.push_back(100.0 - static_cast<double>(c));
  }
  return map;
}

std::vector<std::uint64_t> someRows() {
  std::mt19937_64 random(3);
  std::vector<std::uint64_t> rows(31);
  for (std::uint64_t& row : rows) row = random() % kRows;
  return rows;
}

struct Lane {
  std::vector<double> values;
  long double mean() const {
    long double sum = 0;
    for (const double value : values) sum += value;
    return sum / static_cast<long double>(values.size());
  }
};

bool near(long double got, long double wanted, long double scale) {
  return std::abs(got - wanted) <= 1e-12L * (scale + std::abs(wanted));
}

}  // namespace

class MomentSumsTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void everySetOfInstructionsGivesTheSameBits_data();
  void everySetOfInstructionsGivesTheSameBits();
  void sumsAreThoseOfTheValuesThatCount();
};

void MomentSumsTest::everySetOfInstructionsGivesTheSameBits_data() {
  QTest::addColumn<int>("dtype");
  using enum table::DType;
  for (const table::DType dtype : {f64, f32, f16, i32, u32, i16, u16, i8, u8}) {
    QTest::newRow(std::string(table::name(dtype)).c_str()) << int(dtype);
  }
}

void MomentSumsTest::everySetOfInstructionsGivesTheSameBits() {
  QFETCH(int, dtype);
  const auto type = table::DType(dtype);
  const std::vector<std::uint64_t> rows = someRows();
  for (const auto& [channels, run] : kShapes) {
    for (const bool affine : {false, true}) {
      const ChannelMap map = mapOf(channels, run, affine);
      const std::uint64_t rowBytes = channels * run * table::sizeOf(type);
      std::vector<std::byte> bytes(kRows * rowBytes);
      std::mt19937_64 random(5);
      // Any bits at all: infinities, NaN, denormals and lowest codes among them. Every other row is plain.
      for (std::size_t i = 0; i < bytes.size(); ++i) {
        if (i / rowBytes % 2 == 0) bytes[i] = static_cast<std::byte>(random());
      }
      const auto sumsWith = [&](Simd simd) {
        MomentSums sums(map);
        addMoments(type, simd, map, {bytes.data(), rowBytes}, rows, sums);
        return sums;
      };
      const MomentSums expected = sumsWith(Simd::scalar);
      for (const Simd simd : {Simd::avx2, Simd::avx512}) {
        if (simd > bestSimd()) continue;
        const MomentSums got = sumsWith(simd);
        const auto same = [](const std::vector<double>& a, const std::vector<double>& b) {
          return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(double)) == 0;
        };
        QVERIFY(same(got.pivot, expected.pivot) && same(got.count, expected.count) && same(got.sum, expected.sum));
        QVERIFY(same(got.squares, expected.squares) && same(got.min, expected.min) && same(got.max, expected.max));
      }
    }
  }
  if (bestSimd() == Simd::scalar) QSKIP("This machine has neither AVX2 nor AVX-512.");
}

void MomentSumsTest::sumsAreThoseOfTheValuesThatCount() {
  const std::vector<std::uint64_t> rows = someRows();
  for (const auto& [channels, run] : kShapes) {
    const ChannelMap map = mapOf(channels, run, false);
    std::vector<float> values(kRows * channels * run);
    std::mt19937 random(7);
    std::normal_distribution<float> normal(1000, 3);
    for (float& value : values) {
      value = normal(random);
      if (random() % 97 == 0) value = std::numeric_limits<float>::quiet_NaN();
      if (random() % 97 == 0) value = -std::numeric_limits<float>::infinity();
    }
    MomentSums sums(map);
    const std::uint64_t rowBytes = channels * run * sizeof(float);
    addMoments(table::DType::f32, bestSimd(), map, {reinterpret_cast<const std::byte*>(values.data()), rowBytes}, rows,
               sums);
    std::vector<Lane> lanes(channels * sums.lanes);
    for (const std::uint64_t row : rows) {
      for (std::uint64_t i = 0; i < channels * run; ++i) {
        const float value = values[row * channels * run + i];
        if (std::isfinite(value)) lanes[i / run * sums.lanes + i % run % sums.lanes].values.push_back(value);
      }
    }
    QCOMPARE(sums.count.size(), lanes.size());
    for (std::size_t i = 0; i < lanes.size(); ++i) {
      const auto count = static_cast<double>(lanes[i].values.size());
      QCOMPARE(sums.count[i], count);
      if (count == 0) continue;
      QCOMPARE(sums.min[i], *std::ranges::min_element(lanes[i].values));
      QCOMPARE(sums.max[i], *std::ranges::max_element(lanes[i].values));
      const long double mean = lanes[i].mean();
      long double squares = 0;
      for (const double value : lanes[i].values) squares += (value - mean) * (value - mean);
      QVERIFY(near(sums.pivot[i] + sums.sum[i] / count, mean, 0));
      QVERIFY(near(sums.squares[i] - sums.sum[i] * sums.sum[i] / count, squares, sums.squares[i]));
    }
  }
}

MASU_TEST(MomentSumsTest)
#include "moment_sums_test.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/table/load/column_moments.h"

#include <QTest>
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <random>

#include "tests/fixtures/test_group.h"

using namespace masu;
using ingest::ColumnMoments;
using table::ColumnStats;
using table::DType;

namespace {

constexpr std::size_t kWidth = 3;
constexpr std::uint64_t kSamples = 1000;

/// Rows of a type, as bytes, whose values are whole and differ by column.
std::vector<std::byte> someRows(DType type) {
  std::mt19937 random(9);
  std::vector<std::byte> rows(kSamples * kWidth * table::sizeOf(type));
  for (std::uint64_t i = 0; i < kSamples * kWidth; ++i) {
    const auto value = static_cast<int>(random() % 100 + i % kWidth * 10);
    table::dispatch(type, [&]<class T>(T) {
      if constexpr (std::is_arithmetic_v<T>) {
        const T element = static_cast<T>(value);
        std::memcpy(rows.data() + i * sizeof(T), &element, sizeof(T));
      }
    });
  }
  return rows;
}

/// Appends the samples in blocks of random lengths.
void appendBlocks(ColumnMoments& moments, DType type, std::span<const std::byte> rows, std::uint64_t first,
                  std::uint64_t end, std::mt19937& random) {
  const std::uint64_t rowBytes = kWidth * table::sizeOf(type);
  while (first < end) {
    const std::uint64_t count = std::min<std::uint64_t>(end - first, 1 + random() % 400);
    moments.append(moments.measure(first, type, rows.subspan(first * rowBytes, count * rowBytes), nullptr));
    first += count;
  }
}

bool sameBits(const std::vector<ColumnStats>& a, const std::vector<ColumnStats>& b) {
  const auto bits = [](double value) { return std::bit_cast<std::uint64_t>(value); };
  return std::ranges::equal(a, b, [&](const ColumnStats& one, const ColumnStats& other) {
    return one.count == other.count && bits(one.mean) == bits(other.mean) && bits(one.squares) == bits(other.squares);
  });
}

}  // namespace

/// Mean and deviation of columns, whose bits do not depend on how the samples were divided.
class ColumnMomentsTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void blocksChangeNoBit_data() {
    QTest::addColumn<int>("type");
    for (const DType type : {DType::f32, DType::f64, DType::u8, DType::i16})
      QTest::newRow(std::string(table::name(type)).c_str()) << static_cast<int>(type);
  }
  void blocksChangeNoBit() {
    QFETCH(int, type);
    const auto dtype = static_cast<DType>(type);
    const std::vector<std::byte> rows = someRows(dtype);
    ColumnMoments whole(kWidth);
    whole.append(whole.measure(0, dtype, rows, nullptr));
    const std::vector<ColumnStats> wanted = whole.finish();
    std::mt19937 random(10);
    for (int round = 0; round < 50; ++round) {
      ColumnMoments moments(kWidth);
      appendBlocks(moments, dtype, rows, 0, kSamples, random);
      QVERIFY(sameBits(moments.finish(), wanted));
    }
    for (std::size_t column = 0; column < kWidth; ++column) {
      double sum = 0;
      double squares = 0;
      for (std::uint64_t i = 0; i < kSamples; ++i) sum += valueAt(dtype, rows, i * kWidth + column);
      const double mean = sum / kSamples;
      for (std::uint64_t i = 0; i < kSamples; ++i)
        squares += std::pow(valueAt(dtype, rows, i * kWidth + column) - mean, 2);
      QVERIFY(std::fabs(wanted[column].mean - mean) < 1e-9);
      QVERIFY(std::fabs(wanted[column].squares - squares) < 1e-9 * squares);
    }
  }

  void aRestoredOneGoesOnToTheSameBits() {
    const std::vector<std::byte> rows = someRows(DType::f32);
    ColumnMoments whole(kWidth);
    whole.append(whole.measure(0, DType::f32, rows, nullptr));
    const std::vector<ColumnStats> wanted = whole.finish();
    std::mt19937 random(11);
    for (const std::uint64_t cut : {0, 1, 127, 128, 500, 999}) {
      ColumnMoments before(kWidth);
      appendBlocks(before, DType::f32, rows, 0, cut, random);
      ByteWriter state;
      before.save(state);
      ColumnMoments after(kWidth);
      ByteReader reader(state.bytes());
      QVERIFY(after.restore(reader) && reader.atEnd());
      appendBlocks(after, DType::f32, rows, cut, kSamples, random);
      QVERIFY(sameBits(after.finish(), wanted));
      ColumnMoments other(kWidth + 1);
      ByteReader again(state.bytes());
      QVERIFY(!other.restore(again));
    }
  }

  void noSamplesHaveNoMoments() {
    ColumnMoments none(kWidth);
    none.append(none.measure(0, DType::f32, {}, nullptr));
    const std::vector<ColumnStats> stats = none.finish();
    QCOMPARE(stats.size(), kWidth);
    QCOMPARE(stats[0].count, std::uint64_t{0});
  }

 private:
  static double valueAt(DType type, std::span<const std::byte> rows, std::uint64_t place) {
    return table::dispatch(type, [&]<class T>(T) -> double {
      if constexpr (std::is_arithmetic_v<T>) {
        T element{};
        std::memcpy(&element, rows.data() + place * sizeof(T), sizeof(T));
        return static_cast<double>(element);
      }
      return 0;
    });
  }
};

MASU_TEST(ColumnMomentsTest)
#include "column_moments_test.moc"

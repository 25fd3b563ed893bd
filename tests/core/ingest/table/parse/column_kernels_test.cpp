// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/table/parse/column_kernels.h"

#include <QTest>
#include <bit>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include "tests/fixtures/test_group.h"

using namespace masu::ingest;

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

double anyValue(std::mt19937_64& random) {
  switch (random() % 8) {
    case 0:
      return std::numeric_limits<double>::quiet_NaN();
    case 1:
      return random() % 50 == 0 ? kInfinity : -0.0;
    case 2:
      return static_cast<double>(static_cast<std::int64_t>(random() % 1000)) - 500;
    case 3:
      return std::ldexp(static_cast<double>(random()), 40);
    default:
      return std::ldexp(static_cast<double>(static_cast<std::int64_t>(random())), -70);
  }
}

bool sameBits(double a, double b) {
  return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
}

struct Ranges {
  explicit Ranges(std::size_t width)
      : min(width, kInfinity), max(width, -kInfinity), missing(width, 0), fractional(width, 0) {}
  ColumnRanges view() { return {min.data(), max.data(), missing.data(), fractional.data()}; }

  std::vector<double> min, max;
  std::vector<std::int64_t> missing, fractional;
};

}  // namespace

/// What the machine runs is compared with the plain kernel; on a machine without AVX2 both are the same.
class ColumnKernelsTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void extendRangesAlike();
  void sumAlikeToTheLastBit();
  void distinguishOverflowFromInfinity();
};

void ColumnKernelsTest::extendRangesAlike() {
  std::mt19937_64 random(21);
  for (const std::size_t stride : {8, 16, 40}) {
    const std::size_t rows = 1 + random() % 70;
    std::vector<double> values(rows * stride);
    for (double& value : values) value = anyValue(random);
    Ranges plain(stride);
    Ranges fast(stride);
    kPlainColumns.extend(values.data(), rows, stride, plain.view());
    columnKernel().extend(values.data(), rows, stride, fast.view());
    for (std::size_t i = 0; i < stride; ++i) {
      QVERIFY(sameBits(plain.min[i], fast.min[i]) && sameBits(plain.max[i], fast.max[i]));
      QCOMPARE(fast.missing[i], plain.missing[i]);
      QCOMPARE(fast.fractional[i] != 0, plain.fractional[i] != 0);
    }
  }
}

void ColumnKernelsTest::sumAlikeToTheLastBit() {
  std::mt19937_64 random(22);
  for (const std::size_t width : {1, 3, 7, 8, 9, 15, 16, 28}) {
    const std::size_t rows = 1 + random() % 500;
    std::vector<float> values(rows * width);
    for (float& value : values) value = static_cast<float>(anyValue(random));
    std::vector<masu::table::ColumnStats> plain(width);
    std::vector<masu::table::ColumnStats> fast(width);
    kPlainColumns.sumFloat(values.data(), rows, width, plain.data());
    columnKernel().sumFloat(values.data(), rows, width, fast.data());
    for (std::size_t i = 0; i < width; ++i) {
      QCOMPARE(fast[i].count, plain[i].count);
      QVERIFY(sameBits(fast[i].mean, plain[i].mean));
      QVERIFY(sameBits(fast[i].squares, plain[i].squares));
    }
  }
}

void ColumnKernelsTest::distinguishOverflowFromInfinity() {
  std::vector<double> values(16, 1e30);
  std::vector<float> nearest(16, 1e30F);
  for (const ColumnKernel* kernel : {&kPlainColumns, &columnKernel()}) {
    values[13] = kInfinity;
    nearest[13] = std::numeric_limits<float>::infinity();
    QVERIFY(!kernel->overflows(values.data(), nearest.data(), values.size()));
    values[13] = 1e39;
    QVERIFY(kernel->overflows(values.data(), nearest.data(), values.size()));
  }
}

MASU_TEST(ColumnKernelsTest)
#include "column_kernels_test.moc"

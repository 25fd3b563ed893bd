// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/downcast/kernels.h"

#include <QTest>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <random>
#include <vector>

#include "core/base/half.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::downcast;

namespace {

/// Lengths around the widths of registers, and long ones.
constexpr std::size_t kLengths[] = {0, 1, 7, 8, 9, 15, 16, 31, 32, 33, 63, 65, 1000, 4096};

std::vector<float> anyFloats(std::size_t count, unsigned seed) {
  std::mt19937 random(seed);
  std::vector<float> values(count);
  for (std::size_t i = 0; i < count; ++i) {
    // Every bit pattern in every other place; numbers near the codes in the rest.
    values[i] = i % 2 == 0 ? std::bit_cast<float>(static_cast<std::uint32_t>(random()))
                           : static_cast<float>(static_cast<int>(random() % 2001) - 1000) / 4;
  }
  return values;
}

template <class T>
bool sameBits(const std::vector<T>& a, const std::vector<T>& b) {
  return a.size() == b.size() && (a.empty() || std::memcmp(a.data(), b.data(), a.size() * sizeof(T)) == 0);
}

}  // namespace

class KernelsTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void convertEveryHalfAsTheScalarOnesDo();
  void convertFloatsToTheSameHalves();
  void encodeToTheSameCodes();
  void decodeToTheSameFloats();
  void roundHalfwayToEven();
  void keepMissingAndClip();
};

void KernelsTest::convertEveryHalfAsTheScalarOnesDo() {
  std::vector<std::uint16_t> halves(65536);
  for (std::size_t i = 0; i < halves.size(); ++i) halves[i] = static_cast<std::uint16_t>(i);
  std::vector<float> expected(halves.size());
  scalarKernels().fromHalf(halves.data(), expected.data(), halves.size());
  for (std::size_t i = 0; i < halves.size(); ++i) {
    const float value = floatFromHalf(halves[i]);
    QVERIFY(std::isnan(value) ? std::isnan(expected[i]) : value == expected[i]);
  }
  if (avx2Kernels() == nullptr) QSKIP("this processor has no AVX2");
  std::vector<float> values(halves.size());
  avx2Kernels()->fromHalf(halves.data(), values.data(), halves.size());
  QVERIFY(sameBits(values, expected));
}

void KernelsTest::convertFloatsToTheSameHalves() {
  if (avx2Kernels() == nullptr) QSKIP("this processor has no AVX2");
  for (const std::size_t length : kLengths) {
    for (unsigned seed = 0; seed < 20; ++seed) {
      const std::vector<float> values = anyFloats(length, seed);
      std::vector<std::uint16_t> expected(length);
      std::vector<std::uint16_t> halves(length);
      scalarKernels().toHalf(values.data(), expected.data(), length);
      avx2Kernels()->toHalf(values.data(), halves.data(), length);
      QVERIFY(sameBits(halves, expected));
    }
  }
}

void KernelsTest::encodeToTheSameCodes() {
  if (avx2Kernels() == nullptr) QSKIP("this processor has no AVX2");
  for (const std::size_t length : kLengths) {
    for (unsigned seed = 0; seed < 20; ++seed) {
      const std::vector<float> values = anyFloats(length, seed);
      std::mt19937 random(seed);
      std::vector<float> factors(length);
      std::vector<float> offsets(length);
      for (float& factor : factors)
        factor = std::ldexp(1.0F + static_cast<float>(random() % 100) / 64, int(random() % 8));
      for (float& offset : offsets) offset = static_cast<float>(static_cast<int>(random() % 64) - 32) / 8;
      const Steps steps{factors.data(), offsets.data()};
      std::vector<std::int8_t> expected8(length), codes8(length);
      scalarKernels().encode(values.data(), steps, expected8.data(), length);
      avx2Kernels()->encode(values.data(), steps, codes8.data(), length);
      QVERIFY(sameBits(codes8, expected8));
      std::vector<std::int16_t> expected16(length), codes16(length);
      scalarKernels().encode(values.data(), steps, expected16.data(), length);
      avx2Kernels()->encode(values.data(), steps, codes16.data(), length);
      QVERIFY(sameBits(codes16, expected16));
    }
  }
}

void KernelsTest::decodeToTheSameFloats() {
  if (avx2Kernels() == nullptr) QSKIP("this processor has no AVX2");
  const std::size_t length = 65536;
  std::vector<std::int16_t> codes16(length);
  std::vector<std::int8_t> codes8(length);
  std::vector<float> factors(length), offsets(length), expected(length), values(length);
  std::mt19937 random(4);
  for (std::size_t i = 0; i < length; ++i) {
    codes16[i] = static_cast<std::int16_t>(i);
    codes8[i] = static_cast<std::int8_t>(i);
    factors[i] = static_cast<float>(random() % 1000) / 77;
    offsets[i] = static_cast<float>(random() % 1000) / 13;
  }
  const Steps steps{factors.data(), offsets.data()};
  scalarKernels().decode(codes16.data(), steps, expected.data(), length);
  avx2Kernels()->decode(codes16.data(), steps, values.data(), length);
  QVERIFY(sameBits(values, expected));
  scalarKernels().decode(codes8.data(), steps, expected.data(), length);
  avx2Kernels()->decode(codes8.data(), steps, values.data(), length);
  QVERIFY(sameBits(values, expected));
}

void KernelsTest::roundHalfwayToEven() {
  const std::vector<float> values = {0.5F, 1.5F, 2.5F, -0.5F, -1.5F, 126.5F, 2049, 2051};
  const std::vector<float> ones(values.size(), 1), zeros(values.size(), 0);
  std::vector<std::int8_t> codes(values.size());
  kernels().encode(values.data(), {ones.data(), zeros.data()}, codes.data(), values.size());
  QCOMPARE(codes, (std::vector<std::int8_t>{0, 2, 2, 0, -2, 126, 127, 127}));
  std::vector<std::uint16_t> halves(values.size());
  kernels().toHalf(values.data(), halves.data(), values.size());
  QCOMPARE(floatFromHalf(halves[6]), 2048.0F);  // between 2048 and 2050
  QCOMPARE(floatFromHalf(halves[7]), 2052.0F);  // between 2050 and 2052
}

void KernelsTest::keepMissingAndClip() {
  const float infinity = std::numeric_limits<float>::infinity();
  const std::vector<float> values = {std::numeric_limits<float>::quiet_NaN(), infinity, -infinity, 1e30F, -1e30F, 3};
  const std::vector<float> ones(values.size(), 1), zeros(values.size(), 0);
  std::vector<std::int8_t> codes(values.size());
  kernels().encode(values.data(), {ones.data(), zeros.data()}, codes.data(), values.size());
  QCOMPARE(codes, (std::vector<std::int8_t>{-128, 127, -127, 127, -127, 3}));
  std::vector<float> back(values.size());
  kernels().decode(codes.data(), {ones.data(), zeros.data()}, back.data(), values.size());
  QVERIFY(std::isnan(back[0]));
  QCOMPARE(back[5], 3.0F);
}

MASU_TEST(KernelsTest)
#include "kernels_test.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/waveform/arrays/number_array.h"

#include <QTest>
#include <algorithm>
#include <cstring>
#include <limits>

#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::waveform;
using table::DType;
using Shape = std::vector<std::uint64_t>;

namespace {

/// The bytes of numbers as a machine of that order stores them.
template <class T>
std::vector<std::byte> bytesOf(const std::vector<T>& numbers, bool bigEndian) {
  std::vector<std::byte> bytes(numbers.size() * sizeof(T));
  std::memcpy(bytes.data(), numbers.data(), bytes.size());
  for (std::size_t at = 0; bigEndian && at < bytes.size(); at += sizeof(T)) {
    std::reverse(bytes.begin() + static_cast<std::ptrdiff_t>(at),
                 bytes.begin() + static_cast<std::ptrdiff_t>(at + sizeof(T)));
  }
  return bytes;
}

/// What two byte orders and two distances read.
template <class T>
void compare(ElementType type, const std::vector<T>& numbers, const std::vector<double>& expected) {
  for (const bool bigEndian : {false, true}) {
    const auto bytes = bytesOf(numbers, bigEndian);
    QCOMPARE(sizeOf(type), sizeof(T));
    for (const std::size_t step : {1U, 3U}) {
      std::vector<double> out(step * numbers.size(), -99);
      QVERIFY(decode(type, bigEndian, bytes.data(), numbers.size(), out.data(), step));
      for (std::size_t i = 0; i < out.size(); ++i) QCOMPARE(out[i], i % step == 0 ? expected[i / step] : -99.);
    }
  }
}

template <class T>
bool isExact(ElementType type, T number) {
  double value = 0;
  const bool little = decode(type, false, bytesOf<T>({number}, false).data(), 1, &value, 1);
  const bool big = decode(type, true, bytesOf<T>({number}, true).data(), 1, &value, 1);
  return little && big && value == static_cast<double>(number);
}

}  // namespace

/// Elements of other programs' arrays as numbers.
class NumberArrayTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void extremesOfEveryTypeReadBack() {
    using std::numeric_limits;
    compare<std::uint8_t>(ElementType::boolean, {0, 1, 2, 255}, {0, 1, 1, 1});
    compare<std::int8_t>(ElementType::i8, {-128, 127}, {-128, 127});
    compare<std::uint8_t>(ElementType::u8, {0, 255}, {0, 255});
    compare<std::int16_t>(ElementType::i16, {-32768, 258}, {-32768, 258});
    compare<std::uint16_t>(ElementType::u16, {0, 65535}, {0, 65535});
    compare<std::int32_t>(ElementType::i32, {numeric_limits<std::int32_t>::min(), 1}, {-2147483648., 1});
    compare<std::uint32_t>(ElementType::u32, {4294967295U}, {4294967295.});
    compare<std::int64_t>(ElementType::i64, {-5, numeric_limits<std::int64_t>::min()}, {-5, -0x1p63});
    compare<std::uint64_t>(ElementType::u64, {7, std::uint64_t{1} << 63U}, {7, 0x1p63});
    compare<float>(ElementType::f32, {-1.5F, 0x1p-149F}, {-1.5, 0x1p-149});
    compare<double>(ElementType::f64, {0.1, -0x1p1023}, {0.1, -0x1p1023});
    // A half: a sign, five bits of exponent around 15, ten of the fraction.
    compare<std::uint16_t>(ElementType::f16, {0x3C00, 0xC000, 0x7BFF, 0x0001}, {1, -2, 65504, 0x1p-24});
  }

  /// Odd numbers above 2^53 have no double.
  void wideIntegersAreExactOrRefused() {
    constexpr std::int64_t kEdge = std::int64_t{1} << 53;
    QVERIFY(isExact<std::int64_t>(ElementType::i64, kEdge - 1));
    QVERIFY(isExact<std::int64_t>(ElementType::i64, -kEdge));
    QVERIFY(!isExact<std::int64_t>(ElementType::i64, kEdge + 1));
    QVERIFY(!isExact<std::int64_t>(ElementType::i64, -kEdge - 1));
    QVERIFY(isExact<std::int64_t>(ElementType::i64, kEdge + 2));
    QVERIFY(!isExact<std::int64_t>(ElementType::i64, std::numeric_limits<std::int64_t>::max()));
    QVERIFY(!isExact<std::uint64_t>(ElementType::u64, std::numeric_limits<std::uint64_t>::max()));
    const Error error = inexactInteger("a.mat");
    QVERIFY(error.message.english().starts_with("a.mat holds 64-bit integers beyond 2^53"));
    QCOMPARE(error.source.file, std::string("a.mat"));
  }

  /// A stored type and back is the same type, but for i64, whose values come as doubles.
  void everyStoredTypeHasAnElementType() {
    for (int i = 0; i <= static_cast<int>(DType::i64); ++i) {
      const auto type = static_cast<DType>(i);
      QCOMPARE(sizeOf(elementTypeOf(type)), table::sizeOf(type));
      QVERIFY(storedTypeOf(elementTypeOf(type)) == (type == DType::i64 ? DType::f64 : type));
    }
    QVERIFY(storedTypeOf(ElementType::boolean) == DType::u8);
    QVERIFY(storedTypeOf(ElementType::u64) == DType::f64);
  }

  /// The narrowest that holds the whole numbers of both: a float has 24 bits of them, a half eleven.
  void theWiderTypeHoldsBoth() {
    QVERIFY(widerOf(DType::u8, DType::u8) == DType::u8);
    QVERIFY(widerOf(DType::u8, DType::i8) == DType::i16);
    QVERIFY(widerOf(DType::u16, DType::i8) == DType::i32);
    QVERIFY(widerOf(DType::u16, DType::u32) == DType::u32);
    QVERIFY(widerOf(DType::u32, DType::i32) == DType::f64);
    QVERIFY(widerOf(DType::f16, DType::i8) == DType::f16);
    QVERIFY(widerOf(DType::f16, DType::i16) == DType::f32);
    QVERIFY(widerOf(DType::f32, DType::u16) == DType::f32);
    QVERIFY(widerOf(DType::f32, DType::i32) == DType::f64);
    QVERIFY(widerOf(DType::f64, DType::u8) == DType::f64);
    for (int a = 0; a <= static_cast<int>(DType::u8); ++a) {
      for (int b = 0; b <= static_cast<int>(DType::u8); ++b) {
        const DType wider = widerOf(static_cast<DType>(a), static_cast<DType>(b));
        QVERIFY(wider == widerOf(static_cast<DType>(b), static_cast<DType>(a)));
        QVERIFY(table::lowest(wider) <= table::lowest(static_cast<DType>(a)));
        QVERIFY(table::highest(wider) >= table::highest(static_cast<DType>(a)));
      }
    }
  }

  void elementsAreAProductThatDoesNotOverflow() {
    const std::uint64_t half = std::uint64_t{1} << 31U;
    QCOMPARE(elementsOf(Shape{}), std::optional<std::uint64_t>(1));
    QCOMPARE(elementsOf(Shape{3, 4, 5}), std::optional<std::uint64_t>(60));
    QCOMPARE(elementsOf(Shape{3, 0, 5}), std::optional<std::uint64_t>(0));
    QCOMPARE(elementsOf(Shape{half, half}), std::optional(std::uint64_t{1} << 62U));
    QCOMPARE(elementsOf(Shape{half, half + 1}), std::optional<std::uint64_t>());
    QCOMPARE(elementsOf(Shape{half, half, half}), std::optional<std::uint64_t>());
    QCOMPARE(elementsOf(Shape{std::numeric_limits<std::uint64_t>::max()}), std::optional<std::uint64_t>());
  }
};

MASU_TEST(NumberArrayTest)
#include "number_array_test.moc"

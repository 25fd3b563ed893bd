// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/table/dtype.h"

#include <QTest>
#include <cmath>
#include <cstdlib>
#include <string>
#include <type_traits>

#include "tests/fixtures/test_group.h"

using namespace masu;
using table::DType;

namespace {

constexpr DType kAll[] = {DType::f64, DType::f32, DType::f16, DType::i32, DType::u32,
                          DType::i16, DType::u16, DType::i8,  DType::u8,  DType::i64};

int bitsIn(std::string_view name) {
  return std::atoi(std::string(name.substr(1)).c_str());
}

}  // namespace

/// A type is what its name says: "i16" is a whole number with a sign, of 16 bits.
class DtypeTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void namesAreReadBack() {
    for (const DType type : kAll) {
      const std::string_view name = table::name(type);
      QVERIFY(table::storedTypeFrom(name) == type);
      // Features are of all types but one.
      QVERIFY(table::dtypeFrom(name) == (type == DType::i64 ? std::nullopt : std::optional(type)));
    }
    for (const char* other : {"", "f8", "F32", "f32 ", "u64", "float"}) {
      QVERIFY2(!table::storedTypeFrom(other), other);
      QVERIFY2(!table::dtypeFrom(other), other);
    }
  }

  void aNameGivesSizeAndRange() {
    for (const DType type : kAll) {
      const std::string_view name = table::name(type);
      const int bits = bitsIn(name);
      QCOMPARE(table::sizeOf(type) * 8, static_cast<std::size_t>(bits));
      QCOMPARE(table::isInteger(type), name[0] != 'f');
      if (name[0] == 'u') {
        QCOMPARE(table::lowest(type), 0.);
        QCOMPARE(table::highest(type), std::ldexp(1., bits) - 1);
      } else if (name[0] == 'i') {
        QCOMPARE(table::lowest(type), -std::ldexp(1., bits - 1));
        QCOMPARE(table::highest(type), std::ldexp(1., bits - 1) - 1);
      } else {
        QCOMPARE(table::lowest(type), -table::highest(type));
      }
    }
    // The largest fraction, and the largest exponent, of IEEE 754.
    QCOMPARE(table::highest(DType::f16), (2 - std::ldexp(1., -10)) * std::ldexp(1., 15));
    QCOMPARE(table::highest(DType::f32), (2 - std::ldexp(1., -23)) * std::ldexp(1., 127));
    QCOMPARE(table::highest(DType::f64), (2 - std::ldexp(1., -52)) * std::ldexp(1., 1023));
    // Nothing that a whole label can be stands for a missing one, but the lowest.
    QCOMPARE(static_cast<double>(table::kMissingWhole), table::lowest(DType::i64));
  }

  void aBodyIsCalledWithTheTypeItself() {
    for (const DType type : kAll) {
      const char kind = table::dispatch(type, []<class T>(T) {
        if (std::is_same_v<T, table::Half> || std::is_floating_point_v<T>) return 'f';
        return std::is_signed_v<T> ? 'i' : 'u';
      });
      QCOMPARE(kind, table::name(type)[0]);
    }
  }

  void codesTakeTheNarrowestTypeThatHoldsThem() {
    QVERIFY(table::narrowestUnsigned(0) == DType::u8);
    QVERIFY(table::narrowestUnsigned(255) == DType::u8);
    QVERIFY(table::narrowestUnsigned(256) == DType::u16);
    QVERIFY(table::narrowestUnsigned(65535) == DType::u16);
    QVERIFY(table::narrowestUnsigned(65536) == DType::u32);
    QVERIFY(table::narrowestUnsigned(4294967295) == DType::u32);
  }
};

MASU_TEST(DtypeTest)
#include "dtype_test.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/downcast/narrow.h"

#include <QTest>
#include <cmath>
#include <cstring>
#include <limits>
#include <random>
#include <vector>

#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::downcast;
using table::DType;

namespace {

constexpr DType kTypes[] = {DType::f64, DType::f32, DType::f16, DType::i32, DType::u32,
                            DType::i16, DType::u16, DType::i8,  DType::u8};

}  // namespace

class NarrowTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void holdsWhatReadsBackInRange();
  void refusesOverflowFractionsAndMissingInIntegers();
  void widensWithoutChangingAValue();
  void narrowsAsItReadsBack();
};

void NarrowTest::holdsWhatReadsBackInRange() {
  for (const DType type : kTypes) {
    QVERIFY(holds(type, table::lowest(type)));
    QVERIFY(holds(type, table::highest(type)));
    QCOMPARE(stored(type, table::highest(type)), table::highest(type));
  }
  QVERIFY(holds(DType::f16, 65519.0));  // rounds to the greatest half
  QVERIFY(!holds(DType::f16, 65520.0));
  QVERIFY(!holds(DType::f32, 1e39));
}

void NarrowTest::refusesOverflowFractionsAndMissingInIntegers() {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const double infinity = std::numeric_limits<double>::infinity();
  for (const DType type : kTypes) {
    const bool integer = table::isInteger(type);
    QCOMPARE(holds(type, 0.5), !integer);
    QCOMPARE(holds(type, nan), !integer);
    QCOMPARE(holds(type, infinity), !integer);
    if (integer) QVERIFY(!holds(type, table::highest(type) + 1));
    if (integer) QVERIFY(!holds(type, table::lowest(type) - 1));
  }
}

void NarrowTest::widensWithoutChangingAValue() {
  std::mt19937 random(8);
  for (const DType type : kTypes) {
    if (type == DType::f64) continue;
    const double span = table::highest(type) / 2 - table::lowest(type) / 2;
    for (int i = 0; i < 1000; ++i) {
      double value = table::lowest(type) / 2 + span * (static_cast<double>(random()) / 4294967296.0);
      value = stored(type, table::isInteger(type) ? std::trunc(value) : value);
      QCOMPARE(stored(widened(type), value), value);
    }
  }
}

void NarrowTest::narrowsAsItReadsBack() {
  std::mt19937 random(9);
  std::vector<double> values(500);
  for (double& value : values) value = std::ldexp(static_cast<double>(random()), -28) - 8;
  std::vector<std::byte> out(values.size() * sizeof(float));
  narrow(values, DType::f32, out);
  for (std::size_t i = 0; i < values.size(); ++i) {
    float element = 0;
    std::memcpy(&element, out.data() + i * sizeof element, sizeof element);
    QCOMPARE(static_cast<double>(element), stored(DType::f32, values[i]));
    QVERIFY(std::fabs(static_cast<double>(element) - values[i]) <= std::ldexp(8, -24));
  }
}

MASU_TEST(NarrowTest)
#include "narrow_test.moc"

#include "core/table/number_text.h"

#include <QTest>
#include <bit>
#include <cmath>
#include <limits>
#include <random>

#include "core/base/half.h"

using namespace masu;
using namespace masu::table;

namespace {

std::string textOf(double value, DType stored) {
  std::string text = "before,";
  appendNumber(text, value, stored);
  return text.substr(7);
}

}  // namespace

class NumberTextTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void readsBackAsTheSameFloat() {
    std::mt19937 random(1);
    for (int i = 0; i < 200'000; ++i) {
      const auto value = std::bit_cast<float>(static_cast<std::uint32_t>(random()));
      if (!std::isfinite(value)) continue;
      QCOMPARE(std::bit_cast<std::uint32_t>(std::strtof(textOf(value, DType::f32).c_str(), nullptr)),
               std::bit_cast<std::uint32_t>(value));
    }
  }

  void readsBackAsTheSameDouble() {
    std::mt19937_64 random(2);
    for (int i = 0; i < 200'000; ++i) {
      const auto value = std::bit_cast<double>(random());
      if (!std::isfinite(value)) continue;
      QCOMPARE(std::bit_cast<std::uint64_t>(std::strtod(textOf(value, DType::f64).c_str(), nullptr)),
               std::bit_cast<std::uint64_t>(value));
    }
  }

  void readsBackAsTheSameHalf() {
    for (unsigned bits = 0; bits <= 0xFFFF; ++bits) {
      const double value = floatFromHalf(static_cast<std::uint16_t>(bits));
      if (!std::isfinite(value)) continue;
      const std::string text = textOf(value, DType::f16);
      QCOMPARE(unsigned{halfFromDouble(std::strtod(text.c_str(), nullptr))}, bits);
      QVERIFY2(text.size() <= 12, text.c_str());
    }
  }

  void saysWhatTheSourceSaid() {
    QCOMPARE(textOf(0.1F, DType::f32), std::string("0.1"));
    QCOMPARE(textOf(100'000, DType::f32), std::string("100000"));
    QCOMPARE(textOf(-17, DType::i8), std::string("-17"));
    QCOMPARE(textOf(4294967295.0, DType::u32), std::string("4294967295"));
    QCOMPARE(textOf(1e15F, DType::f32), std::string("1e+15"));
    QCOMPARE(textOf(floatFromHalf(0x2E66), DType::f16), std::string("0.1"));
    QCOMPARE(textOf(1.5, DType::f64), std::string("1.5"));
    QCOMPARE(textOf(-0.0, DType::f32), std::string("-0"));
    QCOMPARE(textOf(0, DType::f32), std::string("0"));
  }

  void writesNothingForMissing() {
    for (const DType type : {DType::f64, DType::f32, DType::f16, DType::i8}) {
      QCOMPARE(textOf(std::nan(""), type), std::string());
    }
    QCOMPARE(textOf(HUGE_VAL, DType::f32), std::string("inf"));
    QCOMPARE(textOf(-HUGE_VAL, DType::f16), std::string("-inf"));
  }
};

QTEST_GUILESS_MAIN(NumberTextTest)
#include "number_text_test.moc"

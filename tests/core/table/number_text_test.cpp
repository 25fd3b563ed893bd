// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/table/number_text.h"

#include <QTest>
#include <bit>
#include <cmath>
#include <limits>
#include <random>

#include "core/base/half.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::table;

namespace {

std::string runOf(const std::vector<double>& values, DType stored) {
  std::vector<char> room(values.size() * (kNumberRoom + 1) + 1, '#');
  char* const end = writeNumbers(room.data(), values, stored, ';');
  return room.back() == '#' ? std::string(room.data(), end) : "wrote past its room";
}

std::string oneByOne(const std::vector<double>& values, DType stored) {
  std::string text;
  for (const double value : values) text += numberText(value, stored) + ';';
  return text;
}

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

  void writesRunsAsOneByOne_data() {
    QTest::addColumn<int>("type");
    for (const DType type : {DType::f64, DType::f32, DType::f16, DType::i32, DType::u32, DType::i16, DType::u8}) {
      QTest::newRow(std::string(name(type)).c_str()) << int(type);
    }
  }

  void writesRunsAsOneByOne() {
    QFETCH(int, type);
    const auto stored = DType(type);
    std::mt19937_64 random(7);
    for (std::size_t size = 0; size < 300; ++size) {
      std::vector<double> values;
      for (std::size_t i = 0; i < size; ++i) {
        const auto bits = static_cast<std::uint32_t>(random());
        const double whole = double(random() >> (random() % 64)) * (random() % 2 == 0 ? 1 : -1);
        const double any[] = {double(std::bit_cast<float>(bits)),
                              double(float(bits % 70'000) / 256),
                              whole,
                              whole / 1000,
                              double(bits % 1200),
                              std::nan(""),
                              -0.0,
                              HUGE_VAL,
                              double(float(bits % 2'000'001) / 1e6F - 1)};
        // Long runs of a kind and runs of all kinds.
        values.push_back(any[size % 2 == 0 ? i / 20 % std::size(any) : random() % std::size(any)]);
      }
      QCOMPARE(runOf(values, stored), oneByOne(values, stored));
    }
  }

  void writesRunsOfFloatsOfEverySize() {
    // Around the ends of the range whose digits are found side by side, halves of what they tell apart included.
    for (std::uint32_t exponent = 110; exponent < 155; ++exponent) {
      std::vector<double> values;
      for (std::uint32_t part = 0; part < 4000; ++part) {
        const std::uint32_t fraction = part < 1000 ? part : part < 2000 ? 0x7FFFFFU - (part - 1000) : part * 13'981U;
        const double value = std::bit_cast<float>(exponent << 23U | (fraction & 0x7FFFFFU));
        values.push_back(part % 2 == 0 ? value : -value);
      }
      QCOMPARE(runOf(values, DType::f32), oneByOne(values, DType::f32));
    }
    for (int digits = 0; digits <= 9; ++digits) {
      std::vector<double> values;
      for (int i = 1; i < 50'000; ++i) values.push_back(static_cast<float>(i / std::pow(10.0, digits)));
      QCOMPARE(runOf(values, DType::f32), oneByOne(values, DType::f32));
    }
  }

  void writesNothingForMissing() {
    for (const DType type : {DType::f64, DType::f32, DType::f16, DType::i8}) {
      QCOMPARE(textOf(std::nan(""), type), std::string());
    }
    QCOMPARE(textOf(HUGE_VAL, DType::f32), std::string("inf"));
    QCOMPARE(textOf(-HUGE_VAL, DType::f16), std::string("-inf"));
  }
};

MASU_TEST(NumberTextTest)
#include "number_text_test.moc"

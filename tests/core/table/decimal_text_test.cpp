// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/table/decimal_text.h"

#include <QTest>
#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <limits>
#include <random>
#include <string>

#include "core/base/half.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::table;

namespace {

template <class Write, class Value>
std::string written(Write write, Value value) {
  // What is before and after the text must not matter.
  std::array<char, kDecimalRoom + 2> buffer;
  buffer.fill('#');
  char* end = write(buffer.data() + 1, value);
  if (buffer.front() != '#' || buffer.back() != '#') return "wrote past its room";
  return {buffer.data() + 1, end};
}

template <class Value>
std::string ours(Value value) {
  return written([](char* to, Value it) { return writeShortest(to, it); }, value);
}

template <class... Arguments>
std::string library(Arguments... arguments) {
  std::array<char, 400> buffer;
  return {buffer.data(), std::to_chars(buffer.data(), buffer.data() + buffer.size(), arguments...).ptr};
}

/// Digits are added until the text reads back as the same half.
std::string halfByTrying(double value) {
  std::string text;
  for (int digits = 1; digits <= 5; ++digits) {
    text = library(value, std::chars_format::general, digits);
    if (halfFromDouble(std::strtod(text.c_str(), nullptr)) == halfFromDouble(value)) break;
  }
  return text;
}

}  // namespace

class DecimalTextTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void writesFloatsAsTheLibraryDoes() {
    std::mt19937 random(1);
    for (int i = 0; i < 1'000'000; ++i) {
      const auto value = std::bit_cast<float>(static_cast<std::uint32_t>(random()));
      if (std::isnan(value)) continue;
      QCOMPARE(ours(value), library(value));
    }
  }

  void writesFloatsOfEverySizeAsTheLibraryDoes() {
    for (std::uint32_t exponent = 0; exponent < 255; ++exponent) {
      for (std::uint32_t part = 0; part < 600; ++part) {
        // Both ends and an even walk between them.
        const std::uint32_t fraction = part < 100 ? part : part < 200 ? 0x7FFFFFU - (part - 100) : part * 13'981U;
        const auto value = std::bit_cast<float>(exponent << 23U | (fraction & 0x7FFFFFU));
        QCOMPARE(ours(value), library(value));
        QCOMPARE(ours(-value), library(-value));
      }
    }
  }

  void writesDoublesAsTheLibraryDoes() {
    std::mt19937_64 random(2);
    for (int i = 0; i < 1'000'000; ++i) {
      const auto value = std::bit_cast<double>(random());
      if (std::isnan(value)) continue;
      QCOMPARE(ours(value), library(value));
    }
    for (int exponent = -12; exponent < 26; ++exponent) {
      for (int i = 0; i < 20'000; ++i) {
        const double value = static_cast<double>(random() >> (random() % 64)) * 1e-19 * std::pow(10.0, exponent);
        QCOMPARE(ours(value), library(value));
      }
    }
  }

  void writesDecimalsAsTheyWereSaid() {
    for (int digits = 0; digits <= 6; ++digits) {
      for (int i = 1; i < 20'000; i += 7) {
        const double value = i / std::pow(10.0, digits);
        QCOMPARE(ours(value), library(value));
        QCOMPARE(ours(static_cast<float>(value)), library(static_cast<float>(value)));
      }
    }
  }

  void writesWhatIsNoUsualNumber() {
    for (const float value : {0.0F, -0.0F, HUGE_VALF, -HUGE_VALF, std::numeric_limits<float>::denorm_min(),
                              std::numeric_limits<float>::max(), 1e10F, 99999.99F, 33554432.0F, 123456789.0F, 1e-5F}) {
      QCOMPARE(ours(value), library(value));
      QCOMPARE(ours(double{value}), library(double{value}));
    }
    for (const double value : {9007199254740993.0, 1e22, 1e23, 123456789012345678901.0, 5e-324, 1.7976931348623157e308,
                               9.2233720368547758e18, 1.8446744073709552e19, 12345678901234567e5}) {
      QCOMPARE(ours(value), library(value));
    }
  }

  void writesWholeNumbers() {
    std::mt19937_64 random(3);
    const auto whole = [](char* to, std::int64_t value) { return writeWhole(to, value); };
    for (int i = 0; i < 500'000; ++i) {
      const auto value = static_cast<std::int64_t>(random() >> (random() % 64));
      QCOMPARE(written(whole, value), library(value));
      QCOMPARE(written(whole, -value), library(-value));
    }
    for (std::int64_t power = 1; power < 1'000'000'000'000'000'000; power *= 10) {
      for (const std::int64_t value : {power - 1, power, power + 1}) QCOMPARE(written(whole, value), library(value));
    }
    QCOMPARE(written(whole, std::numeric_limits<std::int64_t>::min()), std::string("-9223372036854775808"));
  }

  void writesHalvesWithTheFewestDigits() {
    for (unsigned bits = 0; bits <= 0xFFFF; ++bits) {
      const double value = floatFromHalf(static_cast<std::uint16_t>(bits));
      if (std::isnan(value)) continue;
      QCOMPARE(written([](char* to, double it) { return writeHalf(to, it); }, value), halfByTrying(value));
    }
  }
};

MASU_TEST(DecimalTextTest)
#include "decimal_text_test.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/csv/numbers/decimal_reader.h"

#include <QTest>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <random>
#include <string>

#include "tests/fixtures/test_group.h"

using namespace masu::csv;

namespace {

/// What stands after a cell in a file. The reader may look at it, and must not take any of it.
const std::string kBehind = "1234567,9";

struct Reading {
  bool taken = false;
  double value = 0;
};

Reading read(const std::string& text, const Dialect& dialect = {}, const std::string& behind = kBehind) {
  const std::string all = text + behind;
  DecimalReader reader(dialect);
  reader.begin(all);
  Reading reading;
  reading.taken = reader.read(all.data(), all.data() + text.size(), reading.value);
  return reading;
}

std::string printed(const char* format, double value) {
  char buffer[512];
  return {buffer, static_cast<std::size_t>(std::snprintf(buffer, sizeof buffer, format, value))};
}

/// Nothing, or how the reader and std::from_chars differ.
std::string difference(const std::string& text) {
  const Reading reading = read(text);
  if (!reading.taken) return {};
  double wanted = 0;
  const char* const end = text.data() + text.size();
  const auto [last, error] = std::from_chars(text.data(), end, wanted);
  if (error != std::errc() || last != end) return text + " is no number";
  if (std::bit_cast<std::uint64_t>(reading.value) != std::bit_cast<std::uint64_t>(wanted))
    return text + printed(" was read as %a", reading.value) + printed(" instead of %a", wanted);
  float nearest = 0;
  float narrow = 0;
  if (!floatFrom(reading.value, nearest)) return {};
  if (std::from_chars(text.data(), end, narrow).ec != std::errc()) return {};
  const bool same = std::bit_cast<std::uint32_t>(nearest) == std::bit_cast<std::uint32_t>(narrow);
  return same ? std::string() : text + " was rounded twice";
}

}  // namespace

class DecimalReaderTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void readsPrintedNumbersAsFromCharsDoes();
  void readsAnyDigitsAndPowerAsFromCharsDoes();
  void takesCommonSpellings_data();
  void takesCommonSpellings();
  void leavesEverythingElse_data();
  void leavesEverythingElse();
  void looksAtNothingBehindTheBlock();
  void readsADecimalComma();
  void leavesCellsToDialectsThatQuoteWithDigits();
};

void DecimalReaderTest::readsPrintedNumbersAsFromCharsDoes() {
  std::mt19937_64 random(11);
  for (const char* format :
       {"%.18e", "%.17g", "%.16g", "%.15g", "%.12e", "%.9g", "%.4g", "%.3f", "%.7f", "%.0f", "%.10f", "%.16f"}) {
    for (int i = 0; i < 10000; ++i) {
      const auto whole = static_cast<double>(static_cast<std::int64_t>(random()));
      const double value = i % 2 == 0 ? std::ldexp(whole, -20 - static_cast<int>(random() % 60))
                                      : std::bit_cast<double>((random() & 0x8FFFFFFFFFFFFFFF) | 0x3000000000000000);
      const std::string found = difference(printed(format, value));
      QVERIFY2(found.empty(), found.c_str());
    }
  }
}

void DecimalReaderTest::readsAnyDigitsAndPowerAsFromCharsDoes() {
  std::mt19937_64 random(12);
  int taken = 0;
  for (int i = 0; i < 200000; ++i) {
    const std::uint64_t digits = random() >> (random() % 64);
    const std::string text = std::to_string(digits) + "e" + std::to_string(static_cast<int>(random() % 130) - 65);
    const std::string found = difference(text);
    QVERIFY2(found.empty(), found.c_str());
    taken += read(text).taken ? 1 : 0;
  }
  QVERIFY(taken > 120000);
}

void DecimalReaderTest::takesCommonSpellings_data() {
  QTest::addColumn<QString>("text");
  for (const char* text : {"0",
                           "-0",
                           "7",
                           "-7",
                           "5.",
                           ".5",
                           "-.5",
                           "1.5",
                           "00000001",
                           "99999999",
                           "-99999999",
                           "123456.7",
                           "1234567.8",
                           "12345678.9",
                           "0.123456789",
                           "-159.9611326",
                           "9007199254740992",
                           "900719925474.0993",
                           "1e5",
                           "1.e5",
                           "1E+05",
                           "-2.5e-3",
                           "1.234567890123456789e+00",
                           "9.999999999999999999e-37",
                           "1234567890123456789"})
    QTest::newRow(text) << text;
}

void DecimalReaderTest::takesCommonSpellings() {
  QFETCH(const QString, text);
  QVERIFY(read(text.toStdString()).taken);
  QCOMPARE(QString::fromStdString(difference(text.toStdString())), QString());
}

void DecimalReaderTest::leavesEverythingElse_data() {
  QTest::addColumn<QString>("text");
  for (const char* text : {"",
                           "-",
                           ".",
                           "-.",
                           "+1",
                           "--1",
                           "1-2",
                           "1..2",
                           "1.2.3",
                           "12:4",
                           "1/2",
                           "1 ",
                           " 1",
                           "0x1",
                           "1e",
                           "e5",
                           "1e+",
                           "1e5.",
                           "1e4000",
                           "1e400",
                           "inf",
                           "nan",
                           "1,5",
                           "12345678a",
                           "1234567.8.9",
                           "123456789.12.34",
                           "1.2345678.9",
                           "123456789:",
                           "low sea wall"})
    QTest::newRow(text) << text;
}

void DecimalReaderTest::leavesEverythingElse() {
  QFETCH(const QString, text);
  QVERIFY(!read(text.toStdString()).taken);
}

void DecimalReaderTest::looksAtNothingBehindTheBlock() {
  QVERIFY(!read("1.5", {}, "").taken);
  QVERIFY(!read("1.5", {}, ",2,3,4,").taken);
  QVERIFY(read("1.5", {}, ",2,3,4,5").taken);
}

void DecimalReaderTest::readsADecimalComma() {
  Dialect dialect;
  dialect.delimiter = ';';
  dialect.decimal = ',';
  QCOMPARE(read("-1,25", dialect).value, -1.25);
  QCOMPARE(read("12345678,25", dialect).value, 12345678.25);
  QVERIFY(!read("1.25", dialect).taken);
}

void DecimalReaderTest::leavesCellsToDialectsThatQuoteWithDigits() {
  Dialect dialect;
  dialect.quote = '1';
  QVERIFY(!read("151", dialect).taken);
}

MASU_TEST(DecimalReaderTest)
#include "decimal_reader_test.moc"

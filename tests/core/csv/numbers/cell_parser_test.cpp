// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/csv/numbers/cell_parser.h"

#include <QTest>
#include <bit>
#include <charconv>
#include <clocale>
#include <cmath>
#include <cstdio>
#include <limits>
#include <random>
#include <string>

#include "tests/fixtures/test_group.h"

using namespace masu::csv;

namespace {

template <class T>
T reference(const std::string& text) {
  T value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

std::string printed(const char* format, double value) {
  char buffer[512];
  return {buffer, static_cast<std::size_t>(std::snprintf(buffer, sizeof buffer, format, value))};
}

bool sameBits(double a, double b) {
  return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
}
bool sameBits(float a, float b) {
  return std::bit_cast<std::uint32_t>(a) == std::bit_cast<std::uint32_t>(b);
}

}  // namespace

class CellParserTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void readsNumbersAsFromCharsDoes();
  void roundsOnceToFloat();
  void acceptsWhatFromCharsRefuses();
  void refusesWhatIsNoNumber_data();
  void refusesWhatIsNoNumber();
  void distinguishesTooLargeFromTooSmall();
  void readsADecimalComma();
  void spellsOutQuotedText();
  void leavesBlanksInTextsThatAreKept();
  void takesSeparatorsOfThousandsOut_data();
  void takesSeparatorsOfThousandsOut();
};

void CellParserTest::takesSeparatorsOfThousandsOut_data() {
  QTest::addColumn<char>("mark");
  QTest::addColumn<QString>("cell");
  QTest::addColumn<QString>("text");
  const auto row = [](char mark, const char* cell, const char* text) { QTest::newRow(cell) << mark << cell << text; };
  row(',', "1,234.5", "1234.5");
  row(',', "-12,345,678", "-12345678");
  row(',', "\"1,234\"", "1234");
  row('.', "1.234.567,89", "1234567,89");
  row(' ', "1 234", "1234");
  row(' ', "1\u00A0234\u202F567", "1234567");
  row('\'', "1'234", "1234");
  row('\'', "1’234", "1234");
  // Everything else is left as it is.
  row(',', "1,23", "1,23");
  row(',', "1,2345", "1,2345");
  row(',', "1234,567", "1234,567");
  row(',', "0,123", "0,123");
  row(',', ",123", ",123");
  row(',', "1,234.5.6", "1,234.5.6");
  row(',', "1,234 m", "1,234 m");
  row(',', "1.5", "1.5");
  row('\0', "1,234.50", "1,234.50");
}

void CellParserTest::takesSeparatorsOfThousandsOut() {
  QFETCH(const char, mark);
  QFETCH(const QString, cell);
  QFETCH(const QString, text);
  Dialect dialect;
  dialect.delimiter = ';';
  dialect.thousands = mark;
  CellParser parser(dialect);
  const std::string field = cell.toStdString();
  QCOMPARE(std::string(parser.text(field)), text.toStdString());
  // What is kept as text is as it was, but for its quotes.
  dialect.thousands = '\0';
  CellParser plain(dialect);
  QCOMPARE(std::string(parser.exactText(field)), std::string(plain.text(field)));
}

void CellParserTest::readsNumbersAsFromCharsDoes() {
  std::mt19937_64 random(5);
  for (const char* format : {"%.18e", "%.17g", "%.4g", "%.3f", "%.7f", "%.0f", "%.15g", "%.9g"}) {
    for (int i = 0; i < 20000; ++i) {
      double value = std::bit_cast<double>(random());
      if (i % 2 == 0) value = std::ldexp(static_cast<double>(static_cast<std::int64_t>(random())), -50);
      if (!std::isfinite(value) || std::fabs(value) > 1e100) continue;
      const std::string text = printed(format, value);
      double parsed = 0;
      QCOMPARE(parseNumber(text, '.', parsed), NumberStatus::number);
      QVERIFY2(sameBits(parsed, reference<double>(text)), text.c_str());
      const float narrow = floatNearest(text, '.', parsed);
      if (std::fabs(parsed) > 3e38 || (parsed != 0 && std::fabs(parsed) < 1e-45)) continue;
      QVERIFY2(sameBits(narrow, reference<float>(text)), text.c_str());
    }
  }
}

void CellParserTest::roundsOnceToFloat() {
  // A little above the midpoint between 1 and the next float; the nearest double is the midpoint itself.
  const std::string text = "1.000000059604644775390625000001";
  double value = 0;
  QCOMPARE(parseNumber(text, '.', value), NumberStatus::number);
  QCOMPARE(static_cast<float>(value), 1.0F);
  QVERIFY(sameBits(floatNearest(text, '.', value), std::nextafter(1.0F, 2.0F)));
}

void CellParserTest::acceptsWhatFromCharsRefuses() {
  double value = 0;
  QCOMPARE(parseNumber("+1.5", '.', value), NumberStatus::number);
  QCOMPARE(value, 1.5);
  QCOMPARE(parseNumber("+1.5e300", '.', value), NumberStatus::number);
  QCOMPARE(parseNumber("NaN", '.', value), NumberStatus::number);
  QVERIFY(std::isnan(value));
  QCOMPARE(parseNumber("-Inf", '.', value), NumberStatus::number);
  QVERIFY(std::isinf(value) && value < 0);
}

void CellParserTest::refusesWhatIsNoNumber_data() {
  QTest::addColumn<QString>("text");
  for (const char* text :
       {"", "+", "-", ".", "1.2.3", "1,5", "1e", "abc", "++1", "+-1", "1 2", "0x10", "1.5x", "--2"}) {
    QTest::newRow(text) << QString(text);
  }
}

void CellParserTest::refusesWhatIsNoNumber() {
  QFETCH(QString, text);
  double value = 0;
  QCOMPARE(parseNumber(text.toStdString(), '.', value), NumberStatus::notANumber);
}

void CellParserTest::distinguishesTooLargeFromTooSmall() {
  double value = 1;
  QCOMPARE(parseNumber("1e400", '.', value), NumberStatus::outOfRange);
  QCOMPARE(parseNumber("-0.001e999", '.', value), NumberStatus::outOfRange);
  QVERIFY(std::isinf(value) && value < 0);
  QCOMPARE(parseNumber("1e-400", '.', value), NumberStatus::number);
  QVERIFY(sameBits(value, 0.0));
  QCOMPARE(parseNumber("-1e-400", '.', value), NumberStatus::number);
  QVERIFY(sameBits(value, -0.0));
  QCOMPARE(parseNumber("1e39", '.', value), NumberStatus::number);
  QVERIFY(std::isinf(floatNearest("1e39", '.', value)));
  // The decimal exponent must not wrap around.
  QCOMPARE(parseNumber("1e9223372036854775807", '.', value), NumberStatus::outOfRange);
  QCOMPARE(parseNumber("1e9223372036854775808", '.', value), NumberStatus::outOfRange);
  QCOMPARE(parseNumber("0.001e-9223372036854775807", '.', value), NumberStatus::number);
  QCOMPARE(value, 0.0);
}

void CellParserTest::readsADecimalComma() {
  double value = 0;
  QCOMPARE(parseNumber("-3,25", ',', value), NumberStatus::number);
  QCOMPARE(value, -3.25);
  QCOMPARE(parseNumber("3,141592653589793238e2", ',', value), NumberStatus::number);
  QVERIFY(sameBits(value, reference<double>("3.141592653589793238e2")));
  QCOMPARE(parseNumber("3.25", ',', value), NumberStatus::notANumber);
}

void CellParserTest::spellsOutQuotedText() {
  CellParser parser{Dialect()};
  QCOMPARE(parser.text("  plain \t"), std::string_view("plain"));
  QCOMPARE(parser.text(" \"a, b\" "), std::string_view("a, b"));
  QCOMPARE(parser.text("\"say \"\"hi\"\"\""), std::string_view("say \"hi\""));
  QCOMPARE(parser.text("\" kept \""), std::string_view(" kept "));
  QCOMPARE(parser.text("\"a\"b"), std::string_view("ab"));
  QCOMPARE(parser.text("12\" pipe"), std::string_view("12\" pipe"));
  QVERIFY(parser.isMissing("?"));
  QVERIFY(!parser.isMissing("0"));
  QVERIFY(!parser.hasNumericMarkers());
  Dialect marked;
  marked.missingMarkers = {"-999"};
  QVERIFY(CellParser(marked).hasNumericMarkers());
}

void CellParserTest::leavesBlanksInTextsThatAreKept() {
  CellParser parser{Dialect()};
  for (const char* bare : {"", " ", "\t ", "plain", "  plain \t", " 12\" pipe ", "a b"}) {
    QCOMPARE(parser.exactText(bare), std::string_view(bare));
  }
  for (const char* quoted : {"\"a, b\"", " \"a, b\" ", "\" kept \"", "\"say \"\"hi\"\"\"", "\"a\"b"}) {
    const std::string text(parser.text(quoted));
    QCOMPARE(parser.exactText(quoted), std::string_view(text));
  }
  Dialect escaped;
  escaped.escape = '\\';
  QCOMPARE(CellParser(escaped).exactText(" a\\,b "), std::string_view(" a,b "));
  Dialect unquoted;
  unquoted.quote = '\0';
  QCOMPARE(CellParser(unquoted).exactText(" \"a\" "), std::string_view(" \"a\" "));
}

MASU_TEST(CellParserTest)
#include "cell_parser_test.moc"

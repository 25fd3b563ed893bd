// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/table/filter.h"

#include <QTest>
#include <cmath>
#include <random>

#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::table;

namespace {

const double kMissing = std::nan("");

/// Four rows: a number, a word and a text column.
class People final : public FilterRows {
 public:
  Result<FilterColumn> column(std::string_view name, bool inBackticks) override {
    if (name == "age") return FilterColumn{FilterColumn::Kind::number, 0, DType::f64, nullptr};
    if (name == "price") return FilterColumn{FilterColumn::Kind::number, 1, DType::f32, nullptr};
    if (name == "day") return FilterColumn{FilterColumn::Kind::number, 4, DType::f32, nullptr, TimeKind::any, kOrigin};
    if (name == "label" && !inBackticks) return FilterColumn{FilterColumn::Kind::word, 2, DType::f64, &m_words};
    if (name == "hours per week") return FilterColumn{FilterColumn::Kind::number, 0, DType::f64, nullptr};
    if (name == "source") return FilterColumn{FilterColumn::Kind::text, 3, DType::f64, nullptr};
    return fail(Errc::notFound, "No column {0}.", {std::string(name)});
  }

  Result<FilterValues> values(const FilterColumn& column, std::uint64_t first, std::uint64_t count) override {
    ++m_reads;
    FilterValues values;
    if (column.id == 0) values.numbers = std::span(m_ages).subspan(first, count);
    if (column.id == 1) values.numbers = std::span(m_prices).subspan(first, count);
    if (column.id == 2) values.codes = std::span(m_labels).subspan(first, count);
    if (column.id == 4) values.numbers = std::span(m_days).subspan(first, count);
    if (column.id == 3) values.texts = std::span(m_sources).subspan(first, count);
    return values;
  }

  int reads() const { return m_reads; }
  static constexpr std::size_t kRows = 4;
  static constexpr double kOrigin = 1'709'251'200;  ///< 2024-03-01

 private:
  std::vector<std::string> m_words = {"cat", "2", "10"};
  std::vector<double> m_ages = {20, 40, kMissing, 60};
  std::vector<double> m_prices = {static_cast<double>(0.1F), 0.25, kMissing, 1e9};
  std::vector<std::uint32_t> m_labels = {0, 1, 2, kNoWord};
  std::vector<std::string> m_sources = {"a/jackson_1.wav", "b/theo \"x\".wav", "", "b/Jackson.wav"};
  std::vector<double> m_days = {0, 86'400, kMissing, 31 * 86'400};
  int m_reads = 0;
};

/// The rows that pass, as "0110"; the sentence of a failure.
std::string rowsOf(const std::string& expression) {
  People people;
  const auto filter = Filter::compile(expression, people);
  if (!filter) return filter.error().message.english();
  std::vector<std::uint8_t> hits(People::kRows, 7);
  if (!filter->run(people, 0, hits)) return "failed";
  std::string text;
  for (const std::uint8_t hit : hits) text += static_cast<char>('0' + hit);
  return text;
}

std::uint64_t columnOf(const std::string& expression) {
  People people;
  const auto filter = Filter::compile(expression, people);
  return filter ? 0 : filter.error().source.column;
}

std::string randomFilter(std::mt19937& random, int depth) {
  static const char* const kTests[] = {"age >= 40", "label = \"2\"", "source contains \"jackson\"", "age = missing",
                                       "label in (\"cat\", 10)"};
  switch (depth == 0 ? 3 : random() % 4) {
    case 0:
      return "(" + randomFilter(random, depth - 1) + " and " + randomFilter(random, depth - 1) + ")";
    case 1:
      return "(" + randomFilter(random, depth - 1) + " or " + randomFilter(random, depth - 1) + ")";
    case 2:
      return "not " + randomFilter(random, depth - 1);
    default:
      return kTests[random() % std::size(kTests)];
  }
}

}  // namespace

class FilterLanguageTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void expressions_data();
  void expressions();
  void refusalsNameTheirPlace_data();
  void refusalsNameTheirPlace();
  void notTurnsEveryExpression();
  void blocksAgreeWithTheWhole();
  void whatIsDecidedReadsNoFurther();
  void deepNestingIsRefused();
};

void FilterLanguageTest::expressions_data() {
  QTest::addColumn<QString>("expression");
  QTest::addColumn<QString>("rows");
  const auto add = [](const char* expression, const char* rows) {
    QTest::newRow(expression) << QString::fromUtf8(expression) << QString::fromLatin1(rows);
  };
  add("age >= 40", "0101");
  add("40 <= age", "0101");
  add("age > 40", "0001");
  add("age < 40", "1000");
  add("age <> 40", "1011");
  add("age = missing", "0010");
  add("age is not missing", "1101");
  add("age in (20, 60, missing)", "1011");
  add("age not in (20)", "0111");
  add("age = \"40\"", "0100");
  add("price = 0.1", "1000");
  add("price <= 0.1", "1000");
  add("price > .2 and price < 1E10", "0101");
  add("day > \"2024-03-01\"", "0101");
  add("day = '2024-03-02 00:00'", "0100");
  add("day <= '14 Mar 2024'", "1100");
  add("day >= \"31/03/2024\"", "0001");
  add("day = missing", "0010");
  add("label = \"2\"", "0100");
  add("label = 2", "0100");
  add("label > 2", "0010");
  add("label > \"2\"", "1000");
  add("label is missing", "0001");
  add("label starts with \"c\"", "1000");
  add("source contains \"jackson\"", "1000");
  add("source not contains 'jackson'", "0111");
  add("source ends with \".wav\"", "1101");
  add("source contains \"theo \"\"x\"\"\"", "0100");
  add("source = missing", "0010");
  add("age = 20 or age = 40 and label = \"cat\"", "1000");
  add("(age = 20 or age = 40) and label = \"2\"", "0100");
  add("NOT (age = 20 OR age = 40)", "0011");
  add("not not age = 20", "1000");
  add("`hours per week`>=40", "0101");
}

void FilterLanguageTest::expressions() {
  QFETCH(QString, expression);
  QFETCH(QString, rows);
  QCOMPARE(QString::fromStdString(rowsOf(expression.toStdString())), rows);
}

void FilterLanguageTest::refusalsNameTheirPlace_data() {
  QTest::addColumn<QString>("expression");
  QTest::addColumn<int>("column");
  const auto add = [](const char* expression, int column) {
    QTest::newRow(expression) << QString::fromUtf8(expression) << column;
  };
  add("", 1);
  add("age >", 6);
  add("age >= 40 and", 14);
  add("age >= 40 age", 11);
  add("(age >= 40", 11);
  add("age ! 40", 5);
  add("wage > 3", 1);
  add("age > 3 and wage > 3", 13);
  add("source = \"ä\" and wage > 3", 18);
  add("label = cat", 9);
  add("source = \"open", 10);
  add("age contains \"4\"", 1);
  add("age = \"old\"", 1);
  add("age < missing", 1);
  add("age = 4x", 7);
  add("day > 5", 1);
  add("day > \"5\"", 1);
  add("day > \"03/04/2024\"", 1);
  add("label in \"cat\"", 10);
  add("`label` = \"cat\"", 1);
}

void FilterLanguageTest::refusalsNameTheirPlace() {
  QFETCH(QString, expression);
  QFETCH(int, column);
  QCOMPARE(static_cast<int>(columnOf(expression.toStdString())), column);
}

void FilterLanguageTest::notTurnsEveryExpression() {
  std::mt19937 random(7);
  for (int round = 0; round < 200; ++round) {
    const std::string expression = randomFilter(random, 4);
    std::string turned = rowsOf("not (" + expression + ")");
    for (char& row : turned) row = row == '0' ? '1' : '0';
    QCOMPARE(turned, rowsOf(expression));
  }
}

void FilterLanguageTest::blocksAgreeWithTheWhole() {
  std::mt19937 random(8);
  for (int round = 0; round < 50; ++round) {
    const std::string expression = randomFilter(random, 3);
    People people;
    const auto filter = Filter::compile(expression, people);
    QVERIFY(filter);
    std::string text;
    for (std::size_t row = 0; row < People::kRows; ++row) {
      std::uint8_t hit = 0;
      QVERIFY(filter->run(people, row, {&hit, 1}));
      text += static_cast<char>('0' + hit);
    }
    QCOMPARE(text, rowsOf(expression));
  }
}

void FilterLanguageTest::whatIsDecidedReadsNoFurther() {
  People people;
  const auto filter = Filter::compile("age > 1000 and label = \"2\" and source contains \"x\"", people);
  QVERIFY(filter);
  std::vector<std::uint8_t> hits(People::kRows);
  QVERIFY(filter->run(people, 0, hits));
  QCOMPARE(people.reads(), 1);
}

void FilterLanguageTest::deepNestingIsRefused() {
  People people;
  const std::string deep(100'000, '(');
  const auto filter = Filter::compile(deep, people);
  QVERIFY(!filter);
  QCOMPARE(filter.error().code, Errc::unsupported);
}

MASU_TEST(FilterLanguageTest)
#include "filter_test.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>
#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "core/samples/sample_data.h"
#include "tests/fixtures/test_group.h"

using namespace masu::samples;
using Fields = std::vector<std::string>;

namespace {

constexpr std::uint64_t kRows = 4000;

std::string rowOf(std::uint64_t seed, std::uint64_t row) {
  std::string text;
  appendCensusRow(seed, row, text);
  return text;
}

/// Cells between commas, without the blank before each.
Fields fieldsOf(const std::string& line) {
  Fields fields(1);
  for (std::size_t i = 0; i + 1 < line.size(); ++i) {
    if (line[i] == ',') {
      fields.emplace_back();
    } else if (line[i] != ' ') {
      fields.back() += line[i];
    }
  }
  return fields;
}

}  // namespace

/// People of an invented census: each is plausible, and their incomes follow from the rest.
class CensusTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() {
    std::string header;
    appendCensusHeader(header);
    const Fields names = fieldsOf(header);
    QCOMPARE(names.size(), std::size_t{15});
    for (std::size_t i = 0; i < names.size(); ++i) m_columns[names[i]] = i;
    QCOMPARE(m_columns.size(), std::size_t{15});
    for (std::uint64_t row = 0; row < kRows; ++row) m_rows.push_back(fieldsOf(rowOf(5, row)));
  }

  void recordsAreAppendedAndDoNotDependOnOthers() {
    std::string text = "before\n";
    appendCensusRow(5, 17, text);
    appendCensusRow(5, 3, text);
    QCOMPARE(text, "before\n" + rowOf(5, 17) + rowOf(5, 3));
    QVERIFY(rowOf(5, 17) != rowOf(5, 18) && rowOf(5, 17) != rowOf(6, 17));
    QCOMPARE(std::ranges::count(rowOf(5, 17), '\n'), std::ptrdiff_t{1});
  }

  void numbersAreWithinTheirRanges() {
    const std::map<std::string, std::pair<int, int>> ranges = {
        {"age", {17, 90}},           {"fnlwgt", {12285, 1490400}}, {"education-num", {1, 16}},
        {"capital-gain", {0, 99999}}, {"capital-loss", {0, 4356}},  {"hours-per-week", {1, 99}}};
    for (const auto& [column, range] : ranges) {
      for (const Fields& row : m_rows) {
        const int value = std::stoi(at(row, column));
        QVERIFY2(value >= range.first && value <= range.second, (column + " " + at(row, column)).c_str());
        QCOMPARE(std::to_string(value), at(row, column));
      }
    }
  }

  /// What one cell says the others do not contradict.
  void cellsOfAPersonGoTogether() {
    std::map<std::string, std::string> numberOf;
    for (const Fields& row : m_rows) {
      QCOMPARE(row.size(), std::size_t{15});
      const std::string& number = at(row, "education-num");
      QCOMPARE(numberOf.emplace(at(row, "education"), number).first->second, number);
      const bool married = at(row, "marital-status") == "Married-civ-spouse" ||
                           at(row, "marital-status") == "Married-AF-spouse";
      if (at(row, "relationship") == "Husband") QVERIFY(married && at(row, "sex") == "Male");
      if (at(row, "relationship") == "Wife") QVERIFY(married && at(row, "sex") == "Female");
      QVERIFY(at(row, "capital-gain") == "0" || at(row, "capital-loss") == "0");
      const bool workless = at(row, "workclass") == "?" || at(row, "workclass") == "Never-worked";
      QCOMPARE(at(row, "occupation") == "?", workless);
      QVERIFY(at(row, "income") == ">50K" || at(row, "income") == "<=50K");
    }
    QVERIFY(numberOf.size() > 12 && numberOf.size() <= 16);
    QCOMPARE(numberOf["Doctorate"], std::string("16"));
  }

  /// Schooling, a spouse and a gain make a high income likelier; without any of them it is rare.
  void incomeFollowsFromTheRest() {
    const auto share = [&](auto includes) {
      double all = 0;
      double high = 0;
      for (const Fields& row : m_rows) {
        if (!includes(row)) continue;
        ++all;
        high += at(row, "income") == ">50K" ? 1 : 0;
      }
      return high / all;
    };
    const auto schooled = [&](const Fields& row) { return std::stoi(at(row, "education-num")) >= 13; };
    const auto paired = [&](const Fields& row) { return at(row, "marital-status") == "Married-civ-spouse"; };
    QVERIFY(share([&](const Fields& row) { return schooled(row) && paired(row); }) > 0.5);
    QVERIFY(share([&](const Fields& row) { return !schooled(row) && !paired(row); }) < 0.1);
    QVERIFY(share([&](const Fields& row) { return std::stoi(at(row, "capital-gain")) > 6800; }) > 0.8);
  }

 private:
  const std::string& at(const Fields& row, const std::string& column) const { return row.at(m_columns.at(column)); }

  std::map<std::string, std::size_t> m_columns;
  std::vector<Fields> m_rows;
};

MASU_TEST(CensusTest)
#include "census_test.moc"

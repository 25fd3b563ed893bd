// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/table/survey/form_counts.h"

#include <QTest>

#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::ingest;
using table::Kind;

namespace {

/// A column of numbers; what people may have meant otherwise.
CellForms numbers(const std::vector<std::string>& cells, char delimiter = ';', char decimal = '.') {
  FormCounts counts(delimiter, decimal);
  for (const std::string& cell : cells) {
    std::string spelled = cell;
    std::ranges::replace(spelled, decimal, '.');
    counts.addNumber(cell, std::stod(spelled));
  }
  return counts.finish(Kind::decimal);
}

CellForms texts(const std::vector<std::string>& cells) {
  FormCounts counts(',', '.');
  for (const std::string& cell : cells) counts.addText(cell);
  return counts.finish(Kind::category);
}

CellForms times(const std::vector<std::string>& cells) {
  FormCounts counts(',', '.');
  for (const std::string& cell : cells) counts.addTime(cell);
  return counts.finish(Kind::time);
}

}  // namespace

class FormCountsTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  /// 1.234 among small whole numbers is as likely a thousand and more; anything that shows the mark settles it.
  void aMarkMaySeparateThousands() {
    QCOMPARE(numbers({"1", "20", "1.234", "5.678"}).grouped, std::string("1.234"));
    QVERIFY(numbers({"1", "1.234", "0.5"}).grouped.empty());
    QVERIFY(numbers({"1", "1.234", "0.5"}).markShown);
    QVERIFY(numbers({"1", "1.234", "2000"}).grouped.empty());  // thousands are written without a mark
    QVERIFY(numbers({"1", "1.234", "1234.5"}).grouped.empty());
    QVERIFY(numbers({"1", "0.123"}).grouped.empty());  // no group begins with a zero
    QVERIFY(numbers({"1", "1.2345"}).grouped.empty());
    QVERIFY(numbers({"1.234", "5.678"}).grouped.empty());  // a few decimals of three digits alone are usual
    const std::vector<std::string> several = {"62.266", "55.180", "24.246", "1.234", "9.100"};
    QCOMPARE(numbers(several).grouped, std::string("62.266"));
    QCOMPARE(numbers(several, ',', '.').grouped, std::string("62.266"));
    QVERIFY(numbers({"1", "2"}).grouped.empty());
    QCOMPARE(numbers({"7", "-1.234"}).grouped, std::string("-1.234"));
  }

  /// Commas between cells go with points in numbers.
  void theDelimiterSuggestsTheMark() {
    QVERIFY(numbers({"1", "1.234"}, ',', '.').grouped.empty());
    QCOMPARE(numbers({"1", "1.234"}, '\t', '.').grouped, std::string("1.234"));
    QCOMPARE(numbers({"1,234", "5,678"}, '\t', ',').grouped, std::string("1,234"));
    QVERIFY(numbers({"1,234", "5,678"}, ';', ',').grouped.empty());
  }

  void namesMayLookLikeExponents() {
    QCOMPARE(numbers({"12", "1e1", "34"}).exponent, std::string("1e1"));
    QVERIFY(numbers({"1e1", "2e5"}).exponent.empty());        // all of them: numbers
    QVERIFY(numbers({"12", "1e1", "0.5"}).exponent.empty());  // decimals beside: numbers
    QVERIFY(numbers({"12", "1e-1"}).exponent.empty());
    QVERIFY(numbers({"12", "34"}).exponent.empty());
  }

  void wordsThatAreDecoratedNumbers_data() {
    QTest::addColumn<QString>("cell");
    QTest::addColumn<bool>("decorated");
    QTest::addColumn<bool>("thousands");
    const auto row = [](const char* cell, bool decorated, bool thousands = false) {
      QTest::newRow(*cell == '\0' ? "nothing" : cell) << QString(cell) << decorated << thousands;
    };
    row("5%", true);
    row("$3.50", true);
    row("-$3.50", true);
    row("$-3.50", true);
    row("3,5 €", true);
    row("¥ 100", true);
    row("100円", true);
    row("(12)", true);
    row("(1.724)", true);
    row("$1.724", true);
    row("(1,724)", true, true);
    row("(1,724.5)", true, true);
    row("1,234,567", true, true);
    row("1'234'567.8", true, true);
    row("1\u00A0"
        "234",
        true, true);
    row("$1,234.50", true, true);
    row("12,34,567", false);
    row("1,2345", true);
    row("0,123", true);
    row("-67,35", true);
    row("1.2345", false);
    row("1,234,", false);
    row("abc", false);
    row("$", false);
    row("5 kg", false);
    row("", false);
    row("1.2.3", false);
    row("%", false);
    row("()", false);
  }
  void wordsThatAreDecoratedNumbers() {
    QFETCH(const QString, cell);
    QFETCH(const bool, decorated);
    QFETCH(const bool, thousands);
    const CellForms forms = texts({cell.toStdString()});
    QCOMPARE(!forms.decorated.empty(), decorated);
    QCOMPARE(forms.thousands, thousands);
  }

  /// Numbers and times that became words by others among them.
  void whatMostCellsAreIsCounted() {
    FormCounts counts(',', '.');
    counts.addNumber("1", 1);
    counts.addNumber("2", 2);
    counts.addText("error");
    counts.addText("none");
    CellForms forms = counts.finish(Kind::category);
    QCOMPARE(forms.mostly, Kind::integer);
    QCOMPARE(forms.fitting, std::uint64_t{2});
    QCOMPARE(forms.present, std::uint64_t{4});
    QCOMPARE(forms.unfit, std::string("error"));
    QCOMPARE(counts.finish(Kind::integer).mostly, Kind::empty);
    counts.addText("2024-01-02", true);
    counts.addTime("2024-01-02");
    QCOMPARE(counts.finish(Kind::text).mostly, Kind::empty);  // less than half
    counts.addNumber("0.5", 0.5);
    QCOMPARE(counts.finish(Kind::text).mostly, Kind::decimal);
    FormCounts dates(',', '.');
    dates.addTime("2024-01-02");
    dates.addText("2024-01-02", true);
    dates.addNumber("7", 7);
    forms = dates.finish(Kind::category);
    QCOMPARE(forms.mostly, Kind::integer);
    dates.addTime("2024-01-03");
    dates.addText("2024-01-03", true);
    forms = dates.finish(Kind::category);
    QCOMPARE(forms.mostly, Kind::time);
    QCOMPARE(forms.fitting, std::uint64_t{2});
    QCOMPARE(forms.unfit, std::string("7"));
    dates.addText("soon");
    QCOMPARE(dates.finish(Kind::category).unfit, std::string("soon"));
    QCOMPARE(texts({"a", "b"}).mostly, Kind::empty);
    FormCounts longer(',', '.');
    longer.addNumber("1", 1);
    longer.addText("x" + QString(100, QChar(0x00E9)).toStdString());
    QCOMPARE(QString::fromStdString(longer.finish(Kind::category).unfit), "x" + QString(29, QChar(0x00E9)) + "…");
  }

  void onlyWhereMostAreWrittenSo() {
    QVERIFY(texts({"5%", "6%", "unknown"}).decorated == "5%");
    QVERIFY(texts({"5%", "unknown"}).decorated.empty());
    QVERIFY(texts({}).decorated.empty());
    // What is asked of a column is of its kind alone.
    FormCounts counts(';', '.');
    counts.addNumber("1", 1);
    counts.addNumber("1.234", 1.234);
    counts.addText("5%");
    QVERIFY(counts.finish(Kind::category).grouped.empty());
    QVERIFY(counts.finish(Kind::decimal).decorated.empty());
    QVERIFY(counts.finish(Kind::time).decorated.empty());
  }

  void timesLeaveOpenTheirCenturyAndTheirZone() {
    QCOMPARE(times({"2024-01-02", "01/02/24"}).shortYear, std::string("01/02/24"));
    QVERIFY(times({"2024-01-02"}).shortYear.empty());
    const CellForms mixed = times({"2024-01-02T03:04:05Z", "2024-01-02T03:04:05", "2024-01-02 03:04"});
    QCOMPARE(mixed.zoneless, std::string("2024-01-02T03:04:05"));
    QCOMPARE(mixed.zonelessCount, std::uint64_t{2});
    QVERIFY(times({"2024-01-02T03:04:05"}).zoneless.empty());  // none has one: all are alike
    QVERIFY(times({"2024-01-02T03:04:05+09:00"}).zoneless.empty());
  }
};

MASU_TEST(FormCountsTest)
#include "form_counts_test.moc"

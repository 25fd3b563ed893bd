// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/table/survey/column_sketch.h"

#include <QTest>
#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <numeric>
#include <random>
#include <set>

#include "core/ingest/plan/column_rules.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::ingest;
using table::DateOrder;
using table::Kind;

namespace {

using Cells = std::vector<std::string>;

/// What was said of a column, and how its table is spelled.
struct Said {
  std::optional<Kind> kind = std::nullopt;
  std::optional<DateOrder> order = std::nullopt;
  char delimiter = ',';
};

ColumnPlan sketched(const Cells& cells, const Said& said = {}) {
  csv::Dialect dialect;
  dialect.delimiter = said.delimiter;
  const csv::CellParser parser(dialect);
  ColumnSketch sketch(said.kind, said.order, dialect);
  for (const std::string& cell : cells) sketch.add(cell, parser);
  return sketch.finish("c");
}

Cells joined(Cells cells, const Cells& others) {
  cells.insert(cells.end(), others.begin(), others.end());
  return cells;
}

/// So many different words, each twice: once each they would be a text however few they are.
Cells wordsTwice(std::size_t count) {
  Cells cells;
  for (std::size_t i = 0; i < 2 * count; ++i) cells.push_back("w" + std::to_string(i / 2));
  return cells;
}

std::uint64_t sumOf(const std::vector<std::uint64_t>& counts) {
  return std::accumulate(counts.begin(), counts.end(), std::uint64_t{0});
}

}  // namespace

class ColumnSketchTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void numbersAreCountedAsByHand();
  void theOrderOfTheCellsDoesNotMatter();
  void theSampleKeepsTheExtremes();
  void wholeNumbersHaveTheirBoundaries_data();
  void wholeNumbersHaveTheirBoundaries();
  void aNumberWithoutADoubleIsNotHeld();
  void aFewWordsAmongNumbersAreFaults();
  void manyWordsAreATextAndFewACategory();
  void whatIsMissingIsNoValue();
  void aNanIsMissingWhereNumbersAreRead();
  void textKeepsMarkersAndBlanks();
  void booleans();
  void datesShowTheirOrderOrLeaveItOpen();
  void timesOfTheRarerKindDoNotFit();
  void timesCountFromTheFirst();
  void whatWasSaidHolds();
};

void ColumnSketchTest::numbersAreCountedAsByHand() {
  std::mt19937 random(1);
  for (const bool decimals : {false, true}) {
    Cells cells;
    std::map<double, std::uint64_t> counts;
    for (int i = 0; i < 3000; ++i) {
      const int whole = static_cast<int>(random() % 500) - 250;
      cells.push_back(std::to_string(whole) + (decimals ? ".5" : ""));
      ++counts[decimals ? whole + (whole < 0 ? -0.5 : 0.5) : whole];
    }
    const ColumnPlan plan = sketched(cells);
    QCOMPARE(plan.kind, decimals ? Kind::decimal : Kind::integer);
    QCOMPARE(plan.stats.count, std::uint64_t{3000});
    QCOMPARE(plan.stats.min, counts.begin()->first);
    QCOMPARE(plan.stats.max, counts.rbegin()->first);
    QCOMPARE(plan.stats.integral, !decimals);
    QCOMPARE(plan.distinct, std::uint64_t{counts.size()});
    QCOMPARE(plan.misfits, std::uint64_t{0});
    QCOMPARE(sumOf(plan.histogram), std::uint64_t{3000});
    // Few enough to be chosen as classes: each value with how often it comes, the most frequent first.
    QCOMPARE(plan.values.size(), counts.size());
    QVERIFY(std::ranges::is_sorted(plan.valueCounts, std::greater<>()));
    for (std::size_t i = 0; i < plan.values.size(); ++i)
      QCOMPARE(plan.valueCounts[i], counts.at(std::stod(plan.values[i])));
    // By hand again: the place of each value between min and max.
    std::vector<std::uint64_t> bins(plan.histogram.size(), 0);
    for (const auto& [value, count] : counts) {
      const double place = (value - plan.stats.min) / (plan.stats.max - plan.stats.min);
      bins[std::min(bins.size() - 1, static_cast<std::size_t>(place * static_cast<double>(bins.size())))] += count;
    }
    QCOMPARE(plan.histogram, bins);
  }
}

void ColumnSketchTest::theOrderOfTheCellsDoesNotMatter() {
  std::mt19937 random(2);
  const std::vector<Cells> columns = {{"1", "2.5", "-3", "", "x", "1e300"},
                                      {"yes", "no", "TRUE", "1", ""},
                                      {"red", "green", "red", "blue", "7"},
                                      {"13/01/2020", "03/04/2020", "2020-01-01"}};
  for (Cells cells : columns) {
    const ColumnPlan before = sketched(cells);
    for (int i = 0; i < 20; ++i) {
      std::ranges::shuffle(cells, random);
      const ColumnPlan plan = sketched(cells);
      QCOMPARE(plan.kind, before.kind);
      QCOMPARE(plan.dateOrder, before.dateOrder);
      QCOMPARE(plan.stats.count, before.stats.count);
      QCOMPARE(plan.stats.missing, before.stats.missing);
      QCOMPARE(plan.stats.min, before.stats.min);
      QCOMPARE(plan.stats.max, before.stats.max);
      QCOMPARE(plan.misfits, before.misfits);
      QCOMPARE(plan.distinct, before.distinct);
      QCOMPARE(plan.histogram, before.histogram);
      QCOMPARE(plan.values, before.values);
      QCOMPARE(plan.valueCounts, before.valueCounts);
    }
  }
}

void ColumnSketchTest::theSampleKeepsTheExtremes() {
  for (const int count : {1, 2, 1023, 1024, 1025, 5000}) {
    Cells cells;
    for (int i = 0; i < count; ++i) cells.push_back(std::to_string((i * 7919) % 10007) + ".25");
    std::set<double> all;
    for (const std::string& cell : cells) all.insert(std::stod(cell));
    const ColumnPlan plan = sketched(cells);
    QCOMPARE(plan.sampled.size(), std::size_t(std::min(count, 1024)));
    QVERIFY(std::ranges::is_sorted(plan.sampled));
    QCOMPARE(plan.sampled.front(), *all.begin());
    QCOMPARE(plan.sampled.back(), *all.rbegin());
    for (const double value : plan.sampled) QVERIFY(all.contains(value));
  }
  // What is infinite has no place between two ends, and is an end all the same.
  const ColumnPlan endless = sketched({"1.5", "inf", "2.5"});
  QCOMPARE(sumOf(endless.histogram), std::uint64_t{2});
  QVERIFY(std::isinf(endless.stats.max));
  QCOMPARE(endless.sampled, (std::vector<double>{1.5, 2.5}));
}

void ColumnSketchTest::wholeNumbersHaveTheirBoundaries_data() {
  QTest::addColumn<bool>("wide");
  QTest::addColumn<bool>("tooWide");
  QTest::newRow("9007199254740991") << false << false;  // 2^53 - 1: every double counts to here
  QTest::newRow("-9007199254740991") << false << false;
  QTest::newRow("9007199254740993") << true << false;
  QTest::newRow("-9007199254740993") << true << false;
  QTest::newRow("9223372036854775807") << true << false;
  QTest::newRow("-9223372036854775807") << true << false;
  QTest::newRow("9223372036854775808") << false << true;
  QTest::newRow("-9223372036854775808") << false << true;  // stands for a missing one
  QTest::newRow("18446744073709551616") << false << true;
}

void ColumnSketchTest::wholeNumbersHaveTheirBoundaries() {
  QFETCH(const bool, wide);
  QFETCH(const bool, tooWide);
  const ColumnPlan plan = sketched({"1", QTest::currentDataTag(), "2"});
  QCOMPARE(plan.kind, Kind::integer);
  QCOMPARE(plan.wide, wide);
  QCOMPARE(plan.tooWide, tooWide);
  // A decimal beside it, and the digits beyond 2^53 are nobody's.
  QVERIFY(!sketched({"1.5", QTest::currentDataTag()}).wide);
}

/// Beyond all doubles a number is a fault of its record, and no reason to refuse the column.
void ColumnSketchTest::aNumberWithoutADoubleIsNotHeld() {
  QCOMPARE(sketched({"5", "9007199254740992", "9007199254740993"}).forms.inexact, std::string("9007199254740993"));
  QCOMPARE(sketched({"5", std::string(400, '9')}).forms.inexact, std::string());
}

void ColumnSketchTest::aFewWordsAmongNumbersAreFaults() {
  const Cells numbers(49, "3");
  const ColumnPlan few = sketched(joined(numbers, {"x"}));  // one in fifty
  QCOMPARE(few.kind, Kind::integer);
  QCOMPARE(few.misfits, std::uint64_t{1});
  QCOMPARE(few.stats.count, std::uint64_t{49});
  const ColumnPlan more = sketched(joined(Cells(48, "3"), {"x"}));
  QCOMPARE(more.kind, Kind::category);
  QCOMPARE(more.misfits, std::uint64_t{0});
  QCOMPARE(more.stats.count, std::uint64_t{49});
  // So are they among dates.
  const ColumnPlan dates = sketched(joined(Cells(49, "2020-01-02"), {"x"}));
  QCOMPARE(dates.kind, Kind::time);
  QCOMPARE(dates.misfits, std::uint64_t{1});
  QCOMPARE(sketched(joined(Cells(48, "2020-01-02"), {"x"})).kind, Kind::category);
}

void ColumnSketchTest::manyWordsAreATextAndFewACategory() {
  const ColumnPlan most = sketched(wordsTwice(kMostCategories));
  QCOMPARE(most.kind, Kind::category);
  QCOMPARE(most.distinct, kMostCategories);
  QCOMPARE(most.values.size(), std::size_t{1000});
  QCOMPARE(sketched(wordsTwice(kMostCategories + 1)).kind, Kind::text);
  // Numbers among words are counted however many there are.
  Cells numbers(2000, "low");
  for (int i = 0; i < 3000; ++i) numbers.insert(numbers.end(), {std::to_string(i), std::to_string(i)});
  QCOMPARE(sketched(numbers).kind, Kind::category);
  QCOMPARE(sketched(numbers).distinct, std::uint64_t{3001});
  for (int i = 3000; i < 7000; ++i) numbers.push_back(std::to_string(i));
  QCOMPARE(sketched(numbers).kind, Kind::text);
  QCOMPARE(sketched(numbers).distinct, std::uint64_t{7001});
  // Words that hardly ever come again are a text long before.
  const Cells twice = wordsTwice(kMostIntegerClasses);
  QCOMPARE(sketched(twice).kind, Kind::category);
  QCOMPARE(sketched(joined(twice, {"another"})).kind, Kind::text);
}

void ColumnSketchTest::whatIsMissingIsNoValue() {
  csv::Dialect dialect;
  dialect.missingMarkers = {"", "-999"};
  const csv::CellParser parser(dialect);
  ColumnSketch sketch(std::nullopt, std::nullopt, dialect);
  for (const char* cell : {"", "-999", "nan", "4", "6"}) sketch.add(cell, parser);
  sketch.addAbsent();
  const ColumnPlan plan = sketch.finish("c");
  QCOMPARE(plan.name, std::string("c"));
  QCOMPARE(plan.kind, Kind::integer);
  QCOMPARE(plan.stats.count, std::uint64_t{2});
  QCOMPARE(plan.stats.missing, std::uint64_t{4});
  QCOMPARE(plan.stats.min, 4.0);
  QCOMPARE(plan.values, (std::vector<std::string>{"4", "6"}));
  const ColumnPlan nothing = sketched({"", "NA"});
  QCOMPARE(nothing.kind, Kind::empty);
  QCOMPARE(nothing.stats.count, std::uint64_t{0});
  QCOMPARE(nothing.stats.missing, std::uint64_t{2});
}

void ColumnSketchTest::aNanIsMissingWhereNumbersAreRead() {
  QCOMPARE(sketched({"1", "2", "NAN"}).stats.missing, std::uint64_t{1});
  QCOMPARE(sketched({"yes", "no", "NAN"}).stats.missing, std::uint64_t{1});
  QCOMPARE(sketched({"NAN", "Nan"}).kind, Kind::empty);
  // Nan is a name, too.
  const ColumnPlan words = sketched({"Ann", "Ann", "Nan", "-nan"});
  QCOMPARE(words.kind, Kind::category);
  QCOMPARE(words.stats.missing, std::uint64_t{1});
  QCOMPARE(words.stats.count, std::uint64_t{3});
  QCOMPARE(words.distinct, std::uint64_t{2});
  QCOMPARE(words.values, (std::vector<std::string>{"Ann", "Nan"}));
  const ColumnPlan times = sketched({"2020-01-02", "2020-01-03", "NAN"});
  QCOMPARE(times.kind, Kind::time);
  QCOMPARE(times.misfits, std::uint64_t{1});
  QCOMPARE(times.stats.missing, std::uint64_t{0});
}

void ColumnSketchTest::textKeepsMarkersAndBlanks() {
  const csv::Dialect dialect;
  const csv::CellParser parser(dialect);
  ColumnSketch sketch(std::nullopt, std::nullopt, dialect);
  for (const char* cell : {"a", "a", "NA", "NA", "?", ""}) sketch.add(cell, parser);
  sketch.add("", parser, true);
  sketch.addAbsent();
  ColumnPlan plan = sketch.finish("c");
  QCOMPARE(missingCells(plan), std::uint64_t{6});
  QCOMPARE(distinctCells(plan), std::uint64_t{1});
  plan.role = table::Role::kept;
  for (const Kind kind : {Kind::text, Kind::category, Kind::empty}) {
    plan.kind = kind;
    QCOMPARE(missingCells(plan), std::uint64_t{2});
    QCOMPARE(distinctCells(plan), std::uint64_t{4});  // a, NA, ? and the blanks
  }
  plan.kind = Kind::decimal;
  QCOMPARE(missingCells(plan), std::uint64_t{6});
}

void ColumnSketchTest::booleans() {
  QCOMPARE(sketched({"yes", "No", "TRUE", "false", ""}).kind, Kind::boolean);
  QCOMPARE(sketched({"yes", "no", "maybe"}).kind, Kind::category);
  // Where somebody says that they are: other words and other numbers do not fit.
  QCOMPARE(sketched({"yes", "maybe", "0", "1", "2", "3"}, {.kind = Kind::boolean}).misfits, std::uint64_t{3});
}

void ColumnSketchTest::datesShowTheirOrderOrLeaveItOpen() {
  const ColumnPlan day = sketched({"03/04/2020", "13/01/2020"});
  QCOMPARE(day.kind, Kind::time);
  QCOMPARE(day.dateOrder, DateOrder::dayFirst);
  QVERIFY(day.dateOrderShown && !day.dateOrderOpen);
  const ColumnPlan month = sketched({"03/04/2020", "01/13/2020"}, {.delimiter = ';'});
  QCOMPARE(month.dateOrder, DateOrder::monthFirst);
  QVERIFY(month.dateOrderShown && !month.dateOrderOpen);
  for (const char delimiter : {',', ';'}) {
    const ColumnPlan open = sketched({"03/04/2020"}, {.delimiter = delimiter});
    QCOMPARE(open.dateOrder, delimiter == ';' ? DateOrder::dayFirst : DateOrder::monthFirst);
    QVERIFY(open.dateOrderOpen && !open.dateOrderShown);
  }
  // The same in every order, or an order that somebody said: nothing is open.
  QVERIFY(!sketched({"2020-03-04", "05/05/2020"}).dateOrderOpen);
  for (const DateOrder order : {DateOrder::dayFirst, DateOrder::monthFirst, DateOrder::yearFirst}) {
    const ColumnPlan said = sketched({"03/04/20"}, {.order = order});
    QCOMPARE(said.kind, Kind::time);
    QCOMPARE(said.dateOrder, order);
    QVERIFY(!said.dateOrderOpen && !said.dateOrderShown && !said.yearFirstFits);
    double seconds = 0;
    QVERIFY(table::parseTime("03/04/20", order, seconds));
    QCOMPARE(said.stats.min, seconds);
    QVERIFY(said.forms.orderMatters);
    QVERIFY(!sketched({"2020-03-04", "2020-05-05 12:00"}, {.order = order}).forms.orderMatters);
    QVERIFY(!sketched({"12:30"}, {.order = order}).forms.orderMatters);
  }
  QVERIFY(sketched({"03/03/05"}).forms.orderMatters);
  QVERIFY(sketched({"03/04/20"}).yearFirstFits);
  QVERIFY(!sketched({"03/04/20", "03/04/50"}).yearFirstFits);
}

/// 12:30 beside dates would be the noon of a day in 1970.
void ColumnSketchTest::timesOfTheRarerKindDoNotFit() {
  Cells dates;
  Cells clocks;
  for (int i = 0; i < 100; ++i) {
    dates.push_back("2024-02-" + std::to_string(10 + i % 19) + " 10:00");
    clocks.push_back(std::to_string(10 + i % 14) + ":30");
  }
  const ColumnPlan dated = sketched(joined({"12:30"}, dates));
  QCOMPARE(dated.kind, Kind::time);
  QVERIFY(dated.forms.times == table::TimeKind::dated);
  QCOMPARE(dated.misfits, std::uint64_t{1});
  QCOMPARE(dated.stats.count, std::uint64_t{100});
  QVERIFY(dated.origin > 1e9 && dated.stats.min > 1e9);
  const ColumnPlan ofDay = sketched(joined({"03/04/2020"}, clocks));
  QCOMPARE(ofDay.kind, Kind::time);
  QVERIFY(ofDay.forms.times == table::TimeKind::ofDay);
  QCOMPARE(ofDay.misfits, std::uint64_t{1});
  QVERIFY(ofDay.stats.max < 86400);
  // No order of a date matters to them.
  QVERIFY(!ofDay.dateOrderOpen && !ofDay.dateOrderShown && ofDay.forms.orderless);
  // More than a few are no faults of the data.
  const ColumnPlan mixed = sketched(joined(dates, {clocks.begin(), clocks.begin() + 10}));
  QVERIFY(mixed.kind != Kind::time);
  QCOMPARE(mixed.forms.mostly, Kind::time);
  QCOMPARE(mixed.forms.fitting, std::uint64_t{100});
  QCOMPARE(mixed.forms.unfit, clocks.front());
  QCOMPARE(sketched(joined(dates, clocks), {.kind = Kind::time}).misfits, std::uint64_t{100});
}

void ColumnSketchTest::timesCountFromTheFirst() {
  const auto secondsOf = [](const std::string& cell) {
    double seconds = 0;
    return table::parseTime(cell, DateOrder::dayFirst, seconds) ? seconds : std::nan("");
  };
  const Cells cells = {"2020-01-01T00:00:00.25", "2020-01-01T00:00:01.5", "2019-12-31T23:59:59"};
  const ColumnPlan plan = sketched(cells);
  // A quarter of a second is kept by a double.
  QCOMPARE(plan.origin, secondsOf(cells[0]));
  QCOMPARE(plan.stats.min, secondsOf(cells[2]));
  QCOMPARE(plan.stats.max, secondsOf(cells[1]));
  QCOMPARE(plan.sampled, (std::vector<double>{-1.25, 0, 1.25}));
  // A tenth is not: times count from the whole second before.
  const ColumnPlan tenths = sketched({"2020-01-01T00:00:02.1", "2020-01-01T00:00:03"});
  QCOMPARE(tenths.origin, secondsOf("2020-01-01T00:00:02"));
}

void ColumnSketchTest::whatWasSaidHolds() {
  const Cells cells = {"20240301", "5", "x", "2.5"};
  for (const Kind kind : {Kind::category, Kind::text, Kind::time, Kind::boolean})
    QCOMPARE(sketched(cells, {.kind = kind}).kind, kind);
  // A number is a date only where somebody says so.
  QCOMPARE(sketched({"20240301"}).kind, Kind::integer);
  QCOMPARE(sketched({"20240301"}, {.kind = Kind::time}).misfits, std::uint64_t{0});
  // Decimals that are all whole are whole numbers; words do not fit.
  const ColumnPlan whole = sketched({"1", "2", "x"}, {.kind = Kind::decimal});
  QCOMPARE(whole.kind, Kind::integer);
  QCOMPARE(whole.misfits, std::uint64_t{1});
  QCOMPARE(sketched(cells, {.kind = Kind::decimal}).kind, Kind::decimal);
  for (const Kind kind : {Kind::decimal, Kind::category}) QCOMPARE(sketched({""}, {.kind = kind}).kind, kind);
  // The first whole number with zeros before it.
  QCOMPARE(sketched({"0", "10", "-007", "00501"}).zeroLed, std::string("-007"));
  QVERIFY(sketched({"0", "10", "-7", "0.5"}).zeroLed.empty());
}

MASU_TEST(ColumnSketchTest)
#include "column_sketch_test.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/table/parse/record_filter.h"

#include <QTest>
#include <string>

#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::ingest;
using table::Kind;
using table::Role;

namespace {

/// A table of five columns from two files, and an expression.
ImportPlan planOf(const std::string& where) {
  ImportPlan plan;
  const auto add = [&](const char* name, Role role, Kind kind) {
    ColumnPlan& column = plan.columns.emplace_back();
    column.name = name;
    column.role = role;
    column.kind = kind;
  };
  add("age", Role::feature, Kind::integer);
  add("city", Role::category, Kind::category);
  add("member", Role::feature, Kind::boolean);
  add("day", Role::feature, Kind::time);
  add("note", Role::kept, Kind::text);
  plan.sources.resize(2);
  plan.sources[0].path = "a.csv";
  plan.sources[1].path = "b.csv";
  plan.options.table.where = where;
  plan.options.labels = {"city"};
  return plan;
}

const std::string kRecords =
    "30,Oslo,yes,2024-01-02, hm \n"
    "?,Rome,no,2024-03-04,\n"
    "45,,true,,so\n"
    "old,Oslo,maybe,someday,NA\n"
    "50\n";

/// A digit a record, 1 where it passes, with a mark where a cell that was asked for is not of its column's kind.
std::string passing(const ImportPlan& plan, const std::vector<std::size_t>& fields = {0, 1, 2, 3, 4},
                    std::uint32_t source = 0) {
  auto filter = RecordFilter::compile(plan);
  if (!filter) return filter.error().message.english();
  const csv::Dialect dialect;
  csv::Tokenizer tokenizer{csv::Marks(dialect)};
  csv::CellParser cells(dialect);
  tokenizer.tokenize(kRecords);
  filter->begin(source, fields);
  std::size_t records = 0;
  for (csv::Tokenizer::Record record; tokenizer.next(record); ++records) filter->add(&record, cells);
  filter->add(nullptr, cells);
  filter->apply();
  std::string text;
  for (std::size_t i = 0; i <= records; ++i) {
    text += filter->passes(i) ? "1" : "0";
    if (filter->isFaulty(i)) text += "!";
  }
  return text;
}

std::string passing(const std::string& where) {
  return passing(planOf(where));
}

}  // namespace

/// Which records of a block an import takes, before anything else of them is read.
class RecordFilterTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  /// The last is one that cannot be read: it keeps its place, with nothing in it.
  void numbersAreComparedAndMissingOnesAreNot() {
    QCOMPARE(passing("age > 40"), std::string("0010!10"));
    QCOMPARE(passing("age = missing"), std::string("0101!01"));
  }

  void wordsAndTheLabelAreTexts() {
    QCOMPARE(passing("city == 'Oslo'"), std::string("100100"));
    QCOMPARE(passing("label == 'Rome'"), std::string("010000"));
    QCOMPARE(passing("city = missing"), std::string("001011"));
  }

  void booleansAndTimesHaveTheirSpellings() {
    QCOMPARE(passing("member == 1"), std::string("1010!00"));
    QCOMPARE(passing("day >= '2024-02-01'"), std::string("0100!00"));
  }

  /// A time of day is not a moment of 1970 among dates, nor a date one of a day.
  void datesAndTimesOfDayAreNotCompared() {
    ImportPlan plan = planOf("day >= '12:30'");
    plan.columns[3].forms.times = table::TimeKind::dated;
    QVERIFY(passing(plan).find("such as \"2024-03-01 12:00\", not with 12:30") != std::string::npos);
    plan.columns[3].forms.times = table::TimeKind::ofDay;
    QCOMPARE(passing(plan), std::string("0!0!00!00"));
    plan.options.table.where = "day >= '2024-02-01'";
    QVERIFY(passing(plan).find("such as \"12:00\", not with 2024-02-01") != std::string::npos);
  }

  /// Text keeps its blanks, and what is missing elsewhere is a word in it.
  void keptTextStandsAsItIs() {
    QCOMPARE(passing("note == ' hm '"), std::string("100000"));
    QCOMPARE(passing("note == 'NA'"), std::string("000100"));
    QCOMPARE(passing("note = missing"), std::string("010011"));
  }

  /// A cell that was not asked for is none of the filter's business.
  void onlyWhatIsAskedForIsRead() {
    QCOMPARE(passing("note == 'so'"), std::string("001000"));
    QCOMPARE(passing("age == 50 or city == 'Rome'"), std::string("0100!10"));
  }

  void theSourceIsItsFile() {
    QCOMPARE(passing(planOf("source == 'b.csv'"), {0, 1, 2, 3, 4}, 1), std::string("111111"));
    QCOMPARE(passing("source == 'b.csv'"), std::string("000000"));
  }

  /// Columns of a file may stand elsewhere, or not be there.
  void cellsAreFoundByTheirFields() {
    const std::size_t none = RecordFilter::kNoField;
    QCOMPARE(passing(planOf("city == '30'"), {none, 0, none, none, none}), std::string("100000"));
    QCOMPARE(passing(planOf("age = missing"), {none, 0, none, none, none}), std::string("111111"));
  }

  void wholeNumbersBeyondDoublesAreComparedByDigits() {
    ImportPlan plan = planOf("age == '30'");
    plan.columns[0].stats.add(0x1p53);
    QCOMPARE(passing(plan), std::string("100000"));
  }

  void whatCannotBeAskedIsRefused() {
    for (const char* name : {"sample", "position", "split", "group"}) {
      QCOMPARE(passing(std::string(name) + " == 1"),
               std::string("What ") + name +
                   " is shows only when the import is done: filter by columns or the source.");
    }
    const auto unknown = RecordFilter::compile(planOf("town == 'Oslo'"));
    QVERIFY(!unknown);
    QVERIFY(unknown.error().message.english().find("town") != std::string::npos);
    QVERIFY(!RecordFilter::compile(planOf("age >")));
  }
};

MASU_TEST(RecordFilterTest)
#include "record_filter_test.moc"

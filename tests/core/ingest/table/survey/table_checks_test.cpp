// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/table/survey/table_checks.h"

#include <QTest>
#include <functional>

#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::ingest;
using table::Kind;
using table::Role;

namespace {

using Change = std::function<void(ImportPlan&)>;

/// A column for each purpose.
ImportPlan goodPlan() {
  ImportPlan plan;
  plan.sources = {{"a.csv", 100, 0, "00", 0}};
  const auto add = [&](const char* name, Role role, Kind kind) {
    ColumnPlan& column = plan.columns.emplace_back();
    column.name = name;
    column.role = role;
    column.kind = kind;
  };
  add("x", Role::feature, Kind::decimal);
  add("colour", Role::category, Kind::category);
  add("y", Role::label, Kind::category);
  add("w", Role::weight, Kind::decimal);
  add("note", Role::kept, Kind::text);
  add("nothing", Role::ignored, Kind::empty);
  plan.options.labels = {"y"};
  plan.options.weight = "w";
  plan.target = store::Target::classes;
  plan.classes = {"no", "yes"};
  return plan;
}

/// "" where nothing speaks against it, else the name of the code and the sentence.
std::string said(const Result<void>& checked) {
  return checked ? std::string() : std::string(name(checked.error().code)) + ": " + checked.error().message.english();
}

void only(ImportPlan& plan, Role role, Kind kind) {
  for (ColumnPlan& column : plan.columns) column.role = Role::ignored;
  plan.columns[0].role = role;
  plan.columns[0].kind = kind;
  plan.options.labels.clear();
  plan.options.weight.clear();
  plan.target = store::Target::none;
}

Change missingRule(const char* column, MissingPolicy policy) {
  return [=](ImportPlan& plan) { plan.options.table.columnMissing = {{column, {policy, 0}}}; };
}

struct Case {
  const char* sentence;  ///< its beginning; "": nothing speaks against it
  Change change;
};

/// What both an import and a recipe are refused for.
const std::vector<Case> kCases = {
    {"", [](ImportPlan&) {}},
    {"invalid_argument: Column x has text such as red,",
     [](ImportPlan& plan) { plan.columns[0].kind = Kind::text, plan.columns[0].values = {"red", "blue"}; }},
    {"invalid_argument: Column w has text", [](ImportPlan& plan) { plan.columns[3].kind = Kind::text; }},
    {"", [](ImportPlan& plan) { plan.columns[0].kind = Kind::empty; }},
    {"unsupported: Groups of a table", [](ImportPlan& plan) { plan.columns[4].role = Role::group; }},
    {"invalid_argument: a.csv has no column left to learn from: its columns are x, colour, y, w, note, nothing.",
     [](ImportPlan& plan) { only(plan, Role::ignored, Kind::decimal); }},
    // There is something to browse.
    {"", [](ImportPlan& plan) { only(plan, Role::kept, Kind::text); }},
    {"", [](ImportPlan& plan) { only(plan, Role::category, Kind::integer); }},
    {"not_found: There is no column X1 in a.csv",
     [](ImportPlan& plan) { plan.options.table.kinds = {{"x", Kind::decimal}, {"X1", Kind::decimal}}; }},
    {"not_found: There is no column X1 in a.csv", missingRule("X1", MissingPolicy::zero)},
    {"", [](ImportPlan& plan) { plan.options.table.where = "x > 3"; }},
    {"", missingRule("x", MissingPolicy::mean)},
    {"", missingRule("x", MissingPolicy::drop)},
    {"", missingRule("colour", MissingPolicy::nan)},
    {"", missingRule("colour", MissingPolicy::drop)},
    {"invalid_argument: Column colour is a category, whose missing cells", missingRule("colour", MissingPolicy::zero)},
    {"", missingRule("y", MissingPolicy::nan)},
    {"invalid_argument: Column y is label, and a rule for missing", missingRule("y", MissingPolicy::drop)},
    {"invalid_argument: Column w is weight, and a rule for missing", missingRule("w", MissingPolicy::constant)},
    {"invalid_argument: Column note is kept, and a rule for missing", missingRule("note", MissingPolicy::mean)},
    {"", [](ImportPlan& plan) { plan.options.table.classMap = {{"a", "yes"}, {"b", "yes"}}; }},
    {"invalid_argument: --class-map names the class a twice",
     [](ImportPlan& plan) { plan.options.table.classMap = {{"a", "yes"}, {"b", "no"}, {"a", "no"}}; }},
    {"invalid_argument: --class-map gives the class b no name",
     [](ImportPlan& plan) { plan.options.table.classMap = {{"a", "yes"}, {"b", ""}}; }},
};

/// What cannot be of a plan that Masu proposes, but may be of a recipe that was edited.
const std::vector<Case> kRecipeCases = {
    {"not_found: There is no column z", [](ImportPlan& plan) { plan.options.labels = {"z"}; }},
    {"format: The recipe cannot be used: it names x as label, and its columns say feature.",
     [](ImportPlan& plan) { plan.options.labels = {"y", "x"}; }},
    {"format: The recipe cannot be used: its column y is label, and is not listed as such.",
     [](ImportPlan& plan) { plan.options.labels.clear(); }},
    {"format: The recipe cannot be used: it names x as weight", [](ImportPlan& plan) { plan.options.weight = "x"; }},
    {"format: The recipe cannot be used: its column w is weight,",
     [](ImportPlan& plan) { plan.options.weight.clear(); }},
    {"format: The recipe cannot be used: its target and its labels",
     [](ImportPlan& plan) { plan.target = store::Target::none; }},
    {"format: The recipe cannot be used: it counts class a as maybe,",
     [](ImportPlan& plan) { plan.options.table.classMap = {{"a", "maybe"}}; }},
};

void verify(const std::vector<Case>& cases, Result<void> (*check)(const ImportPlan&)) {
  for (const Case& one : cases) {
    ImportPlan plan = goodPlan();
    one.change(plan);
    const std::string sentence = said(check(plan));
    const bool fits = *one.sentence == '\0' ? sentence.empty() : sentence.starts_with(one.sentence);
    QVERIFY2(fits, (std::string(one.sentence) + " / " + sentence).c_str());
  }
}

}  // namespace

/// What a plan of a table says goes together, or is refused in a sentence that names what does not.
class TableChecksTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void namesRolesAndRulesGoTogether() { verify(kCases, checkTable); }

  void aRecipeHasToHaveAllOfThatAndAgreeWithItself() {
    verify(kCases, checkBoundTable);
    verify(kRecipeCases, checkBoundTable);
  }

  void aFilterHasToMakeSense() {
    for (const char* where : {"nowhere > 3", "x >"}) {
      ImportPlan plan = goodPlan();
      plan.options.table.where = where;
      QVERIFY2(!checkTable(plan), where);
      QVERIFY2(!checkBoundTable(plan), where);
    }
  }

  /// A class that is to become another one is there, if all classes were seen.
  void mergedClassesAreThere() {
    ImportPlan plan = goodPlan();
    ColumnPlan& label = plan.columns[2];
    label.values = {"no", "yes", "maybe"};
    label.distinct = 3;
    plan.sourceBytes = plan.surveyedBytes = 100;
    plan.options.table.classMap = {{"maybe", "no"}};
    QCOMPARE(said(checkClassMap(plan, label)), std::string());
    plan.options.table.classMap.push_back({"perhaps", "yes"});
    QCOMPARE(said(checkClassMap(plan, label)),
             std::string("not_found: There is no class perhaps in y that could become yes; its classes are no, yes."));
    // Others may be in what was not looked at, or beyond the values that are kept.
    plan.surveyedBytes = 99;
    QCOMPARE(said(checkClassMap(plan, label)), std::string());
    plan.surveyedBytes = 100;
    label.distinct = 1000;
    QCOMPARE(said(checkClassMap(plan, label)), std::string());
  }

  void jsonLinesTakeNoOptionsOfText() {
    const std::pair<const char*, std::function<void(TableOptions&)>> options[] = {
        {"--quote", [](TableOptions& asked) { asked.quote = '\0'; }},
        {"--escape", [](TableOptions& asked) { asked.escape = '\\'; }},
        {"--decimal", [](TableOptions& asked) { asked.decimal = '.'; }},
        {"--thousands", [](TableOptions& asked) { asked.thousands = '\0'; }},
        {"--header", [](TableOptions& asked) { asked.header = true; }},
        {"--no-header", [](TableOptions& asked) { asked.header = false; }},
        {"--comment", [](TableOptions& asked) { asked.comment = '#'; }},
        {"--skip", [](TableOptions& asked) { asked.skipLines = 0; }},
        {"--ragged", [](TableOptions& asked) { asked.ragged = Ragged::pad; }},
    };
    for (const auto& [option, ask] : options) {
      TableOptions asked;
      ask(asked);
      const std::string expected = std::string("invalid_argument: b.jsonl holds JSON Lines, which ") + option + " does";
      const std::string sentence = said(checkJsonOptions(asked, "b.jsonl"));
      QVERIFY2(sentence.starts_with(expected), sentence.c_str());
    }
    // What holds for any text, or for columns.
    TableOptions asked;
    asked.encoding = "UTF-8";
    asked.missingMarkers = {{"-"}};
    asked.longestRecord = 2048;
    asked.where = "x > 3";
    QCOMPARE(said(checkJsonOptions(asked, "b.jsonl")), std::string());
  }
};

MASU_TEST(TableChecksTest)
#include "table_checks_test.moc"

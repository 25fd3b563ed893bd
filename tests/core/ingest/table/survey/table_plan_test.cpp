// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/table/survey/table_plan.h"

#include <algorithm>
#include <string>
#include <vector>

#include "tests/fixtures/table_import.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::ingest;
using table::Kind;
using table::Role;
using Names = std::vector<std::string>;

namespace {

/// A column of each kind, named after it, with the roles that Masu proposes.
ImportPlan planOfKinds() {
  ImportPlan plan;
  for (int i = 0; i <= static_cast<int>(Kind::empty); ++i) {
    ColumnPlan& column = plan.columns.emplace_back();
    column.kind = static_cast<Kind>(i);
    column.name = table::name(column.kind);
  }
  proposeRoles(plan);
  return plan;
}

ColumnPlan& columnOf(ImportPlan& plan, const std::string& name) {
  return *std::ranges::find(plan.columns, name, &ColumnPlan::name);
}

std::string nameOf(ImportPlan& plan, const std::string& column) {
  return std::string(table::name(columnOf(plan, column).role));
}

}  // namespace

/// What the columns of a table are for, and what its label is.
class TablePlanTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void numbersAreFeaturesAndWordsCategories() {
    ImportPlan plan = planOfKinds();
    for (const ColumnPlan& column : plan.columns) {
      const Role expected = table::isNumeric(column.kind)     ? Role::feature
                            : column.kind == Kind::category ? Role::category
                                                            : Role::ignored;
      QCOMPARE(table::name(column.role), table::name(expected));
    }
  }

  /// A name that leaves a list has its proposed role again; what was edited by hand stays.
  void aRoleGoesWithItsList() {
    ImportPlan plan = planOfKinds();
    columnOf(plan, "decimal").role = Role::ignored;
    ImportOptions now = plan.options;
    now.labels = {"category"};
    now.weight = "integer";
    now.table.keep = {"time"};
    QVERIFY(applyTableOptions(plan, now));
    QCOMPARE(nameOf(plan, "category"), std::string("label"));
    QCOMPARE(nameOf(plan, "integer"), std::string("weight"));
    QCOMPARE(nameOf(plan, "time"), std::string("kept"));
    QCOMPARE(nameOf(plan, "decimal"), std::string("ignored"));
    now = plan.options;
    now.labels = {"boolean"};
    now.weight.clear();
    now.table.keep.clear();
    QVERIFY(applyTableOptions(plan, now));
    QCOMPARE(nameOf(plan, "category"), std::string("category"));
    QCOMPARE(nameOf(plan, "boolean"), std::string("label"));
    QCOMPARE(nameOf(plan, "integer"), std::string("feature"));
    QCOMPARE(nameOf(plan, "time"), std::string("feature"));
    QCOMPARE(nameOf(plan, "decimal"), std::string("ignored"));
  }

  /// Whichever of the two was edited.
  void listsSayWhatRolesSay() {
    ImportPlan plan = planOfKinds();
    columnOf(plan, "integer").role = Role::kept;
    columnOf(plan, "text").role = Role::kept;
    columnOf(plan, "time").role = Role::weight;
    columnOf(plan, "decimal").role = Role::label;
    columnOf(plan, "category").role = Role::label;
    ImportOptions now = plan.options;
    now.labels = {"decimal"};
    QVERIFY(applyTableOptions(plan, now));
    QCOMPARE(plan.options.labels, (Names{"decimal", "category"}));
    QCOMPARE(plan.options.table.keep, Names{"integer"});
    QCOMPARE(plan.options.table.text, Names{"text"});
    QCOMPARE(plan.options.weight, std::string("time"));
  }

  void textIsForAWhile() {
    ImportPlan plan = planOfKinds();
    ColumnPlan& integer = columnOf(plan, "integer");
    integer.histogram = {1, 2};
    ColumnPlan& category = columnOf(plan, "category");
    category.values = {"a", "b"};
    category.distinct = 2;
    ImportOptions now = plan.options;
    now.table.text = {"integer", "category"};
    QVERIFY(applyTableOptions(plan, now));
    for (const ColumnPlan* column : {&integer, &category}) {
      QVERIFY(column->kind == Kind::text && column->role == Role::kept);
    }
    now.table.text = {};
    QVERIFY(applyTableOptions(plan, now));
    QVERIFY(integer.kind == Kind::integer && integer.role == Role::feature);
    QVERIFY(category.kind == Kind::category && category.role == Role::category);
  }

  void allTextsAreAllButThoseWithAnotherPurpose() {
    ImportPlan plan = planOfKinds();
    ImportOptions now = plan.options;
    now.table.text = {"all"};
    now.labels = {"category"};
    now.table.keep = {"decimal"};
    now.weight = "integer";
    QVERIFY(applyTableOptions(plan, now));
    QCOMPARE(nameOf(plan, "category"), std::string("label"));
    QCOMPARE(nameOf(plan, "integer"), std::string("weight"));
    QVERIFY(columnOf(plan, "decimal").kind == Kind::decimal);
    for (const char* name : {"boolean", "time", "text", "empty"}) {
      QVERIFY2(columnOf(plan, name).kind == Kind::text && columnOf(plan, name).role == Role::kept, name);
    }
  }

  /// Digits that numbers lose are kept as text.
  void keptNumbersKeepTheirDigits() {
    ImportPlan plan = planOfKinds();
    columnOf(plan, "integer").zeroLed = "00501";
    ImportOptions now = plan.options;
    now.table.keep = {"integer"};
    QVERIFY(applyTableOptions(plan, now));
    QVERIFY(columnOf(plan, "integer").kind == Kind::text);
    QCOMPARE(plan.options.table.text, Names{"integer"});
    QVERIFY(plan.options.table.keep.empty());
    // Who says that it is a number wants one.
    ImportPlan stated = planOfKinds();
    columnOf(stated, "integer").zeroLed = "00501";
    now.table.kinds = {{"integer", Kind::integer}};
    QVERIFY(applyTableOptions(stated, now));
    QVERIFY(columnOf(stated, "integer").kind == Kind::integer);
  }

  /// A recipe says it of the column itself, which other options do not change.
  void whatIsRoundedStaysSo() {
    ImportPlan plan = planOfKinds();
    columnOf(plan, "integer").rounded = true;
    ImportOptions now = plan.options;
    now.table.keep = {"time"};
    QVERIFY(applyTableOptions(plan, now));
    QVERIFY(columnOf(plan, "integer").rounded && !columnOf(plan, "decimal").rounded);
  }

  void namesThatAreNoColumnsAreRefused() {
    const auto isRefused = [](auto ask) {
      ImportPlan plan = planOfKinds();
      ImportOptions now = plan.options;
      ask(now);
      const auto applied = applyTableOptions(plan, now);
      return !applied && applied.error().code == Errc::notFound;
    };
    QVERIFY(isRefused([](ImportOptions& now) { now.labels = {"nothing like it"}; }));
    QVERIFY(isRefused([](ImportOptions& now) { now.weight = "nothing like it"; }));
    QVERIFY(isRefused([](ImportOptions& now) { now.table.keep = {"nothing like it"}; }));
    QVERIFY(isRefused([](ImportOptions& now) { now.table.text = {"nothing like it"}; }));
  }

  void theLabelDecidesTheTarget() {
    QVERIFY(planOf("1.5\n2.5\n0.5\n")->target == store::Target::values);
    const auto words = planOf("10\nx\n9\n9\n");
    QVERIFY(words && words->target == store::Target::classes);
    // Numbers by their value, then words.
    QCOMPARE(words->classes, (Names{"9", "10", "x"}));
    const auto numbers = planOf("10\n9\n-1\n");
    QVERIFY(numbers && numbers->target == store::Target::classes);
    QCOMPARE(numbers->classes, (Names{"-1", "9", "10"}));
    QVERIFY(planOf("10\n9\n-1\n", store::Target::values)->target == store::Target::values);
  }

  void labelsThatCannotBeLearnedAreRefused() {
    QCOMPARE(sentenceOf(planOf("\n\n")), std::string("The label column y is empty. Choose another label."));
    QCOMPARE(sentenceOf(planOf("a\na\nb\n", store::Target::values)),
             std::string("The label column y has text such as a, which is not a value to predict. Import it as "
                         "classes."));
    QVERIFY(sentenceOf(planOf("a\nb\n", store::Target::none, {"y", "f"}))
                .starts_with("Several label columns are read as values, but y holds classes."));
  }

 private:
  /// Of a table of two features and these labels.
  Result<ImportPlan> planOf(const std::string& labels, store::Target target = store::Target::none,
                            const Names& names = {"y"}) {
    std::string text = "f,g,y\n";
    for (std::size_t at = 0, row = 0; at < labels.size(); ++row) {
      const std::size_t end = labels.find('\n', at);
      text += std::to_string(row) + ".5," + std::to_string(3 * row) + "," + labels.substr(at, end - at) + "\n";
      at = end + 1;
    }
    TableImport import;
    import.options.sources = {m_folder.write("t.csv", text)};
    import.options.labels = names;
    import.options.target = target;
    return import.survey();
  }

  TableFolder m_folder;
};

MASU_TEST(TablePlanTest)
#include "table_plan_test.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/table/survey/column_binding.h"

#include <QTest>
#include <algorithm>

#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::ingest;
using table::DateOrder;
using table::Kind;
using table::Role;
using Names = std::vector<std::string>;

namespace {

ImportPlan planOf(const Names& names) {
  ImportPlan plan;
  plan.sources = {{"new.csv", 100, 0, "00", 0}};
  plan.table().fields = {{true, {}}};
  for (const std::string& name : names) {
    ColumnPlan& column = plan.columns.emplace_back();
    column.name = name;
    column.values = {"found in " + name};
  }
  return plan;
}

/// What a model learned from.
ImportPlan knownPlan() {
  ImportPlan known = planOf({"x", "colour", "y", "w", "note"});
  const std::pair<Role, Kind> choices[] = {{Role::feature, Kind::integer},
                                           {Role::category, Kind::category},
                                           {Role::label, Kind::category},
                                           {Role::weight, Kind::decimal},
                                           {Role::kept, Kind::text}};
  for (std::size_t i = 0; i < std::size(choices); ++i) {
    std::tie(known.columns[i].role, known.columns[i].kind) = choices[i];
    known.columns[i].values = {"found before"};
  }
  known.target = store::Target::classes;
  known.classes = {"no", "yes"};
  known.dtype = table::DType::i16;
  return known;
}

Names namesOf(const std::vector<ColumnPlan>& columns) {
  Names names;
  for (const ColumnPlan& column : columns) names.push_back(column.name);
  return names;
}

/// The names of a source's fields, as the plan has them now.
Names fieldsOf(const ImportPlan& plan, std::size_t source) {
  Names names;
  for (const std::uint32_t column : plan.table().fields[source].columns) names.push_back(plan.columns[column].name);
  return names;
}

std::string sentenceOf(const Result<void>& result) {
  return result ? std::string() : result.error().message.english();
}

bool holds(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

/// Columns of other sources are found again by their names, with what they are for.
class ColumnBindingTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void anyOrderOfTheColumnsWillDo() {
    const ImportPlan known = knownPlan();
    const Names order = namesOf(known.columns);
    Names names = order;
    std::ranges::sort(names);
    do {
      ImportPlan plan = planOf(names);
      // A second file, which has fewer columns, in an order of its own.
      plan.table().fields.push_back({true, {3, 0}});
      const Names second = {names[3], names[0]};
      QVERIFY(bindColumns(plan, known, Binding::all));
      QCOMPARE(namesOf(plan.columns), order);
      QCOMPARE(fieldsOf(plan, 0), names);
      QCOMPARE(fieldsOf(plan, 1), second);
      for (std::size_t i = 0; i < order.size(); ++i) {
        QVERIFY(plan.columns[i].role == known.columns[i].role && plan.columns[i].kind == known.columns[i].kind);
        QCOMPARE(plan.columns[i].values, Names{"found in " + order[i]});
      }
    } while (std::ranges::next_permutation(names).found);
  }

  void choicesOfTheRecipeHold() {
    ImportPlan known = knownPlan();
    known.columns[0].rounded = true;
    known.columns[0].steps = downcast::Affine{0.5F, 3};
    known.columns[0].origin = 86400;
    ImportPlan plan = planOf(namesOf(known.columns));
    plan.columns[0].origin = 5;
    QVERIFY(bindColumns(plan, known, Binding::all));
    QVERIFY(plan.columns[0].rounded && plan.columns[0].steps == known.columns[0].steps);
    QCOMPARE(plan.columns[0].origin, 86400.0);
    QVERIFY(plan.target == known.target && plan.dtype == known.dtype);
    QCOMPARE(plan.classes, known.classes);
    QVERIFY(plan.notes.empty());
  }

  void otherColumnsAreNamed() {
    ImportPlan plan = planOf({"x", "y", "w", "colours", "note"});
    const std::string other = sentenceOf(bindColumns(plan, knownPlan(), Binding::all));
    QVERIFY2(holds(other, "Missing: colour. Unknown: colours."), other.c_str());
    plan = planOf({"x", "colour", "y", "w", "note", "z"});
    const std::string more = sentenceOf(bindColumns(plan, knownPlan(), Binding::all));
    QVERIFY2(holds(more, "Missing: –. Unknown: z."), more.c_str());
    plan = planOf({"x", "colour", "y", "w"});
    const std::string fewer = sentenceOf(bindColumns(plan, knownPlan(), Binding::all));
    QVERIFY2(holds(fewer, "Missing: note. Unknown: –."), fewer.c_str());
    // Of many the first few, each by its beginning, and how many there are.
    Names many;
    for (char letter = 'a'; letter <= 'z'; ++letter) many.push_back(std::string(500, letter));
    plan = planOf(many);
    const std::string sentence = sentenceOf(bindColumns(plan, knownPlan(), Binding::all));
    QVERIFY2(sentence.size() < 2000 && holds(sentence, " (26)") && !holds(sentence, "zz"), sentence.c_str());
  }

  /// A source of predictions has the inputs; whatever else it has is passed over.
  void predictionsNeedTheInputsAlone() {
    for (const Names& names : {Names{"colour", "extra", "x"}, Names{"y", "x", "extra", "note", "colour", "w"}}) {
      ImportPlan plan = planOf(names);
      plan.columns[1].kind = Kind::empty;
      QVERIFY(bindColumns(plan, knownPlan(), Binding::inputs));
      QCOMPARE(fieldsOf(plan, 0), names);
      QCOMPARE(plan.columns.size(), names.size());
      QCOMPARE(namesOf(plan.columns).front(), std::string("x"));
      for (const ColumnPlan& column : plan.columns) {
        const Role expected = column.name == "x"        ? Role::feature
                              : column.name == "colour" ? Role::category
                                                        : Role::ignored;
        QVERIFY2(column.role == expected, column.name.c_str());
        // What is left out is not watched for values either.
        QVERIFY2(column.kind != Kind::empty, column.name.c_str());
      }
      QVERIFY(plan.target == store::Target::none && plan.classes.empty() && plan.dtype == table::DType::i16);
    }
    ImportPlan lacking = planOf({"x", "y"});
    const std::string sentence = sentenceOf(bindColumns(lacking, knownPlan(), Binding::inputs));
    QVERIFY2(holds(sentence, "new.csv lacks 1 of the columns that the model learned from: colour."), sentence.c_str());
    QVERIFY2(holds(sentence, "names x, y."), sentence.c_str());
  }

  /// Without names columns are known by their place.
  void aLabelAloneMayBeMissingWithoutAHeader() {
    ImportPlan plan = planOf({"1", "2", "3", "4"});
    plan.table().dialect.header = false;
    QVERIFY(bindColumns(plan, knownPlan(), Binding::inputs));
    QCOMPARE(fieldsOf(plan, 0), (Names{"x", "colour", "w", "note"}));
    QCOMPARE(plan.notes.size(), std::size_t{1});
    QCOMPARE(plan.columns[1].values, Names{"found in 2"});
    for (const Names& names : {Names{"1", "2", "3"}, Names{"1", "2", "3", "4", "5", "6"}}) {
      ImportPlan other = planOf(names);
      other.table().dialect.header = false;
      const std::string sentence = sentenceOf(bindColumns(other, knownPlan(), Binding::inputs));
      const std::string count = std::to_string(names.size());
      QVERIFY2(holds(sentence, "no header and " + count + " columns; the model learned from 5."), sentence.c_str());
    }
  }

  void datesAreReadInTheOrderThatIsKnown_data() {
    constexpr DateOrder kDay = DateOrder::dayFirst;
    constexpr DateOrder kMonth = DateOrder::monthFirst;
    constexpr DateOrder kYear = DateOrder::yearFirst;
    QTest::addColumn<DateOrder>("known");
    QTest::addColumn<bool>("anyBefore");  // the dates of the recipe were the same in any order
    QTest::addColumn<QString>("now");     // what the dates of the source show
    QTest::addColumn<DateOrder>("order");
    QTest::addColumn<QString>("note");
    // The source's own dates are of dayFirst.
    QTest::newRow("the same is shown") << kDay << false << "shown" << kDay << "";
    QTest::newRow("another is shown") << kMonth << false << "shown" << kDay << "and not in mdy as in the recipe";
    QTest::newRow("nothing is shown") << kMonth << false << "open" << kMonth << "in that of the recipe or dataset, mdy";
    QTest::newRow("any order will do") << kMonth << false << "any" << kMonth << "";
    QTest::newRow("years were said to be first") << kYear << false << "shown" << kYear << "recipe or dataset, ymd";
    QTest::newRow("years might be first") << kMonth << false << "years" << kMonth << "recipe or dataset, mdy";
    QTest::newRow("the first that show one") << kMonth << true << "shown" << kDay << "order dmy, as some of them show;";
    QTest::newRow("still none") << kMonth << true << "open" << kDay << "show none: they are read in the order dmy";
    QTest::newRow("all the same in any") << kMonth << true << "any" << kDay << "";
  }

  void datesAreReadInTheOrderThatIsKnown() {
    QFETCH(DateOrder, known);
    QFETCH(bool, anyBefore);
    QFETCH(QString, now);
    QFETCH(DateOrder, order);
    QFETCH(QString, note);
    for (const Role role : {Role::feature, Role::ignored}) {
      ImportPlan recipe = planOf({"when"});
      recipe.columns[0].kind = Kind::time;
      recipe.columns[0].role = role;
      recipe.columns[0].dateOrder = known;
      recipe.columns[0].forms.orderless = anyBefore;
      ImportPlan plan = planOf({"when"});
      ColumnPlan& found = plan.columns[0];
      found.kind = Kind::time;
      found.dateOrder = DateOrder::dayFirst;
      found.dateOrderShown = now == "shown";
      found.dateOrderOpen = now == "open";
      found.yearFirstFits = now == "years";
      found.forms.orderless = now == "any";
      QVERIFY(bindColumns(plan, recipe, Binding::all));
      QCOMPARE(table::name(plan.columns[0].dateOrder), table::name(order));
      QCOMPARE(plan.columns[0].forms.orderless, anyBefore && now == "any");
      // Nobody needs to know it of a column that is left out.
      const std::string said = plan.notes.empty() ? std::string() : plan.notes[0].english();
      QCOMPARE(plan.notes.size(), std::size_t{note.isEmpty() || role == Role::ignored ? 0U : 1U});
      if (!plan.notes.empty()) QVERIFY2(holds(said, note.toStdString()), said.c_str());
    }
  }

  void timesAreOfTheKindThatIsKnown() {
    using table::TimeKind;
    for (const auto& [before, now, bound] : {std::tuple{TimeKind::dated, TimeKind::ofDay, TimeKind::dated},
                                             {TimeKind::ofDay, TimeKind::any, TimeKind::ofDay},
                                             {TimeKind::any, TimeKind::ofDay, TimeKind::ofDay}}) {
      ImportPlan recipe = planOf({"when"});
      recipe.columns[0].kind = Kind::time;
      recipe.columns[0].forms.times = before;
      ImportPlan plan = planOf({"when"});
      plan.columns[0].forms.times = now;
      QVERIFY(bindColumns(plan, recipe, Binding::all));
      QVERIFY(plan.columns[0].forms.times == bound);
      QVERIFY(plan.columns[0].forms.bound && !recipe.columns[0].forms.bound);
    }
  }

  void timesWithoutAZoneAreNoted() {
    ImportPlan recipe = planOf({"when"});
    recipe.columns[0].kind = Kind::time;
    ImportPlan plan = planOf({"when"});
    plan.columns[0].forms.zoneless = "12:30";
    QVERIFY(bindColumns(plan, recipe, Binding::all));
    QCOMPARE(plan.notes.size(), std::size_t{1});
    QVERIFY(holds(plan.notes[0].english(), "12:30"));
  }
};

MASU_TEST(ColumnBindingTest)
#include "column_binding_test.moc"

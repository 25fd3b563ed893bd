// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/table/parse/table_layout.h"

#include <QTest>
#include <algorithm>
#include <map>
#include <random>
#include <set>

#include "core/ingest/plan/column_rules.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::ingest;
using table::DType;
using table::Kind;
using table::Role;
using Places = std::vector<std::size_t>;

namespace {

ColumnPlan& add(ImportPlan& plan, Role role, Kind kind) {
  ColumnPlan& column = plan.columns.emplace_back();
  column.name = "c" + std::to_string(plan.columns.size() - 1);
  column.role = role;
  column.kind = kind;
  return column;
}

/// Columns of any roles and kinds that go together.
ImportPlan somePlan(std::mt19937& random) {
  constexpr Role kRoles[] = {Role::feature, Role::category, Role::label, Role::weight, Role::kept, Role::ignored};
  constexpr Kind kNumbers[] = {Kind::integer, Kind::decimal, Kind::boolean, Kind::time};
  ImportPlan plan;
  plan.target = static_cast<store::Target>(random() % 3);
  for (auto count = 1 + random() % 12; count > 0; --count) {
    const Role role = kRoles[random() % std::size(kRoles)];
    if (role == Role::label && plan.target == store::Target::none) continue;
    const bool ofValue = role == Role::label && plan.target == store::Target::values;
    const bool number = role == Role::feature || role == Role::weight || ofValue;
    add(plan, role, number ? kNumbers[random() % 4] : static_cast<Kind>(random() % 7));
  }
  return plan;
}

/// The object that a column is a part of, and its place there; "" for none.
std::pair<std::string, std::size_t> placeOf(const TableLayout& layout, const CellTarget& target) {
  const auto placeIn = [&](const auto& group) {
    return std::pair{layout.objects[group.object].name, group.columns[target.slot]};
  };
  switch (target.take) {
    case Take::number:
    case Take::time:
      return placeIn(layout.matrices[target.group]);
    case Take::word:
      return placeIn(layout.words[target.group]);
    case Take::text:
      return {"text", layout.texts[target.group]};
    case Take::watch:
      return {"watch", layout.watched[target.slot]};
    case Take::skip:
      break;
  }
  return {"", 0};
}

/// Where the cells of a column are to be found by its role.
std::string expectedPlace(const ImportPlan& plan, const ColumnPlan& column) {
  switch (column.role) {
    case Role::feature:
      return "features";
    case Role::category:
      return "categories";
    case Role::label:
      return "labels";
    case Role::weight:
      return "weights";
    case Role::kept:
      return table::isNumeric(column.kind) ? "kept/" + column.name : "text";
    case Role::ignored:
      return column.kind == Kind::empty && !hasStatedKind(plan.options.table, column.name) ? "watch" : "";
    case Role::group:
      break;
  }
  return "";
}

/// The type of an object by name; nothing where there is none.
std::optional<DType> typeOf(const TableLayout& layout, const std::string& name) {
  const auto found = std::ranges::find(layout.objects, name, &store::ObjectInfo::name);
  return found == layout.objects.end() ? std::nullopt : std::optional(found->dtype);
}

DType labelType(const std::vector<ColumnPlan>& labels) {
  ImportPlan plan;
  plan.target = store::Target::values;
  for (const ColumnPlan& label : labels) {
    plan.columns.push_back(label);
    plan.columns.back().role = Role::label;
  }
  return typeOf(layoutFor(plan), "labels").value();
}

ColumnPlan numbers(Kind kind, std::vector<double> sampled, bool wide = false) {
  ColumnPlan column;
  column.kind = kind;
  column.sampled = std::move(sampled);
  column.wide = wide;
  return column;
}

}  // namespace

/// Which object every cell of a table becomes a part of, and as what.
class TableLayoutTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void everyColumnHasOnePlaceByItsRole() {
    std::mt19937 random(3);
    for (int round = 0; round < 300; ++round) {
      const ImportPlan plan = somePlan(random);
      const TableLayout layout = layoutFor(plan);
      QCOMPARE(layout.targets.size(), plan.columns.size());
      std::map<std::string, Places> columns;
      for (std::size_t i = 0; i < plan.columns.size(); ++i) {
        const auto [name, column] = placeOf(layout, layout.targets[i]);
        QCOMPARE(name, expectedPlace(plan, plan.columns[i]));
        if (name.empty()) continue;
        QCOMPARE(column, i);
        columns[name].push_back(i);
      }
      // In source order, and nothing else.
      std::set<std::string> objects = {"origin"};
      for (const MatrixLayout& matrix : layout.matrices) {
        const store::ObjectInfo& object = layout.objects[matrix.object];
        QVERIFY(matrix.columns == columns[object.name] && matrix.dtype == object.dtype);
        QVERIFY(objects.insert(object.name).second);
      }
      for (const WordsLayout& words : layout.words) {
        QVERIFY(words.columns == columns[layout.objects[words.object].name]);
        QVERIFY(objects.insert(layout.objects[words.object].name).second);
      }
      QVERIFY(layout.texts == columns["text"] && layout.watched == columns["watch"]);
      QCOMPARE(layout.objects.size(), objects.size());
      QCOMPARE(layout.objects[layout.originObject].name, std::string("origin"));
    }
  }

  void objectsHaveAColumnForEachOfTheirs() {
    ImportPlan plan;
    plan.target = store::Target::values;
    plan.dtype = DType::f16;
    plan.options.compression = store::Compression::zstd;
    for (const Role role : {Role::feature, Role::label, Role::feature, Role::weight, Role::kept, Role::category})
      add(plan, role, Kind::decimal);
    const auto shapes = [](const TableLayout& layout) {
      std::map<std::string, std::vector<std::uint64_t>> found;
      for (const store::ObjectInfo& object : layout.objects) found[object.name] = object.sampleShape;
      return found;
    };
    // One column is a row of one, but a label is then a value.
    std::map<std::string, std::vector<std::uint64_t>> expected = {
        {"features", {2}}, {"categories", {1}}, {"labels", {}}, {"weights", {}}, {"kept/c4", {}}, {"origin", {}}};
    const TableLayout layout = layoutFor(plan);
    QVERIFY(shapes(layout) == expected);
    for (const store::ObjectInfo& object : layout.objects) QVERIFY(object.compression == store::Compression::zstd);
    QVERIFY(typeOf(layout, "features") == DType::f16 && typeOf(layout, "weights") == DType::f32);
    QVERIFY(typeOf(layout, "kept/c4") == DType::f64);
    add(plan, Role::label, Kind::decimal);
    expected["labels"] = {2};
    QVERIFY(shapes(layoutFor(plan)) == expected);
  }

  void missingCellsAreTreatedByRoleAndRule() {
    const std::pair<MissingRule, OnMissing> rules[] = {{{MissingPolicy::nan, 0}, OnMissing::keep},
                                                       {{MissingPolicy::mean, 0}, OnMissing::keep},
                                                       {{MissingPolicy::zero, 9}, OnMissing::fill},
                                                       {{MissingPolicy::constant, -3}, OnMissing::fill},
                                                       {{MissingPolicy::drop, 0}, OnMissing::drop}};
    for (const bool ofOne : {false, true}) {
      for (const auto& [rule, expected] : rules) {
        ImportPlan plan;
        plan.target = store::Target::classes;
        for (const Role role : {Role::feature, Role::category, Role::label, Role::weight, Role::kept, Role::feature})
          add(plan, role, role == Role::label || role == Role::category ? Kind::category : Kind::decimal);
        if (ofOne) {
          for (const char* name : {"c0", "c1"}) plan.options.table.columnMissing.push_back({name, rule});
        } else {
          plan.options.missing = rule.policy;
          plan.options.missingConstant = rule.constant;
        }
        const std::vector<CellTarget> targets = layoutFor(plan).targets;
        QVERIFY(targets[0].onMissing == expected);
        QCOMPARE(targets[0].fill, rule.policy == MissingPolicy::constant ? -3.0 : 0.0);
        // No number fills a category.
        QVERIFY(targets[1].onMissing == (expected == OnMissing::drop ? OnMissing::drop : OnMissing::keep));
        QVERIFY(targets[2].onMissing == OnMissing::reject && targets[3].onMissing == OnMissing::reject);
        QVERIFY(targets[4].onMissing == OnMissing::keep);
        QVERIFY(targets[5].onMissing == (ofOne ? OnMissing::keep : expected));
        QVERIFY(targets[3].weight && !targets[0].weight);
      }
    }
  }

  void valuesToPredictAreAsWideAsTheyNeedToBe() {
    constexpr double kFloat = 16777216;  // 2^24: from here on floats skip whole numbers
    QVERIFY(labelType({numbers(Kind::decimal, {})}) == DType::f32);
    QVERIFY(labelType({numbers(Kind::decimal, {0.5, kFloat})}) == DType::f32);
    QVERIFY(labelType({numbers(Kind::decimal, {0.1})}) == DType::f64);
    QVERIFY(labelType({numbers(Kind::integer, {1, kFloat + 1})}) == DType::f64);
    QVERIFY(labelType({numbers(Kind::integer, {1e16}, true)}) == DType::i64);
    QVERIFY(labelType({numbers(Kind::integer, {1e16}, true), numbers(Kind::integer, {0.1})}) == DType::i64);
    QVERIFY(labelType({numbers(Kind::decimal, {0.5}), numbers(Kind::integer, {kFloat + 1}, true)}) == DType::f64);
    QVERIFY(labelType({numbers(Kind::decimal, {0.5}), numbers(Kind::decimal, {0.25})}) == DType::f32);
  }

  void codesAreAsWideAsTheWords() {
    const auto typeOfClasses = [](std::size_t count) {
      ImportPlan plan;
      plan.target = store::Target::classes;
      plan.classes.resize(count);
      add(plan, Role::label, Kind::category);
      const TableLayout layout = layoutFor(plan);
      return layout.words[0].firstCode == 0 && layout.words[0].classes ? typeOf(layout, "labels") : std::nullopt;
    };
    const auto typeOfCategories = [](std::size_t count) {
      ImportPlan plan;
      add(plan, Role::category, Kind::category).values.resize(1);
      add(plan, Role::category, Kind::category).values.resize(count);
      const TableLayout layout = layoutFor(plan);
      return layout.words[0].firstCode == 1 && !layout.words[0].classes ? typeOf(layout, "categories") : std::nullopt;
    };
    // Codes of classes are from 0 on, those of categories from 1.
    QVERIFY(typeOfClasses(0) == DType::u8 && typeOfClasses(256) == DType::u8 && typeOfClasses(257) == DType::u16);
    QVERIFY(typeOfClasses(65536) == DType::u16 && typeOfClasses(65537) == DType::u32);
    QVERIFY(typeOfCategories(0) == DType::u8 && typeOfCategories(255) == DType::u8);
    QVERIFY(typeOfCategories(256) == DType::u16);
  }

  void keptNumbersAreExact() {
    ImportPlan plan;
    add(plan, Role::kept, Kind::integer).wide = true;
    add(plan, Role::kept, Kind::integer);
    add(plan, Role::kept, Kind::decimal);
    const TableLayout layout = layoutFor(plan);
    QVERIFY(typeOf(layout, "kept/c0") == DType::i64 && typeOf(layout, "kept/c1") == DType::f64);
    // Whole numbers may turn out to need more than doubles.
    QVERIFY(layout.matrices[0].rules.wholes && layout.matrices[1].rules.wholes && !layout.matrices[2].rules.wholes);
    QCOMPARE(layout.matrices[1].rules.floatLimits, std::vector<double>{0});
  }

  /// What is kept reads as a time by itself, where doubles have room for its fractions.
  void timesCountFromTheirOrigin() {
    ImportPlan plan;
    plan.target = store::Target::values;
    for (const Role role : {Role::feature, Role::label, Role::kept, Role::kept}) {
      ColumnPlan& column = add(plan, role, Kind::time);
      column.origin = 86400;
      column.sampled = {1.5e9, 1.5e9 + 0.25};
      column.dateOrder = table::DateOrder::yearFirst;
    }
    plan.columns[3].sampled.push_back(1.5e9 + 0.001);
    const std::vector<CellTarget> targets = layoutFor(plan).targets;
    for (const CellTarget& target : targets)
      QVERIFY(target.take == Take::time && target.dateOrder == table::DateOrder::yearFirst);
    QCOMPARE(targets[0].origin, 86400.0);
    QCOMPARE(targets[1].origin, 86400.0);
    QCOMPARE(targets[2].origin, 0.0);
    QCOMPARE(targets[3].origin, 86400.0);
  }

  void emptyColumnsAreWatchedUnlessSomeoneLeftThemOut() {
    ImportPlan plan;
    add(plan, Role::ignored, Kind::empty);
    add(plan, Role::ignored, Kind::empty);
    add(plan, Role::ignored, Kind::text);
    plan.options.table.kinds = {{"c1", Kind::empty}};
    QCOMPARE(layoutFor(plan).watched, Places{0});
  }
};

MASU_TEST(TableLayoutTest)
#include "table_layout_test.moc"

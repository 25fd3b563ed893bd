// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/table/survey/table_plan.h"

#include <algorithm>
#include <set>
#include <unordered_map>
#include <unordered_set>

#include "core/csv/numbers/cell_parser.h"
#include "core/ingest/plan/column_rules.h"
#include "core/ingest/table/survey/class_count.h"
#include "core/ingest/table/survey/table_checks.h"
#include "core/ingest/table/survey/table_notes.h"
#include "core/ingest/table/survey/type_choice.h"

namespace masu::ingest {

using table::Kind;
using table::Role;

namespace {

Role roleFor(Kind kind) {
  switch (kind) {
    case Kind::integer:
    case Kind::decimal:
    case Kind::boolean:
    case Kind::time:
      return Role::feature;
    case Kind::category:
      return Role::category;
    case Kind::text:
    case Kind::empty:
      break;
  }
  return Role::ignored;
}

/// What the cells are, where someone asked to see them as text for a while.
Kind foundKind(const ColumnPlan& column) {
  if (column.kind != Kind::text) return column.kind;
  if (!column.histogram.empty()) return column.stats.integral ? Kind::integer : Kind::decimal;
  return column.distinct > kMostCategories || column.values.empty() ? Kind::text : Kind::category;
}

std::vector<std::string> weightList(const ImportOptions& options) {
  return options.weight.empty() ? std::vector<std::string>() : std::vector<std::string>{options.weight};
}

using Names = std::unordered_set<std::string_view>;

/// The columns of a plan by their names, for lists of names as long as a table is wide.
/// Lifetime: as long as nobody changes the names.
class ColumnsByName {
 public:
  explicit ColumnsByName(ImportPlan& plan) : m_plan(plan) {
    for (ColumnPlan& column : plan.columns) m_columns.emplace(column.name, &column);
  }
  /// Errors: as columnNamed().
  Result<ColumnPlan*> find(const std::string& name) const {
    if (const auto found = m_columns.find(name); found != m_columns.end()) return found->second;
    MASU_TRY(const std::size_t at, columnNamed(m_plan, name));
    return &m_plan.columns[at];
  }

 private:
  ImportPlan& m_plan;
  std::unordered_map<std::string_view, ColumnPlan*> m_columns;
};

/// One list of names, as it was and as it is now.
Result<void> applyList(const ColumnsByName& columns, const std::vector<std::string>& before,
                       const std::vector<std::string>& now, Role role) {
  const Names known(before.begin(), before.end());
  const Names wanted(now.begin(), now.end());
  for (const std::string& name : before) {
    if (wanted.contains(name) || name == "all") continue;
    MASU_TRY(ColumnPlan* const column, columns.find(name));
    if (column->role == role) column->role = roleFor(column->kind);
  }
  for (const std::string& name : now) {
    if (known.contains(name)) continue;
    MASU_TRY(ColumnPlan* const column, columns.find(name));
    column->role = role;
  }
  return {};
}

/// "all" keeps every column as the text it is, but for those that something else was asked of.
Result<void> applyTexts(ImportPlan& plan, const ColumnsByName& columns, const std::vector<std::string>& before,
                        const ImportOptions& options) {
  std::vector<std::string> now = options.table.text;
  if (const auto all = std::find(now.begin(), now.end(), "all"); all != now.end()) {
    now.erase(all);
    Names other(options.labels.begin(), options.labels.end());
    other.insert(options.table.keep.begin(), options.table.keep.end());
    other.insert(options.weight);
    for (const ColumnPlan& column : plan.columns) {
      if (!other.contains(column.name)) now.push_back(column.name);
    }
  }
  const Names wanted(now.begin(), now.end());
  for (const std::string& name : before) {
    if (wanted.contains(name) || name == "all") continue;
    MASU_TRY(ColumnPlan* const column, columns.find(name));
    column->kind = foundKind(*column);
    if (column->role == Role::kept) column->role = roleFor(column->kind);
  }
  for (const std::string& name : now) {
    MASU_TRY(ColumnPlan* const column, columns.find(name));
    column->kind = Kind::text;
    column->role = Role::kept;
  }
  return {};
}

/// The lists say what the roles say, whichever was edited.
void completeLists(ImportPlan& plan) {
  ImportOptions& options = plan.options;
  const std::vector<std::string> asked = options.labels;
  options.labels.clear();
  options.table.keep.clear();
  options.table.text.clear();
  options.weight.clear();
  std::set<std::string> labels;
  for (const ColumnPlan& column : plan.columns) {
    if (column.role == Role::label) labels.insert(column.name);
    if (column.role == Role::weight) options.weight = column.name;
    if (column.role == Role::kept)
      (column.kind == Kind::text ? options.table.text : options.table.keep).push_back(column.name);
  }
  for (const std::string& name : asked) {
    if (labels.erase(name) > 0) options.labels.push_back(name);
  }
  options.labels.insert(options.labels.end(), labels.begin(), labels.end());
}

store::Target targetFor(const ColumnPlan& label) {
  const bool values = label.kind == Kind::decimal || label.kind == Kind::time ||
                      (label.kind == Kind::integer && label.distinct > kMostIntegerClasses);
  return values ? store::Target::values : store::Target::classes;
}

Result<void> decideTarget(ImportPlan& plan) {
  plan.target = store::Target::none;
  plan.classes.clear();
  std::vector<const ColumnPlan*> labels;
  for (const std::string& name : plan.options.labels) {
    MASU_TRY(const std::size_t at, columnNamed(plan, name));
    labels.push_back(&plan.columns[at]);
  }
  if (labels.empty()) return {};
  for (const ColumnPlan* label : labels) {
    if (label->kind == Kind::empty && plan.surveyedBytes < plan.sourceBytes) {
      return fail(Errc::invalidArgument,
                  MASU_TEXT("core",
                            "The survey found no value in the label column {0}, and did not read everything. Choose "
                            "another label, or give the type of its values, such as --type {0}=number."),
                  {label->name});
    }
    if (label->kind == Kind::empty) {
      return fail(Errc::invalidArgument, MASU_TEXT("core", "The label column {0} is empty. Choose another label."),
                  {label->name});
    }
  }
  plan.target = plan.options.target;
  if (plan.target == store::Target::none) plan.target = targetFor(*labels.front());
  if (plan.target == store::Target::values) {
    for (const ColumnPlan* label : labels) {
      if (isNumeric(label->kind)) continue;
      return fail(
          Errc::invalidArgument,
          MASU_TEXT(
              "core",
              "The label column {0} has text such as {1}, which is not a value to predict. Import it as classes."),
          {label->name, label->values.empty() ? std::string() : label->values.front()});
    }
    return {};
  }
  if (labels.size() > 1) {
    return fail(Errc::unsupported,
                MASU_TEXT("core",
                          "Several label columns are read as values, but {0} holds classes. Choose one label column, "
                          "or import them as values (--target value)."),
                {labels.front()->name});
  }
  return {};
}

void decideClasses(ImportPlan& plan, const ColumnPlan& label) {
  const bool integers = label.kind == Kind::integer;
  std::set<std::string> classes;
  for (const std::string& value : label.values) classes.insert(classText(value, integers, plan.options.table));
  plan.classes.assign(classes.begin(), classes.end());
  std::stable_sort(plan.classes.begin(), plan.classes.end(), [](const std::string& a, const std::string& b) {
    std::int64_t x = 0;
    std::int64_t y = 0;
    const bool left = csv::parseInteger(a, x);
    const bool right = csv::parseInteger(b, y);
    return left && right ? x < y : left && !right;
  });
}

/// Whether some surveyed records may be left out, or hold classes of their own.
bool needsClassCount(const ImportPlan& plan) {
  const TableOptions& table = plan.options.table;
  const auto drops = [](const auto& entry) { return entry.second.policy == MissingPolicy::drop; };
  return plan.target == store::Target::classes || !table.where.empty() || plan.options.missing == MissingPolicy::drop ||
         std::ranges::any_of(table.columnMissing, drops);
}

}  // namespace

void proposeRoles(ImportPlan& plan) {
  for (ColumnPlan& column : plan.columns) column.role = roleFor(column.kind);
}

Result<void> applyTableOptions(ImportPlan& plan, const ImportOptions& now) {
  const ImportOptions before = plan.options;
  const ColumnsByName columns(plan);
  MASU_CHECK(applyTexts(plan, columns, before.table.text, now));
  MASU_CHECK(applyList(columns, before.table.keep, now.table.keep, Role::kept));
  MASU_CHECK(applyList(columns, weightList(before), weightList(now), Role::weight));
  MASU_CHECK(applyList(columns, before.labels, now.labels, Role::label));
  plan.options = now;
  Names numbers;
  for (const auto& [name, kind] : now.table.kinds) {
    if (kind == Kind::decimal) numbers.insert(name);
  }
  // What numbers do not hold is kept by its digits.
  for (ColumnPlan& column : plan.columns) {
    // A recipe says it by itself.
    column.rounded = column.rounded || numbers.contains(column.name);
    const bool digits = column.kind == Kind::integer && (column.tooWide || keepsDigits(plan, column));
    if (column.role == Role::kept && digits) column.kind = Kind::text;
  }
  completeLists(plan);
  return {};
}

Result<void> decideTable(ImportPlan& plan, const Resources& resources, const JobContext& job) {
  plan.notes = plan.foundNotes;
  MASU_CHECK(checkTable(plan));
  MASU_CHECK(decideTarget(plan));
  if (plan.target == store::Target::classes) {
    MASU_TRY(const std::size_t at, columnNamed(plan, plan.options.labels.front()));
    if (keepsDigits(plan, plan.columns[at])) plan.columns[at].kind = Kind::category;
    decideClasses(plan, plan.columns[at]);
    // Classes are words: True and TRUE are two.
    const bool spelled = plan.columns[at].kind == Kind::boolean && plan.classes.size() > 2;
    if (spelled) plan.columns[at].kind = Kind::category;
    MASU_CHECK(checkClassMap(plan, plan.columns[at]));
  } else if (!plan.options.table.classMap.empty()) {
    return fail(Errc::invalidArgument, MASU_TEXT("core", "Classes can be merged only where the label is a class."));
  }
  MASU_CHECK(chooseType(plan, resources, job));
  noteTable(plan);
  plan.samples = plan.table().records;
  if (needsClassCount(plan)) MASU_CHECK(countClasses(plan, job));
  return {};
}

}  // namespace masu::ingest

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/table/survey/table_plan.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <unordered_map>
#include <unordered_set>

#include "core/csv/numbers/cell_parser.h"
#include "core/csv/numbers/whole_number.h"
#include "core/ingest/plan/column_rules.h"
#include "core/ingest/plan/sampled_loss.h"
#include "core/ingest/table/parse/record_filter.h"
#include "core/ingest/table/parse/source_fields.h"
#include "core/ingest/table/survey/class_count.h"
#include "core/ingest/table/survey/type_choice.h"
#include "core/table/number_text.h"

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

bool contains(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

/// Whether a column holds whole numbers so large that doubles leave some of them out.
bool countsBeyondDoubles(const ColumnPlan& column) {
  const bool counts = column.kind == Kind::integer || (column.kind == Kind::text && !column.histogram.empty());
  return counts && column.stats.integral && column.stats.count > 0 &&
         std::max(column.stats.max, -column.stats.min) >= csv::kWholeDoubles;
}

/// Whether people said what a column is.
bool isStated(const ImportPlan& plan, const ColumnPlan& column) {
  return std::ranges::any_of(plan.options.table.kinds, [&](const auto& asked) { return asked.first == column.name; });
}

/// Whether digits are part of what a column says that numbers do not keep, as in the ZIP code 00501.
bool keepsDigits(const ImportPlan& plan, const ColumnPlan& column) {
  return column.kind == Kind::integer && !column.zeroLed.empty() && !isStated(plan, column);
}

std::vector<std::string> weightList(const ImportOptions& options) {
  return options.weight.empty() ? std::vector<std::string>() : std::vector<std::string>{options.weight};
}

std::string fileOf(const ImportPlan& plan) {
  return plan.sources.empty() ? std::string() : plan.sources.front().path;
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
    MASU_TRY(const std::size_t at, columnNamed(m_plan.columns, name, fileOf(m_plan)));
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
    MASU_TRY(const std::size_t at, columnNamed(plan.columns, name, fileOf(plan)));
    labels.push_back(&plan.columns[at]);
  }
  if (labels.empty()) return {};
  for (const ColumnPlan* label : labels) {
    if (label->kind == Kind::empty && plan.surveyedBytes < plan.sourceBytes) {
      return fail(Errc::invalidArgument,
                  MASU_TEXT("core",
                            "The survey found no value in the label column {0}, and did not read everything. Choose "
                            "another label, or say what its values are, such as --type {0}=number."),
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
                          "or import them as values."),
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

/// A class becomes one other, which has a name.
Result<void> checkClassNames(const TableOptions& options) {
  std::unordered_set<std::string_view> renamed;
  for (const auto& [from, to] : options.classMap) {
    if (!renamed.insert(from).second) {
      return fail(Errc::invalidArgument,
                  MASU_TEXT("core", "--class-map names the class {0} twice; it can become one class only."), {from});
    }
    if (to.empty()) {
      return fail(
          Errc::invalidArgument,
          MASU_TEXT("core", "--class-map gives the class {0} no name. Name one, or leave its records out by --where."),
          {from});
    }
  }
  return {};
}

Result<void> checkClassMap(const ImportPlan& plan, const ColumnPlan& label) {
  const bool sawAll = plan.surveyedBytes >= plan.sourceBytes && label.values.size() == label.distinct;
  for (const auto& [from, to] : plan.options.table.classMap) {
    if (!sawAll || contains(label.values, from)) continue;
    return fail(Errc::notFound,
                MASU_TEXT("core", "There is no class {0} in {1} that could become {2}; its classes are {3}."),
                {from, label.name, to, namesListed(plan.classes)});
  }
  return {};
}

Result<void> checkRoles(const ImportPlan& plan) {
  bool useful = false;
  for (const ColumnPlan& column : plan.columns) {
    const bool text = !isNumeric(column.kind) && column.kind != Kind::empty;
    // A table of nothing but kept columns can be browsed and exported; training refuses it.
    useful = useful || column.role == Role::feature || column.role == Role::category || column.role == Role::kept;
    if (text && (column.role == Role::feature || column.role == Role::weight)) {
      return fail(
          Errc::invalidArgument,
          MASU_TEXT(
              "core",
              "Column {0} has text such as {1}, which is not a number. Make it a category, keep it or leave it out."),
          {column.name, column.values.empty() ? std::string() : column.values.front()});
    }
    if (column.role == Role::group) {
      return fail(
          Errc::unsupported,
          MASU_TEXT("core", "Groups of a table are named when it is split: keep column {0} instead, then split by it."),
          {column.name});
    }
  }
  if (useful) return {};
  return fail(Errc::invalidArgument,
              MASU_TEXT("core",
                        "{0} has no column left to learn from: its columns are {1}. Choose other labels, or make a "
                        "column a feature or a category."),
              {fileOf(plan), columnsListed(plan.columns)}, {fileOf(plan), 0, 0});
}

/// What a column will lose, as far as the survey saw it.
void noteMisfits(ImportPlan& plan, const ColumnPlan& column) {
  const bool stored = column.role == Role::feature || column.role == Role::weight || column.role == Role::kept ||
                      (column.role == Role::label && plan.target == store::Target::values);
  if (!stored || !isNumeric(column.kind)) return;
  if (column.misfits > 0) {
    plan.notes.push_back({MASU_TEXT("core",
                                    "Column {0} holds {1} surveyed cells that are not {2}; their records will be "
                                    "rejected. Make them markers of missing values if that is what they mean."),
                          {column.name, std::to_string(column.misfits), Message::marked(table::name(column.kind))}});
  }
  if (column.role == Role::feature && keepsDigits(plan, column)) {
    plan.notes.push_back(
        {MASU_TEXT("core",
                   "Column {0} holds whole numbers with zeros before them, such as {1}, which features "
                   "do not keep. If they are names, make it a category, or keep the column."),
         {column.name, column.zeroLed}});
  }
  if (column.role == Role::feature && countsBeyondDoubles(column)) {
    plan.notes.push_back(
        {MASU_TEXT("core",
                   "Column {0} holds whole numbers beyond 2^53, not all of which features keep. Keep the "
                   "column, or make it a category, to have them as they are."),
         {column.name}});
  }
  const bool time = column.kind == Kind::time && column.role == Role::feature;
  const SampledLoss loss = time ? sampledLoss(plan, column, plan.dtype) : SampledLoss();
  // The import widens what does not hold all of them.
  const double coarse = loss.holds ? loss.maxError : 0;
  constexpr double kNoticed = 1e-6;
  if (coarse >= kNoticed) {
    plan.notes.push_back(
        {MASU_TEXT("core",
                   "The times of column {0} are stored as {1}, which moves them by up to {2} s. Choose "
                   "f64, or keep the column, to have them as they are."),
         {column.name, std::string(table::name(plan.dtype)), table::roundedText(coarse)}});
  }
  if (column.kind == Kind::time && column.dateOrderOpen) {
    const bool day = column.dateOrder == table::DateOrder::dayFirst;
    plan.notes.push_back({day ? MASU_TEXT("core",
                                          "The dates of column {0} are read with the day first; choose the other order "
                                          "if the month comes first.")
                              : MASU_TEXT("core",
                                          "The dates of column {0} are read with the month first; choose the other "
                                          "order if the day comes first."),
                          {column.name}});
  }
  if (column.kind == Kind::time && column.yearFirstFits) {
    plan.notes.push_back({MASU_TEXT("core",
                                    "The dates of column {0} have years of two digits and are read with the year last; "
                                    "choose the order with the year first if it comes first."),
                          {column.name}});
  }
}

/// A label whose whole numbers would be classes, but for a few that are written with a decimal mark.
void noteValueLabel(ImportPlan& plan, const ColumnPlan& label) {
  constexpr std::uint64_t kFew = 20;  // one of so many
  if (label.kind != Kind::decimal) return;
  std::uint64_t all = 0;
  std::uint64_t others = 0;
  std::string shown;
  csv::CellParser parser(plan.table().dialect);
  for (std::size_t i = 0; i < label.values.size(); ++i) {
    double value = 0;
    csv::Whole whole;
    if (parser.number(label.values[i], value) != csv::NumberStatus::number) continue;
    all += label.valueCounts[i];
    if (csv::parseWhole(label.values[i], '\0', whole)) continue;
    others += label.valueCounts[i];
    if (shown.empty()) shown = label.values[i];
  }
  if (others == 0 || others * kFew > all) return;
  plan.notes.push_back({MASU_TEXT("core",
                                  "The label {0} is taken as a value, since {1} of {2} surveyed cells are not "
                                  "written as whole numbers, such as {3}; as classes: --target class."),
                        {label.name, std::to_string(others), std::to_string(all), shown}});
}

/// Classes are words: a number in two spellings is two of them.
void noteSpellings(ImportPlan& plan, const ColumnPlan& label) {
  if (label.kind == Kind::integer || !label.zeroLed.empty()) return;
  csv::CellParser parser(plan.table().dialect);
  std::map<double, std::string> spellings;
  for (const std::string& name : plan.classes) {
    double value = 0;
    if (parser.number(name, value) != csv::NumberStatus::number || std::isnan(value)) continue;
    const auto [met, isNew] = spellings.emplace(value, name);
    if (isNew) continue;
    plan.notes.push_back({MASU_TEXT("core",
                                    "{1} and {2} are two classes of {0}, though one number; make them one by "
                                    "--class-map {2} {1}."),
                          {label.name, met->second, name}});
  }
}

void noteLabel(ImportPlan& plan) {
  if (plan.options.labels.empty()) return;
  const auto label = std::ranges::find(plan.columns, plan.options.labels.front(), &ColumnPlan::name);
  if (label == plan.columns.end()) return;
  if (plan.target == store::Target::classes) noteSpellings(plan, *label);
  if (plan.target == store::Target::values && plan.options.target == store::Target::none) noteValueLabel(plan, *label);
}

void noteColumns(ImportPlan& plan) {
  if (plan.table().dialect.preambleLines > 0) {
    plan.notes.push_back({MASU_TEXT("core", "{0} lines before the table are skipped."),
                          {std::to_string(plan.table().dialect.preambleLines)}});
  }
  noteFields(plan);
  for (const ColumnPlan& column : plan.columns) {
    noteMisfits(plan, column);
    if (column.role == Role::kept && column.kind == Kind::text && column.tooWide) {
      plan.notes.push_back({MASU_TEXT("core",
                                      "Column {0} holds whole numbers beyond 64 bits, so that it is kept as text, with "
                                      "all digits."),
                            {column.name}});
    } else if (column.role == Role::kept && column.kind == Kind::text && !column.zeroLed.empty()) {
      plan.notes.push_back({MASU_TEXT("core",
                                      "Column {0} holds whole numbers with zeros before them, such as {1}, so that it "
                                      "is kept as text, with all digits."),
                            {column.name, column.zeroLed}});
    } else if (column.role == Role::label && column.kind == Kind::category && !column.zeroLed.empty()) {
      plan.notes.push_back({MASU_TEXT("core",
                                      "The classes of {0} keep their leading zeros, as in {1}; make it a number to "
                                      "count 01 and 1 as one class."),
                            {column.name, column.zeroLed}});
    }
    if (column.role != Role::ignored) continue;
    if (column.kind == Kind::text) {
      plan.notes.push_back(
          {MASU_TEXT("core", "Column {0} is free text and is left out; keep it as text to browse it."), {column.name}});
    } else if (column.kind == Kind::empty) {
      plan.notes.push_back(
          {MASU_TEXT("core", "Column {0} has no value where the survey looked, and is left out."), {column.name}});
    }
  }
}

/// Of many notes of one kind the first few are kept, so that a table of a thousand columns stays readable.
void foldNotes(ImportPlan& plan) {
  constexpr std::size_t kMost = 5;
  std::vector<Message> kept;
  std::map<std::string, std::size_t> counts;
  std::size_t folded = 0;
  for (Message& note : plan.notes) {
    if (++counts[note.text] <= kMost)
      kept.push_back(std::move(note));
    else
      ++folded;
  }
  if (folded > 0) {
    kept.push_back({MASU_TEXT("core", "The same holds for other columns; {0} more notes are left out."),
                    {std::to_string(folded)}});
  }
  plan.notes = std::move(kept);
}

Names namesIn(const std::vector<ColumnPlan>& columns) {
  Names names;
  for (const ColumnPlan& column : columns) names.insert(column.name);
  return names;
}

/// Names that people gave for single columns have to be there.
Result<void> checkNames(const ImportPlan& plan) {
  const Names known = namesIn(plan.columns);
  const auto check = [&](const std::string& name) -> Result<void> {
    if (known.contains(name)) return {};
    MASU_CHECK(columnNamed(plan.columns, name, fileOf(plan)));
    return {};
  };
  for (const auto& [name, kind] : plan.options.table.kinds) MASU_CHECK(check(name));
  for (const auto& [name, rule] : plan.options.table.columnMissing) MASU_CHECK(check(name));
  if (!plan.options.table.where.empty()) MASU_CHECK(RecordFilter::compile(plan));
  return {};
}

/// A rule for the missing cells of one column goes with the column's role.
Result<void> checkMissingRules(const ImportPlan& plan) {
  for (const auto& [name, rule] : plan.options.table.columnMissing) {
    MASU_TRY(const std::size_t at, columnNamed(plan.columns, name, fileOf(plan)));
    const Role role = plan.columns[at].role;
    const bool drops = rule.policy == MissingPolicy::drop;
    if (rule.policy == MissingPolicy::nan || role == Role::feature || (drops && role == Role::category)) continue;
    if (role == Role::category) {
      return fail(Errc::invalidArgument,
                  MASU_TEXT("core",
                            "Column {0} is a category, whose missing cells stay missing or have their records dropped: "
                            "no number fills them. Ask for drop, or leave the rule out."),
                  {name});
    }
    return fail(Errc::invalidArgument,
                MASU_TEXT("core",
                          "Column {0} is {1}, and a rule for missing cells is for features and categories only. Leave "
                          "the rule out."),
                {name, Message::marked(table::name(role))});
  }
  return {};
}

/// A weight counts how often a sample counts.
Result<void> checkWeights(const ImportPlan& plan) {
  for (const ColumnPlan& column : plan.columns) {
    if (column.role == Role::weight) MASU_CHECK(checkWeight(column.name, column.stats));
  }
  return {};
}

/// A list of names and the roles of the columns say the same.
Result<void> checkList(const ImportPlan& plan, const std::vector<std::string>& names, Role role) {
  for (const std::string& name : names) {
    MASU_TRY(const std::size_t at, columnNamed(plan.columns, name, fileOf(plan)));
    if (plan.columns[at].role == role) continue;
    return fail(Errc::format,
                MASU_TEXT("core", "The recipe cannot be used: it names {0} as {1}, and its columns say {2}."),
                {name, Message::marked(table::name(role)), Message::marked(table::name(plan.columns[at].role))});
  }
  for (const ColumnPlan& column : plan.columns) {
    if (column.role != role || std::ranges::find(names, column.name) != names.end()) continue;
    return fail(Errc::format,
                MASU_TEXT("core", "The recipe cannot be used: its column {0} is {1}, and is not listed as such."),
                {column.name, Message::marked(table::name(role))});
  }
  return {};
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
  // What numbers do not hold is kept by its digits.
  for (ColumnPlan& column : plan.columns) {
    const bool digits = column.kind == Kind::integer && (column.tooWide || keepsDigits(plan, column));
    if (column.role == Role::kept && digits) column.kind = Kind::text;
  }
  completeLists(plan);
  return {};
}

Result<void> checkBoundTable(const ImportPlan& plan) {
  MASU_CHECK(checkNames(plan));
  MASU_CHECK(checkRoles(plan));
  MASU_CHECK(checkMissingRules(plan));
  MASU_CHECK(checkList(plan, plan.options.labels, Role::label));
  MASU_CHECK(checkList(plan, weightList(plan.options), Role::weight));
  if ((plan.target == store::Target::none) != plan.options.labels.empty()) {
    return fail(Errc::format, MASU_TEXT("core",
                                        "The recipe cannot be used: its target and its labels do not go "
                                        "together."));
  }
  MASU_CHECK(checkClassNames(plan.options.table));
  for (const auto& [from, to] : plan.options.table.classMap) {
    if (contains(plan.classes, to)) continue;
    return fail(
        Errc::format,
        MASU_TEXT("core", "The recipe cannot be used: it counts class {0} as {1}, which is none of its classes."),
        {from, to});
  }
  return {};
}

Result<void> decideTable(ImportPlan& plan, const Resources& resources, const JobContext& job) {
  plan.notes = plan.foundNotes;
  MASU_CHECK(checkClassNames(plan.options.table));
  MASU_CHECK(checkNames(plan));
  MASU_CHECK(checkRoles(plan));
  MASU_CHECK(checkMissingRules(plan));
  MASU_CHECK(checkWeights(plan));
  MASU_CHECK(decideTarget(plan));
  if (plan.target == store::Target::classes) {
    MASU_TRY(const std::size_t at, columnNamed(plan.columns, plan.options.labels.front(), fileOf(plan)));
    if (keepsDigits(plan, plan.columns[at])) plan.columns[at].kind = Kind::category;
    decideClasses(plan, plan.columns[at]);
    MASU_CHECK(checkClassMap(plan, plan.columns[at]));
  } else if (!plan.options.table.classMap.empty()) {
    return fail(Errc::invalidArgument, MASU_TEXT("core", "Classes can be merged only where the label is a class."));
  }
  MASU_CHECK(chooseType(plan, resources, job));
  noteColumns(plan);
  noteLabel(plan);
  foldNotes(plan);
  plan.samples = plan.table().records;
  if (needsClassCount(plan)) MASU_CHECK(countClasses(plan, job));
  return {};
}

}  // namespace masu::ingest

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/table/survey/table_notes.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <string_view>
#include <unordered_set>

#include "core/base/ascii.h"
#include "core/base/name_list.h"
#include "core/base/shell_word.h"
#include "core/csv/numbers/cell_parser.h"
#include "core/csv/numbers/whole_number.h"
#include "core/ingest/plan/column_rules.h"
#include "core/ingest/plan/note_folding.h"
#include "core/ingest/plan/sampled_loss.h"
#include "core/ingest/plan/storage_rules.h"
#include "core/ingest/table/parse/source_fields.h"
#include "core/table/filter_expression.h"
#include "core/table/number_text.h"

namespace masu::ingest {

using table::Kind;
using table::Role;

namespace {

constexpr const char* kTimesMoved =
    MASU_TEXT("core",
              "The times of column {0} are stored as {1}, which moves them by up to {2} s. Choose "
              "f64, or keep the column, to have them as they are.");

/// Whether a column holds whole numbers so large that doubles leave some of them out.
bool countsBeyondDoubles(const ColumnPlan& column) {
  const bool counts = column.kind == Kind::integer || (column.kind == Kind::text && !column.histogram.empty());
  return counts && column.stats.integral && column.stats.count > 0 &&
         std::max(column.stats.max, -column.stats.min) >= csv::kWholeDoubles;
}

/// Records whose weight is none are rejected.
void noteWeight(ImportPlan& plan, const ColumnPlan& column) {
  const table::ColumnStats& stats = column.stats;
  if (column.role != Role::weight || stats.count == 0 || (stats.min >= 0 && std::isfinite(stats.max))) return;
  plan.notes.push_back(
      {MASU_TEXT("core",
                 "Column {0} has {1}, which is not a weight: a weight is a finite number, 0 or more. Such records will "
                 "be rejected."),
       {column.name, table::roundedText(stats.min < 0 ? stats.min : stats.max)}});
}

/// Cells that are not of their column's kind.
void noteUnread(ImportPlan& plan, const ColumnPlan& column) {
  const bool mends =
      plan.options.onError == OnError::missing && column.role != Role::weight && column.role != Role::label;
  if (column.misfits > 0 && mends) {
    plan.notes.push_back({MASU_TEXT("core",
                                    "Of the cells of column {0} that were looked at beforehand, {1} cannot be read as "
                                    "{2}; they will count as missing."),
                          {column.name, std::to_string(column.misfits), Message::marked(table::name(column.kind))}});
  } else if (column.misfits > 0) {
    plan.notes.push_back({MASU_TEXT("core",
                                    "Of the cells of column {0} that were looked at beforehand, {1} cannot be read as "
                                    "{2}; their records will be rejected. Make them markers of missing values if that "
                                    "is what they mean."),
                          {column.name, std::to_string(column.misfits), Message::marked(table::name(column.kind))}});
  }
}

/// What a column will lose, as far as the survey saw it.
void noteMisfits(ImportPlan& plan, const ColumnPlan& column) {
  const bool stored = column.role == Role::feature || column.role == Role::weight || column.role == Role::kept ||
                      (column.role == Role::label && plan.target == store::Target::values);
  if (!stored || !isNumeric(column.kind)) return;
  noteUnread(plan, column);
  if (column.role == Role::feature && keepsDigits(plan, column)) {
    plan.notes.push_back(
        {MASU_TEXT("core",
                   "Column {0} holds whole numbers with zeros before them, such as {1}, which features "
                   "do not keep. If they are names, make it a category, or keep the column."),
         {column.name, column.zeroLed}});
  }
  if (refusesWhole(plan, column)) {
    plan.notes.push_back(wholeRefusal(column.name, column.forms.inexact, column.forms.inexactAt));
  } else if (column.role == Role::feature && countsBeyondDoubles(column)) {
    plan.notes.push_back(
        {MASU_TEXT("core",
                   "Column {0} holds whole numbers beyond 2^53, not all of which features keep. Keep the "
                   "column, or make it a category, to have them as they are."),
         {column.name}});
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

/// False where a surveyed number has no place in the planned type: the import will store wider features.
bool featuresFit(const ImportPlan& plan) {
  return std::ranges::all_of(plan.columns, [&](const ColumnPlan& column) {
    return column.role != Role::feature || sampledLoss(plan, column, plan.dtype).holds;
  });
}

/// What times lose in a type of the features.
std::vector<Message> timesMoved(const ImportPlan& plan, table::DType type) {
  constexpr double kNoticed = 1e-6;
  std::vector<Message> notes;
  for (const ColumnPlan& column : plan.columns) {
    if (column.kind != Kind::time || column.role != Role::feature) continue;
    const double moved = sampledLoss(plan, column, type).maxError;
    if (moved < kNoticed) continue;
    notes.push_back({kTimesMoved, {column.name, std::string(table::name(type)), table::roundedText(moved)}});
  }
  return notes;
}

void append(std::vector<Message>& notes, const std::vector<Message>& more) {
  notes.insert(notes.end(), more.begin(), more.end());
}

/// The columns whose kind the options state, of which a plan by a recipe names each.
class StatedColumns {
 public:
  explicit StatedColumns(const TableOptions& options) {
    for (const auto& [name, kind] : options.kinds) m_names.insert(name);
    m_names.insert(options.text.begin(), options.text.end());
    m_all = std::ranges::find(options.text, "all") != options.text.end();
  }
  bool contains(const std::string& column) const { return m_all || m_names.contains(column); }

 private:
  std::unordered_set<std::string_view> m_names;
  bool m_all = false;
};

/// Numbers that may be meant otherwise. `markShown`: some column of the table shows what its decimal mark is.
void noteNumberForms(ImportPlan& plan, const ColumnPlan& column, bool markShown, bool isStated) {
  const CellForms& forms = column.forms;
  const bool marksStated = plan.options.table.decimal || plan.table().dialect.thousands != '\0';
  if (!forms.grouped.empty() && !markShown && !marksStated) {
    plan.notes.push_back(
        {MASU_TEXT("core",
                   "The numbers of column {0}, such as {1}, are read with {2} as the decimal mark, but three digits "
                   "follow it in all that have it: it may separate thousands. If so, use --thousands '{2}'; if not, "
                   "--decimal '{2}'."),
         {column.name, forms.grouped, std::string(1, plan.table().dialect.decimal)}});
  }
  if (forms.flushedCount > 0) {
    plan.notes.push_back({MASU_TEXT("core",
                                    "Surveyed cells of column {0} that are too close to 0 for any type, such as {1}, "
                                    "and become 0: {2}."),
                          {column.name, forms.flushed, std::to_string(forms.flushedCount)}});
  }
  if (!forms.exponent.empty() && !isStated) {
    plan.notes.push_back({MASU_TEXT("core",
                                    "Column {0} holds whole numbers and cells such as {1}, which are read as numbers "
                                    "with an exponent. If they are names, make it a category with --type {0}=category, "
                                    "or keep it with --text {0}."),
                          {column.name, forms.exponent}});
  }
}

/// Numbers with the other decimal mark.
void noteOtherMark(ImportPlan& plan, const ColumnPlan& column) {
  const char mark = plan.table().dialect.decimal;
  const std::string& cell = column.forms.decorated;
  plan.notes.push_back(
      {MASU_TEXT(
           "core",
           "Surveyed cells of column {0} that look like numbers with {4} as the decimal mark, such as {1}: {2} of "
           "{3}. They are not read as numbers but as words, since numbers of the table have {5}. Write one mark "
           "in the source, or choose the right one by --decimal."),
       {column.name, cell, std::to_string(column.forms.decorations), std::to_string(column.forms.present),
        std::string(1, cell[cell.find_first_of(".,")]), std::string(1, mark)}});
}

/// The separator that --thousands would have to name for a cell to be a number; '\0': none would do, such as beside a
/// sign of a currency.
char separatorIn(std::string_view cell, const csv::Dialect& dialect) {
  std::string number;
  for (const char mark : {',', '.', '\'', ' '}) {
    if (mark != dialect.thousands && csv::ungroup(cell, mark, number)) return mark;
  }
  return '\0';
}

/// The separator of thousands in a number that has a sign beside it, such as that of a currency; '\0': none.
char separatorBesideSign(std::string_view cell, const csv::Dialect& dialect) {
  constexpr std::string_view kDigits = "0123456789";
  const std::size_t first = cell.find_first_of(kDigits);
  if (first == std::string_view::npos) return '\0';
  return separatorIn(cell.substr(first, cell.find_last_of(kDigits) + 1 - first), dialect);
}

/// Words that most people would call numbers. Returns whether there is a note; so do those below.
bool noteWordForms(ImportPlan& plan, const ColumnPlan& column) {
  if (column.forms.decorated.empty()) return false;
  const bool plain = column.forms.decorated.find_first_not_of("+-0123456789.,") == std::string::npos;
  if (plain && !column.forms.thousands) {
    noteOtherMark(plan, column);
    return true;
  }
  if (const char mark = separatorIn(column.forms.decorated, plan.table().dialect); mark != '\0') {
    plan.notes.push_back(
        {MASU_TEXT("core",
                   "Surveyed cells of column {0} that look like numbers with thousands separators, such as {1}: {2} of "
                   "{3}. They are not read as numbers but as words. To have numbers, give --thousands \"{4}\"."),
         {column.name, column.forms.decorated, std::to_string(column.forms.decorations),
          std::to_string(column.forms.present), std::string(1, mark)}});
    return true;
  }
  const char beside = separatorBesideSign(column.forms.decorated, plan.table().dialect);
  if (column.forms.thousands && beside != '\0') {
    plan.notes.push_back(
        {MASU_TEXT(
             "core",
             "Surveyed cells of column {0} that look like numbers with thousands separators and a sign beside "
             "them or in parentheses, such as {1}: {2} of {3}. They are not read as numbers but as words. To have "
             "numbers, remove the sign from the source, or write a minus for parentheses that mean it, and give "
             "--thousands \"{4}\"."),
         {column.name, column.forms.decorated, std::to_string(column.forms.decorations),
          std::to_string(column.forms.present), std::string(1, beside)}});
    return true;
  }
  plan.notes.push_back(
      {column.forms.thousands
           ? MASU_TEXT("core",
                       "Surveyed cells of column {0} that look like numbers with thousands separators, such as {1}: "
                       "{2} of {3}. They are not read as numbers but as words. Remove the separators from the source "
                       "to have numbers.")
           : MASU_TEXT("core",
                       "Surveyed cells of column {0} that look like numbers with a sign beside them or in "
                       "parentheses, such as {1}: {2} of {3}. They are not read as numbers but as words. Remove the "
                       "sign from the source, or write a minus for parentheses that mean it, to have numbers."),
       {column.name, column.forms.decorated, std::to_string(column.forms.decorations),
        std::to_string(column.forms.present)}});
  return true;
}

/// Numbers that became words by what would have been a marker of missing cells, had others not been named.
bool noteLostMarkers(ImportPlan& plan, const ColumnPlan& column) {
  const auto& named = plan.options.table.missingMarkers;
  if (!named) return false;
  const std::vector<std::string> usual = csv::Dialect().missingMarkers;
  csv::CellParser parser(plan.table().dialect);
  std::string marker;
  std::size_t numbers = 0;
  for (const std::string& value : column.values) {
    double number = 0;
    if (parser.number(value, number) == csv::NumberStatus::number && !std::isnan(number)) {
      ++numbers;
    } else if (std::ranges::find(usual, value) == usual.end()) {
      return false;
    } else if (marker.empty()) {
      marker = value;
    }
  }
  if (marker.empty() || numbers == 0) return false;
  plan.notes.push_back({MASU_TEXT("core",
                                  "Column {0} holds numbers and {1}, which is not among the markers of missing cells "
                                  "that were given, so that its cells are words. If {1} means missing, name it, too."),
                        {column.name, marker}});
  return true;
}

/// Numbers or times that became words by some others.
bool noteMostly(ImportPlan& plan, const ColumnPlan& column) {
  const CellForms& forms = column.forms;
  const bool asked = column.role == Role::label && plan.options.target == store::Target::classes;
  if (forms.mostly == Kind::empty || forms.unfit.empty() || asked) return false;
  const std::string type = forms.mostly == Kind::time ? "time" : "number";
  plan.notes.push_back(
      {column.role == Role::ignored
           ? MASU_TEXT("core",
                       "Of {1} surveyed cells of column {0}, {2} can be read as {3}; others, such as {4}, cannot, so "
                       "that the column is free text and is left out. Correct those in the source, name them by --na "
                       "if they mean missing, or give --type {0}={5} with --on-error missing.")
           : MASU_TEXT("core",
                       "Of {1} surveyed cells of column {0}, {2} can be read as {3}; others, such as {4}, cannot, so "
                       "that all are read as words. Correct those in the source, name them by --na if they mean "
                       "missing, or give --type {0}={5} with --on-error missing."),
       {column.name, std::to_string(forms.present), std::to_string(forms.fitting),
        Message::marked(table::name(forms.mostly)), forms.unfit, type}});
  return true;
}

/// Words: a column of text that nobody asked for is left out.
void noteWords(ImportPlan& plan, const ColumnPlan& column, bool isStated) {
  const bool leftOut = column.role == Role::ignored;
  if (leftOut && column.kind != Kind::text) return;
  if (!isStated) {
    const bool noted = noteWordForms(plan, column) || noteLostMarkers(plan, column);
    if (!noted && noteMostly(plan, column)) return;
  }
  if (!leftOut) return;
  plan.notes.push_back(
      {MASU_TEXT("core", "Column {0} is free text and is left out; keep it as text to browse it."), {column.name}});
}

void noteTimeForms(ImportPlan& plan, const ColumnPlan& column) {
  if (!column.forms.zoneless.empty()) plan.notes.push_back(zoneNote(column));
  if (column.forms.shortYear.empty()) return;
  plan.notes.push_back(
      {MASU_TEXT("core",
                 "The dates of column {0} have years of two digits, such as {1}: 69 to 99 are read as "
                 "1969 to 1999, and 00 to 68 as 2000 to 2068. Write years of four digits in the source "
                 "if others are meant."),
       {column.name, column.forms.shortYear}});
}

/// What the spelling of cells leaves open.
void noteForms(ImportPlan& plan) {
  const bool markShown = std::ranges::any_of(plan.columns, [](const auto& column) { return column.forms.markShown; });
  const StatedColumns stated(plan.options.table);
  for (const ColumnPlan& column : plan.columns) {
    const bool isStated = stated.contains(column.name);
    if (column.kind == Kind::category || column.kind == Kind::text) noteWords(plan, column, isStated);
    if (column.role == Role::ignored) continue;
    if (column.kind == Kind::time)
      noteTimeForms(plan, column);
    else if (isNumeric(column.kind))
      noteNumberForms(plan, column, markShown, isStated);
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

/// A class and the surveyed cells that stand for it.
struct Spelling {
  std::string name;
  std::uint64_t cells = 0;
};

/// Classes that differ by capitals alone, such as True and TRUE, in groups by what they are without: the class of most
/// cells first.
std::map<std::string, std::vector<Spelling>> spellingsOf(const ImportPlan& plan, const ColumnPlan& label) {
  csv::CellParser parser(plan.table().dialect);
  std::map<std::string, std::uint64_t> cells;
  for (std::size_t i = 0; i < label.values.size(); ++i)
    cells[classText(label.values[i], label.kind == Kind::integer, plan.options.table)] += label.valueCounts[i];
  std::map<std::string, std::vector<Spelling>> groups;
  for (const std::string& name : plan.classes) {
    double value = 0;
    if (parser.number(name, value) == csv::NumberStatus::number) continue;  // noteSpellings() is for those
    groups[lowerCase(name)].push_back({name, cells[name]});
  }
  for (auto& [lower, spellings] : groups) std::ranges::stable_sort(spellings, std::ranges::greater(), &Spelling::cells);
  return groups;
}

void noteCapitals(ImportPlan& plan, const ColumnPlan& label) {
  for (const auto& [lower, spellings] : spellingsOf(plan, label)) {
    if (spellings.size() < 2) continue;
    std::string names;
    std::string options;
    const std::string& first = spellings.front().name;
    for (const Spelling& each : spellings) {
      names += (names.empty() ? "" : ", ") + each.name + " (" + std::to_string(each.cells) + ")";
      if (each.name == first) continue;
      options += (options.empty() ? "" : " ") + ("--class-map " + shellWord(each.name)) + ' ' + shellWord(first);
    }
    plan.notes.push_back({MASU_TEXT("core",
                                    "Classes of {0} that differ by capitals only, with their surveyed cells: {1}. If "
                                    "they mean the same, make them one by {2}."),
                          {label.name, names, options}});
  }
}

/// The tests of a filter that ask for the label, which `label` without backticks means, too.
void collectLabelTests(const table::FilterNode& node, const std::string& label,
                       std::vector<const table::FilterComparison*>& tests) {
  const table::FilterComparison& test = node.comparison;
  const bool byRole = !test.inBackticks && test.column == "label";
  const bool isSource = !test.inBackticks && test.column == "source";
  if (node.kind == table::FilterNode::Kind::compare && (byRole || (test.column == label && !isSource)))
    tests.push_back(&test);
  for (const table::FilterNode& part : node.parts) collectLabelTests(part, label, tests);
}

/// A filter takes records before their classes are renamed, while one of the dataset sees the new names.
void noteFilteredClasses(ImportPlan& plan, const ColumnPlan& label) {
  const TableOptions& options = plan.options.table;
  if (options.where.empty() || options.classMap.empty()) return;
  const auto filter = table::parseFilter(options.where);
  if (!filter) return;
  std::vector<const table::FilterComparison*> tests;
  collectLabelTests(*filter, label.name, tests);
  if (tests.empty()) return;
  const auto isNamed = [&](const std::string& name) {
    return std::ranges::any_of(tests, [&](const auto* test) {
      return std::ranges::find(test->values, name, &table::FilterValue::text) != test->values.end();
    });
  };
  // What the filter names shows best what is meant.
  auto shown = std::ranges::find_if(
      options.classMap, [&](const auto& renamed) { return isNamed(renamed.first) || isNamed(renamed.second); });
  if (shown == options.classMap.end()) shown = options.classMap.begin();
  plan.notes.push_back({MASU_TEXT("core",
                                  "The filter is applied before --class-map renames {1} to {2}: in it, the classes of "
                                  "{0} have the names that the source gives them."),
                        {label.name, shown->first, shown->second}});
}

/// Whole numbers that hardly ever come twice are rather values, such as prices.
void noteNumericClasses(ImportPlan& plan, const ColumnPlan& label) {
  constexpr std::uint64_t kFew = 20;
  const bool isGuess = plan.options.target == store::Target::none && label.kind == Kind::integer;
  if (!isGuess || label.distinct <= kFew || 2 * label.distinct <= label.stats.count) return;
  plan.notes.push_back(
      {MASU_TEXT("core",
                 "Label {0} is read as a class, though its {2} surveyed whole numbers are {1} different "
                 "ones. If it is a value to predict, use --target value."),
       {label.name, std::to_string(label.distinct), std::to_string(label.stats.count)}});
}

void noteLabel(ImportPlan& plan) {
  if (plan.options.labels.empty()) return;
  const auto label = std::ranges::find(plan.columns, plan.options.labels.front(), &ColumnPlan::name);
  if (label == plan.columns.end()) return;
  if (plan.target == store::Target::classes) {
    noteNumericClasses(plan, *label);
    noteSpellings(plan, *label);
    noteCapitals(plan, *label);
    noteFilteredClasses(plan, *label);
  }
  if (plan.target == store::Target::values && plan.options.target == store::Target::none) noteValueLabel(plan, *label);
}

/// The mean is that of a split, which there is none of yet.
void noteMeans(ImportPlan& plan) {
  std::vector<std::string> names;
  for (const ColumnPlan& column : plan.columns) {
    const bool mean = plan.options.missingOf(column.name).policy == MissingPolicy::mean;
    if (mean && column.role == Role::feature && column.stats.missing > 0) names.push_back(column.name);
  }
  if (names.empty()) return;
  plan.notes.push_back({MASU_TEXT("core",
                                  "Missing cells of {0} stay missing in the dataset, and in exports: the mean of the "
                                  "train split replaces them when batches are read, as for training."),
                        {namesListed(names)}});
}

/// An order of dates that makes no difference. Where there are none at all, the commands refuse it.
void noteNeedlessOrder(ImportPlan& plan) {
  if (!plan.options.table.dateOrder) return;
  const auto isDated = [](const ColumnPlan& column) {
    return column.kind == Kind::time && column.role != Role::ignored;
  };
  const auto isNeeded = [&](const ColumnPlan& column) {
    return isDated(column) && (column.forms.orderMatters || column.forms.bound);
  };
  if (std::ranges::none_of(plan.columns, isDated) || std::ranges::any_of(plan.columns, isNeeded)) return;
  plan.notes.push_back({MASU_TEXT("core",
                                  "The dates that were looked at are the same in any order of day, month and year, so "
                                  "that --date-order {0} makes no difference to them."),
                        {std::string(table::name(*plan.options.table.dateOrder))}});
}

void noteColumns(ImportPlan& plan) {
  // A line that declares the delimiter has a note of its own.
  if (const std::uint64_t lines = plan.table().dialect.skippedLines(); lines > 0) {
    plan.notes.push_back({MASU_TEXT("core", "Lines before the table that are skipped: {0}."), {std::to_string(lines)}});
  }
  noteFields(plan);
  noteNeedlessOrder(plan);
  for (const ColumnPlan& column : plan.columns) {
    noteMisfits(plan, column);
    noteWeight(plan, column);
    if (column.role == Role::kept && column.kind == Kind::text && column.tooWide) {
      plan.notes.push_back(
          {column.forms.missingMark
               ? MASU_TEXT("core",
                           "Column {0} holds -9223372036854775808, which stands for a missing value among whole "
                           "numbers of 64 bits, so that it is kept as text, with all digits.")
               : MASU_TEXT("core",
                           "Column {0} holds whole numbers outside the range from -9223372036854775808 to "
                           "9223372036854775807 (signed, 64 bits), so that it is kept as text, with all digits."),
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
    if (column.kind == Kind::empty && !hasStatedKind(plan.options.table, column.name)) {
      plan.notes.push_back(
          {MASU_TEXT("core", "Column {0} has no value where the survey looked, and is left out."), {column.name}});
    }
  }
}

}  // namespace

Message zoneNote(const ColumnPlan& column) {
  return {MASU_TEXT(
              "core",
              "Surveyed times of column {0} that have no zone, such as {2}, where others have one: {1}. They are read "
              "as UTC. Write their zone in the source if it is a different one."),
          {column.name, std::to_string(column.forms.zonelessCount), column.forms.zoneless}};
}

std::vector<Message> notesThatHold(const ImportPlan& plan, table::DType stored) {
  std::vector<Message> notes = plan.notes;
  if (stored == plan.dtype) return notes;
  std::erase_if(notes, [](const Message& note) { return note.text == kTimesMoved; });
  std::vector<Message> moved = timesMoved(plan, stored);
  foldNotes(moved);
  append(notes, moved);
  return notes;
}

void noteTable(ImportPlan& plan) {
  noteColumns(plan);
  if (const auto moved = timesMoved(plan, plan.dtype); !moved.empty() && featuresFit(plan)) append(plan.notes, moved);
  noteForms(plan);
  noteLabel(plan);
  noteMeans(plan);
  foldNotes(plan.notes);
}

}  // namespace masu::ingest

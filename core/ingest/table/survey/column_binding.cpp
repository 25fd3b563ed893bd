// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/table/survey/column_binding.h"

#include <algorithm>
#include <numeric>
#include <string_view>
#include <unordered_set>

#include "core/base/name_list.h"
#include "core/csv/detection/encoding.h"
#include "core/csv/detection/sniffer.h"
#include "core/ingest/plan/column_rules.h"
#include "core/ingest/table/survey/dialect_match.h"
#include "core/ingest/table/survey/table_notes.h"

namespace masu::ingest {

namespace {

constexpr std::uint32_t kNoPlace = static_cast<std::uint32_t>(-1);

/// Which column of the recipe each of the plan's becomes.
struct Matching {
  std::vector<ColumnPlan> ordered;
  std::vector<std::uint32_t> places;  ///< beside the plan's columns
  std::vector<Message> notes = {};
};

/// The order of dates beside others, all of which are the same in any order, as those of ISO 8601.
void noteFirstOrder(Matching& matching, const ColumnPlan& column) {
  const std::string order(table::name(column.dateOrder));
  if (column.dateOrderShown) {
    matching.notes.push_back({MASU_TEXT("core",
                                        "The dates of column {0} are read in the order {1}, as some of them show; "
                                        "those of the recipe or dataset are the same in any order."),
                              {column.name, order}});
  } else if (column.dateOrderOpen || column.yearFirstFits) {
    matching.notes.push_back({MASU_TEXT("core",
                                        "The dates of column {0} can be read in several orders of day, month and year, "
                                        "and those of the recipe or dataset show none: they are read in the order {1}. "
                                        "If that is wrong, write them as YYYY-MM-DD in the source."),
                              {column.name, order}});
  }
}

/// Dates that can be read in one order alone are: the recipe's sources may have had none that show an order. Others
/// are read in that of the recipe, where its dates needed one. Years of two digits come first only where someone says
/// so, then in every source.
void bindOrder(Matching& matching, ColumnPlan& column, const ColumnPlan& known) {
  const bool read = known.kind == table::Kind::time && known.role != table::Role::ignored;
  const bool first = known.forms.orderless;
  column.forms.orderless = column.forms.orderless && first;
  if (first && read) noteFirstOrder(matching, column);
  if (first) return;
  const bool shown = column.dateOrderShown && known.dateOrder != table::DateOrder::yearFirst;
  const bool guessed = !shown && (column.dateOrderOpen || column.dateOrderShown || column.yearFirstFits);
  const bool differs = shown && column.dateOrder != known.dateOrder;
  if (!shown) column.dateOrder = known.dateOrder;
  if (!read || !(guessed || differs)) return;
  const std::string order(table::name(column.dateOrder));
  if (differs) {
    matching.notes.push_back({MASU_TEXT("core",
                                        "The dates of column {0} are read in the order {1}, as some of them show, and "
                                        "not in {2} as in the recipe or dataset."),
                              {column.name, order, std::string(table::name(known.dateOrder))}});
    return;
  }
  matching.notes.push_back({MASU_TEXT("core",
                                      "The dates of column {0} can be read in several orders of day, month and year; "
                                      "they are read in that of the recipe or dataset, {1}."),
                            {column.name, order}});
}

/// A column as it was found, with the choices of the recipe.
void addBound(Matching& matching, const ImportPlan& plan, std::size_t found, const ColumnPlan& known) {
  matching.places[found] = static_cast<std::uint32_t>(matching.ordered.size());
  ColumnPlan& column = matching.ordered.emplace_back(plan.columns[found]);
  column.role = known.role;
  column.kind = known.kind;
  bindOrder(matching, column, known);
  if (column.kind == table::Kind::time && column.role != table::Role::ignored && !column.forms.zoneless.empty())
    matching.notes.push_back(zoneNote(column));
  column.forms.bound = true;
  if (known.forms.times != table::TimeKind::any) column.forms.times = known.forms.times;
  column.origin = known.origin;
  column.rounded = known.rounded;
  column.steps = known.steps;
}

/// `likely`: where it is in most files, so that many columns are not looked through for each.
std::size_t placeIn(const ImportPlan& plan, const std::string& name, std::size_t likely) {
  if (likely < plan.columns.size() && plan.columns[likely].name == name) return likely;
  const auto found = std::ranges::find(plan.columns, name, &ColumnPlan::name);
  return static_cast<std::size_t>(found - plan.columns.begin());
}

void apply(Matching matching, ImportPlan& plan) {
  for (SourceFields& fields : plan.table().fields) {
    if (fields.columns.empty()) {
      fields.columns.resize(matching.places.size());
      std::iota(fields.columns.begin(), fields.columns.end(), 0U);
    }
    for (std::uint32_t& column : fields.columns) column = matching.places[column];
  }
  plan.columns = std::move(matching.ordered);
  plan.notes.insert(plan.notes.end(), matching.notes.begin(), matching.notes.end());
}

/// Some names, and how many there are if these are not all.
std::string listed(const std::vector<std::string_view>& names) {
  constexpr std::size_t kLongest = 100;
  if (names.empty()) return "–";
  std::vector<std::string> first;  // one more than is shown marks a list as cut
  for (std::size_t i = 0; i < std::min(names.size(), kMostListed + 1); ++i)
    first.emplace_back(names[i].substr(0, csv::wellFormedPrefix(names[i].substr(0, kLongest))));
  const bool isWhole = names.size() <= kMostListed;
  return namesListed(first) + (isWhole ? "" : " (" + std::to_string(names.size()) + ")");
}

/// The names of columns that are not among others.
std::string namesBeyond(const std::vector<ColumnPlan>& columns, const std::vector<ColumnPlan>& others) {
  std::unordered_set<std::string_view> known;
  for (const ColumnPlan& column : others) known.insert(column.name);
  std::vector<std::string_view> names;
  for (const ColumnPlan& column : columns) {
    if (!known.contains(column.name)) names.push_back(column.name);
  }
  return listed(names);
}

Error otherColumns(const ImportPlan& plan, const ImportPlan& known) {
  const std::string& file = plan.sources.front().path;
  return {Errc::invalidArgument,
          MASU_TEXT("core",
                    "The columns of {0} are not those of the dataset or recipe that it is imported by. Missing: {1}. "
                    "Unknown: {2}. Rename, add or remove columns."),
          {file, namesBeyond(known.columns, plan.columns), namesBeyond(plan.columns, known.columns)},
          {file, 0, 0}};
}

Result<void> bindAll(ImportPlan& plan, const ImportPlan& known) {
  Matching matching{{}, std::vector<std::uint32_t>(plan.columns.size())};
  for (std::size_t i = 0; i < known.columns.size(); ++i) {
    const ColumnPlan& column = known.columns[i];
    const std::size_t found = placeIn(plan, column.name, i);
    if (found == plan.columns.size()) break;
    addBound(matching, plan, found, column);
  }
  if (matching.ordered.size() != known.columns.size() || matching.ordered.size() != plan.columns.size())
    return fail(otherColumns(plan, known));
  apply(std::move(matching), plan);
  plan.target = known.target;
  plan.classes = known.classes;
  plan.dtype = known.dtype;
  return {};
}

/// Columns without a header are known by their place: as many as the recipe's, or as many without its labels.
/// Errors: another number of columns.
Result<void> nameByPlace(ImportPlan& plan, const ImportPlan& known) {
  if (plan.columns.size() == known.columns.size()) return {};
  std::vector<std::string> names;
  for (const ColumnPlan& column : known.columns) {
    if (column.role != table::Role::label) names.push_back(column.name);
  }
  const std::string& file = plan.sources.front().path;
  if (names.size() != plan.columns.size()) {
    return fail(Errc::invalidArgument,
                MASU_TEXT("core",
                          "{0} has no header and {1} columns; the model learned from {2}. Without names, columns are "
                          "known by their place alone: leave none out but the label."),
                {file, std::to_string(plan.columns.size()), std::to_string(known.columns.size())}, {file, 0, 0});
  }
  for (std::size_t i = 0; i < names.size(); ++i) plan.columns[i].name = std::move(names[i]);
  plan.notes.push_back(
      {MASU_TEXT("core",
                 "{0} has no header and no label: its {1} columns are taken for the other columns that "
                 "the model learned from, in their order."),
       {file, std::to_string(plan.columns.size())}});
  return {};
}

Result<void> checkInputs(const ImportPlan& plan, const ImportPlan& known) {
  std::vector<std::string_view> missing;
  for (std::size_t i = 0; i < known.columns.size(); ++i) {
    const ColumnPlan& column = known.columns[i];
    if (column.isInput() && placeIn(plan, column.name, i) == plan.columns.size()) missing.push_back(column.name);
  }
  if (missing.empty()) return {};
  std::vector<std::string_view> found;
  for (const ColumnPlan& column : plan.columns) found.push_back(column.name);
  const std::string& file = plan.sources.front().path;
  return fail(Errc::invalidArgument,
              MASU_TEXT("core",
                        "{0} lacks {1} of the columns that the model learned from: {2}. Its first line, delimited by "
                        "{3}, names {4}. Add the columns, or name them there."),
              {file, std::to_string(missing.size()), listed(missing),
               csv::shownCharacter(plan.table().dialect.delimiter), listed(found)},
              {file, 0, 0});
}

Result<void> bindInputs(ImportPlan& plan, const ImportPlan& known) {
  if (!plan.table().dialect.header) MASU_CHECK(nameByPlace(plan, known));
  MASU_CHECK(checkInputs(plan, known));
  Matching matching{{}, std::vector<std::uint32_t>(plan.columns.size(), kNoPlace)};
  for (std::size_t i = 0; i < known.columns.size(); ++i) {
    const ColumnPlan& column = known.columns[i];
    if (const std::size_t found = placeIn(plan, column.name, i); found < plan.columns.size())
      addBound(matching, plan, found, column);
  }
  for (std::size_t i = 0; i < plan.columns.size(); ++i) {
    if (matching.places[i] != kNoPlace) continue;
    matching.places[i] = static_cast<std::uint32_t>(matching.ordered.size());
    matching.ordered.push_back(plan.columns[i]);
    matching.ordered.back().role = table::Role::ignored;
  }
  for (ColumnPlan& column : matching.ordered) {
    if (column.isInput()) continue;
    column.role = table::Role::ignored;
    // Nobody needs to know what a column holds that no model has seen.
    if (column.kind == table::Kind::empty) column.kind = table::Kind::text;
  }
  apply(std::move(matching), plan);
  plan.target = store::Target::none;
  plan.classes.clear();
  plan.dtype = known.dtype;
  return {};
}

}  // namespace

Result<void> bindColumns(ImportPlan& plan, const ImportPlan& known, Binding binding) {
  return binding == Binding::all ? bindAll(plan, known) : bindInputs(plan, known);
}

}  // namespace masu::ingest

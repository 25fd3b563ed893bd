// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/plan/column_rules.h"

#include <algorithm>
#include <cmath>

#include "core/base/edit_distance.h"
#include "core/base/name_list.h"
#include "core/csv/numbers/cell_parser.h"
#include "core/csv/numbers/whole_number.h"

namespace masu::ingest {

namespace {

bool equalsIgnoringCase(std::string_view text, std::string_view lower) {
  return text.size() == lower.size() &&
         std::equal(text.begin(), text.end(), lower.begin(), [](char a, char b) { return (a | 0x20) == b; });
}

bool sameIgnoringCase(char a, char b) {
  return (a | 0x20) == (b | 0x20);
}

}  // namespace

std::string columnsListed(const std::vector<ColumnPlan>& columns) {
  std::vector<std::string> names;
  for (const ColumnPlan& column : columns) names.push_back(column.name);
  return namesListed(names);
}

std::string firstSource(const ImportPlan& plan) {
  return plan.sources.empty() ? std::string() : plan.sources.front().path;
}

Result<std::size_t> columnNamed(const ImportPlan& plan, const std::string& name) {
  const std::vector<ColumnPlan>& columns = plan.columns;
  const std::string file = firstSource(plan);
  if (const auto found = std::ranges::find(columns, name, &ColumnPlan::name); found != columns.end())
    return static_cast<std::size_t>(found - columns.begin());
  const ColumnPlan* nearest = nullptr;
  // Beyond half of its letters a name is another one, and no slip.
  std::size_t distance = std::min(std::max<std::size_t>(2, name.size() / 3), name.size() / 2) + 1;
  for (const ColumnPlan& column : columns) {
    const std::size_t found = editDistance(column.name, name, sameIgnoringCase);
    if (found < distance) {
      distance = found;
      nearest = &column;
    }
  }
  if (nearest != nullptr) {
    return fail(Errc::notFound, MASU_TEXT("core", "There is no column {0} in {1}. Did you mean {2}?"),
                {name, file, nearest->name}, {file, 0, 0});
  }
  return fail(Errc::notFound, MASU_TEXT("core", "There is no column {0} in {1}; its columns are {2}."),
              {name, file, columnsListed(columns)}, {file, 0, 0});
}

table::Role inputRole(table::Kind kind) {
  const bool words = kind == table::Kind::text || kind == table::Kind::category;
  return words ? table::Role::category : table::Role::feature;
}

bool isKeptText(const ColumnPlan& column) {
  return column.role == table::Role::kept && !table::isNumeric(column.kind);
}

std::uint64_t missingCells(const ColumnPlan& column) {
  return isKeptText(column) ? column.forms.empty : column.stats.missing;
}

std::uint64_t distinctCells(const ColumnPlan& column) {
  return isKeptText(column) ? column.forms.texts : column.distinct;
}

bool isMissingCell(table::Kind kind, std::string_view text, const csv::CellParser& cells) {
  if (cells.isMissing(text)) return true;
  double value = 0;
  return missesNan(kind) && cells.number(text, value) == csv::NumberStatus::number && std::isnan(value);
}

void giveRole(ImportPlan& plan, std::size_t column, table::Role role) {
  ColumnPlan& changed = plan.columns[column];
  if (role == table::Role::label || changed.role == table::Role::label) plan.options.table.classMap.clear();
  const bool single = role == table::Role::label || role == table::Role::weight;
  for (ColumnPlan& other : plan.columns) {
    if (single && other.role == role) other.role = inputRole(other.kind);
  }
  changed.role = role;
}

std::string classText(std::string_view cell, bool integers, const TableOptions& options) {
  for (const auto& [from, to] : options.classMap) {
    if (cell == from) return to;
  }
  std::int64_t value = 0;
  return integers && csv::parseInteger(cell, value) ? std::to_string(value) : std::string(cell);
}

bool hasStatedKind(const TableOptions& options, std::string_view column) {
  return std::ranges::any_of(options.kinds, [&](const auto& stated) { return stated.first == column; });
}

bool isZeroLed(std::string_view text) {
  std::string_view digits = text;
  if (digits.starts_with('-') || digits.starts_with('+')) digits.remove_prefix(1);
  csv::Whole whole;
  return digits.size() > 1 && digits.front() == '0' && csv::parseWhole(text, '\0', whole);
}

bool watchesZeros(const ImportPlan& plan, const ColumnPlan& column) {
  const bool classes = column.role == table::Role::label && plan.target == store::Target::classes;
  return column.kind == table::Kind::integer && (classes || column.role == table::Role::kept) && !column.rounded &&
         !hasStatedKind(plan.options.table, column.name);
}

bool keepsDigits(const ImportPlan& plan, const ColumnPlan& column) {
  return column.kind == table::Kind::integer && !column.zeroLed.empty() &&
         !hasStatedKind(plan.options.table, column.name);
}

int booleanFrom(std::string_view text) {
  if (equalsIgnoringCase(text, "true") || equalsIgnoringCase(text, "yes")) return 1;
  if (equalsIgnoringCase(text, "false") || equalsIgnoringCase(text, "no")) return 0;
  return -1;
}

}  // namespace masu::ingest

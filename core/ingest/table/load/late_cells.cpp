// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/table/load/late_cells.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "core/ingest/journal/reject.h"
#include "core/table/time_text.h"

namespace masu::ingest {

namespace {

Message shownPlace(const Location& where) {
  return {MASU_TEXT("core", "{0}, line {1}"), {where.file, std::to_string(where.line)}};
}

constexpr std::size_t kOrders = 3;

}  // namespace

LateCells::LateCells(const ImportPlan& plan, const TableLayout& layout)
    : m_plan(plan), m_layout(layout), m_zeroLed(layout.digits.size()), m_orders(kOrders * layout.times.size()) {}

/// A number that would not read back as it is written, or a class that would become another.
Error LateCells::zerosLost(const ColumnPlan& column, const std::string& cell, Location where) const {
  const char* const sentence =
      column.role == table::Role::label
          ? MASU_TEXT("core",
                      "The label {0} holds {1} ({2}), a whole number with zeros before it, of which the survey had met "
                      "none: the zeros would be lost, and different classes become one. Nothing was imported. Give "
                      "--type {0}=category to keep each as a class of its own, or --type {0}=number to count them as "
                      "one.")
          : MASU_TEXT("core",
                      "Column {0} holds {1} ({2}), a whole number with zeros before it, of which the survey had met "
                      "none: stored as a number, it would lose the zeros. Nothing was imported. Give --text {0} in "
                      "place of --keep {0} to keep all digits, or --type {0}=number to keep the numbers alone.");
  Error error(Errc::unsupported, sentence, {column.name, cell, shownPlace(where)});
  error.source = std::move(where);
  return error;
}

/// All other dates of the column may be wrong, too, and do not show it.
Error LateCells::orderWrong(const ColumnPlan& column, const std::string& cell, table::DateOrder other,
                            Location where) const {
  Error error(Errc::unsupported,
              MASU_TEXT("core",
                        "Column {0} holds {1} ({2}), which is a date in the order {3} alone, while the order {4} that "
                        "the column is read in was a guess: all its dates may have day and month exchanged. Nothing "
                        "was imported. Give the order by --date-order {3}, or by --date-order {4} to reject such "
                        "dates."),
              {column.name, cell, shownPlace(where), std::string(table::name(other)),
               std::string(table::name(column.dateOrder))});
  error.source = std::move(where);
  return error;
}

/// Neither did somebody say it nor did the surveyed dates show it.
bool LateCells::isOrderGuessed(const ColumnPlan& column) const {
  return !column.forms.bound && !m_plan.options.table.dateOrder && !column.dateOrderShown;
}

bool LateCells::meet(Met& met, const Found& found, const ParsedBlock& block, LineCursor& cursor,
                     Location& where) const {
  const bool isFirst = met.count == 0;
  met.count += found.count;
  if (!isFirst) return false;
  where = placeOf(block.text, found.offset, m_plan.sources[block.source].path, cursor);
  met.source = block.source;
  met.line = where.line;
  return true;
}

Result<void> LateCells::addZeros(std::size_t place, const ParsedBlock& block, LineCursor& cursor) {
  const ZeroLedCells& cells = block.zeroLed[place];
  if (cells.count == 0) return {};
  Location where;
  if (!meet(m_zeroLed[place], {cells.count, cells.first, cells.offset}, block, cursor, where)) return {};
  const ColumnPlan& column = m_plan.columns[m_layout.digits[place]];
  if (column.forms.bound) return {};
  return fail(zerosLost(column, cells.first, std::move(where)));
}

Result<void> LateCells::addOrder(std::size_t column, const Found& found, const ParsedBlock& block, LineCursor& cursor) {
  const ColumnPlan& plan = m_plan.columns[column];
  const auto at = std::ranges::find(m_layout.times, column);
  const std::optional<table::DateOrder> other = table::otherOrderOf(found.first, plan.dateOrder);
  if (at == m_layout.times.end() || !other) return {};
  const auto place = static_cast<std::size_t>(at - m_layout.times.begin());
  Location where;
  Met& met = m_orders[kOrders * place + static_cast<std::size_t>(*other)];
  if (!meet(met, found, block, cursor, where) || !isOrderGuessed(plan)) return {};
  return fail(orderWrong(plan, found.first, *other, std::move(where)));
}

Result<void> LateCells::add(const ParsedBlock& block, LineCursor& cursor) {
  for (std::size_t place = 0; place < m_zeroLed.size(); ++place) MASU_CHECK(addZeros(place, block, cursor));
  for (const Reject& reject : block.rejects) {
    if (reject.reason == RejectReason::otherDateOrder)
      MASU_CHECK(addOrder(reject.column, {1, reject.cell, reject.offset}, block, cursor));
  }
  for (const auto& [key, repaired] : block.repairs.counts) {
    if (key.reason != RejectReason::otherDateOrder || repaired.examples.empty()) continue;
    const BlockRepairs::Example& first = repaired.examples.front();
    MASU_CHECK(addOrder(key.column, {repaired.records, first.text, first.offset}, block, cursor));
  }
  return {};
}

std::vector<Message> LateCells::notes() const {
  std::vector<Message> notes;
  noteZeros(notes);
  noteOrders(notes);
  return notes;
}

void LateCells::noteZeros(std::vector<Message>& notes) const {
  for (std::size_t place = 0; place < m_zeroLed.size(); ++place) {
    const Met& met = m_zeroLed[place];
    if (met.count == 0) continue;
    const ColumnPlan& column = m_plan.columns[m_layout.digits[place]];
    notes.push_back(
        {column.role == table::Role::label
             ? MASU_TEXT("core",
                         "Labels {0} with zeros before a whole number, which count as the class without the zeros, as "
                         "in the recipe or dataset: {1}, the first in line {3} of {2}.")
             : MASU_TEXT("core",
                         "Cells of column {0} with zeros before a whole number, which are stored without the zeros, as "
                         "in the recipe or dataset: {1}, the first in line {3} of {2}."),
         {column.name, std::to_string(met.count), m_plan.sources[met.source].path, std::to_string(met.line)}});
  }
}

void LateCells::noteOrders(std::vector<Message>& notes) const {
  for (std::size_t place = 0; place < m_orders.size(); ++place) {
    const Met& met = m_orders[place];
    if (met.count == 0) continue;
    const ColumnPlan& column = m_plan.columns[m_layout.times[place / kOrders]];
    const std::string other(table::name(static_cast<table::DateOrder>(place % kOrders)));
    notes.push_back({MASU_TEXT("core",
                               "Cells of column {0} that are dates in the order {2} alone, while the column is read in "
                               "the order {3}: {1}, the first in line {5} of {4}. All other dates of the column may "
                               "have day and month exchanged; if they have, import again with --date-order {2}."),
                     {column.name, std::to_string(met.count), other, std::string(table::name(column.dateOrder)),
                      m_plan.sources[met.source].path, std::to_string(met.line)}});
  }
}

void LateCells::save(ByteWriter& state) const {
  state.put(m_zeroLed);
  state.put(m_orders);
}

bool LateCells::restore(ByteReader& state) {
  bool fits = true;
  for (std::vector<Met>* each : {&m_zeroLed, &m_orders}) {
    const std::size_t expected = each->size();
    state.get(*each);
    const auto isKnown = [&](const Met& met) { return met.source < m_plan.sources.size(); };
    fits = fits && each->size() == expected && std::ranges::all_of(*each, isKnown);
  }
  return fits;
}

}  // namespace masu::ingest

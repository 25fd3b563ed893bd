// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/csv/detection/header_rows.h"

#include <algorithm>
#include <span>

#include "core/csv/numbers/cell_parser.h"

namespace masu::csv {

namespace {

enum class Cell { missing, number, word };

using Rows = std::span<const std::vector<std::string>>;

Cell cellAt(const std::vector<std::string>& record, std::size_t column, const CellParser& parser) {
  double value = 0;
  if (column >= record.size() || record[column].empty() || parser.isMissing(record[column])) return Cell::missing;
  return parser.number(record[column], value) == NumberStatus::number ? Cell::number : Cell::word;
}

/// Whether all cells are numbers, but for those that are missing; a few of them say nothing.
bool areNumbers(Rows rows, std::size_t column, const CellParser& parser) {
  constexpr std::size_t kSome = 3;
  std::size_t numbers = 0;
  for (const std::vector<std::string>& record : rows) {
    const Cell cell = cellAt(record, column, parser);
    if (cell == Cell::word) return false;
    numbers += cell == Cell::number ? 1 : 0;
  }
  return numbers >= kSome;
}

bool holdsNumber(const std::vector<std::string>& record, const CellParser& parser) {
  for (std::size_t column = 0; column < record.size(); ++column) {
    if (cellAt(record, column, parser) == Cell::number) return true;
  }
  return false;
}

}  // namespace

HeaderRows headerRowsIn(const Records& records, const Dialect& dialect, std::size_t most) {
  constexpr std::size_t kSeveral = 2;
  const CellParser parser(dialect);
  HeaderRows found;
  while (found.rows < std::min(most, records.size()) && !holdsNumber(records[found.rows], parser)) ++found.rows;
  if (found.rows == 0) return {};
  const Rows below = Rows(records).subspan(found.rows);
  const std::vector<std::string>& last = records[found.rows - 1];
  for (std::size_t column = 0; column < last.size(); ++column) {
    if (cellAt(last, column, parser) != Cell::word || !areNumbers(below, column, parser)) continue;
    if (found.columns++ == 0) found.word = last[column];
  }
  return found.columns < kSeveral ? HeaderRows{} : found;
}

}  // namespace masu::csv

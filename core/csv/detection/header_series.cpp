// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>

#include "core/csv/detection/header_evidence.h"

namespace masu::csv {

namespace {

std::optional<int> yearIn(const std::string& cell) {
  int year = 0;
  const auto [end, error] = std::from_chars(cell.data(), cell.data() + cell.size(), year);
  const bool whole = error == std::errc() && end == cell.data() + cell.size();
  return whole && isYear(year) ? std::optional(year) : std::nullopt;
}

/// Whether years name columns. Some other column has a word.
bool namesYears(const std::vector<std::vector<std::string>>& records, const CellParser& parser) {
  std::vector<int> years;
  bool words = false;
  double value = 0;
  for (std::size_t column = 0; column < records.front().size(); ++column) {
    const std::string& first = records.front()[column];
    const std::optional<int> year = yearIn(first);
    words = words || !year;
    if (year) years.push_back(*year);
    if (!year && parser.number(first, value) == NumberStatus::number) return false;
    for (std::size_t i = 1; i < records.size(); ++i) {
      if (column >= records[i].size() || parser.isMissing(records[i][column])) continue;
      const std::string& cell = records[i][column];
      const bool number = parser.number(cell, value) == NumberStatus::number;
      if (year ? !number || yearIn(cell) : cell == first) return false;
    }
  }
  if (!words || years.size() < 2 || records.size() < 2 || years[0] == years[1]) return false;
  for (std::size_t i = 2; i < years.size(); ++i) {
    if (years[i] - years[i - 1] != years[1] - years[0]) return false;
  }
  return true;
}

/// The numbers of a record that are each one more than the one before.
struct CountedCells {
  std::size_t count = 0;  ///< 0: some number is not
  double first = 0;
};

CountedCells countedCells(const std::vector<std::string>& record, const CellParser& parser) {
  CountedCells cells;
  double value = 0;
  for (const std::string& cell : record) {
    if (parser.isMissing(cell) || parser.number(cell, value) != NumberStatus::number) continue;
    if (cells.count == 0) cells.first = value;
    if (value != cells.first + static_cast<double>(cells.count)) return {};
    ++cells.count;
  }
  return cells;
}

/// Whether the numbers count the columns. A record of data may do so, too, such as an order of a few things: no other
/// record does, and either they are many, or they are from 0 and not all below are whole numbers.
bool countsColumns(const std::vector<std::vector<std::string>>& records, const CellParser& parser) {
  constexpr std::size_t kFew = 4;
  constexpr std::size_t kMany = 10;
  const std::vector<std::string>& first = records.front();
  const CountedCells names = countedCells(first, parser);
  const bool many = names.count >= kMany && (names.first == 0 || names.first == 1);
  const bool few = names.count >= kFew && names.first == 0;
  if (!(many || few) || records.size() < 2) return false;
  bool others = many;
  double value = 0;
  for (std::size_t i = 1; i < records.size(); ++i) {
    if (countedCells(records[i], parser).count >= kFew) return false;
    for (std::size_t column = 0; column < std::min(first.size(), records[i].size()); ++column) {
      const std::string& cell = records[i][column];
      if (parser.isMissing(cell)) continue;
      if (parser.number(first[column], value) != NumberStatus::number) {
        if (cell == first[column]) return false;
        continue;
      }
      others = others || parser.number(cell, value) != NumberStatus::number || value != std::floor(value);
    }
  }
  return others;
}

}  // namespace

bool namesSeries(const std::vector<std::vector<std::string>>& records, const CellParser& parser) {
  return namesYears(records, parser) || countsColumns(records, parser);
}

}  // namespace masu::csv

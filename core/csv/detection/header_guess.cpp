// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/csv/detection/header_guess.h"

#include <charconv>
#include <cmath>
#include <optional>
#include <unordered_set>

#include "core/csv/detection/header_evidence.h"
#include "core/csv/numbers/cell_parser.h"

namespace masu::csv {

namespace {

/// Where every column is alike, so much is enough.
constexpr double kEnough = 0.5;

std::optional<int> yearIn(const std::string& cell) {
  constexpr int kFirst = 1900;
  constexpr int kLast = 2100;
  int year = 0;
  const auto [end, error] = std::from_chars(cell.data(), cell.data() + cell.size(), year);
  const bool whole = error == std::errc() && end == cell.data() + cell.size();
  return whole && year >= kFirst && year <= kLast ? std::optional(year) : std::nullopt;
}

/// Whether the first record names columns after years, two or more that follow each other evenly, over numbers that are
/// no years; the other columns have words that do not occur again below.
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

/// Cells that differ, and none of which is empty.
bool areDifferent(const std::vector<std::string>& cells) {
  const std::unordered_set<std::string> names(cells.begin(), cells.end());
  return names.size() == cells.size() && !names.contains("");
}

}  // namespace

HeaderGuess guessHeader(const std::vector<std::vector<std::string>>& records, const Dialect& dialect) {
  if (records.empty()) return {false, 1};
  const CellParser parser(dialect);
  double with = 0;
  double against = 0;
  for (std::size_t column = 0; column < records.front().size(); ++column) {
    const double evidence = headerEvidence(records, column, parser).weight;
    (evidence > 0 ? with : against) += std::fabs(evidence);
  }
  // Rounding must not decide between two that are equal.
  constexpr double kClearly = 1e-6;
  constexpr double kUncontested = 0.75;
  if (against == 0 && with < kEnough) return {areDifferent(records.front()), kUncontested};
  const bool years = with <= against + kClearly && namesYears(records, parser);
  const double all = with + against;
  const double margin = std::fabs(with - against) / all;
  HeaderGuess guess{years || with > against + kClearly, 0.5 + 0.5 * margin * (1 - std::exp(-all))};
  if (years || against == 0) guess.confidence = std::fmax(guess.confidence, kUncontested);
  return guess;
}

}  // namespace masu::csv

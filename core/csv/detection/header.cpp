// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/csv/detection/header.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <unordered_map>
#include <unordered_set>

#include "core/csv/numbers/cell_parser.h"

namespace masu::csv {

namespace {

enum class Evidence { none, header, again, data };

/// What one column says about its first cell.
Evidence evidenceOf(const std::vector<std::vector<std::string>>& records, std::size_t column,
                    const CellParser& parser) {
  double value = 0;
  const std::string& first = records.front()[column];
  if (parser.number(first, value) == NumberStatus::number) return Evidence::data;
  if (first.empty()) return Evidence::none;
  if (parser.isMissing(first)) return Evidence::data;
  std::size_t numbers = 0;
  std::size_t texts = 0;
  bool again = false;
  for (std::size_t i = 1; i < records.size(); ++i) {
    if (column >= records[i].size()) continue;
    const std::string& cell = records[i][column];
    if (parser.isMissing(cell)) continue;
    ++(parser.number(cell, value) == NumberStatus::number ? numbers : texts);
    again = again || cell == first;
  }
  if (numbers > 4 * texts) return Evidence::header;
  return again ? Evidence::again : Evidence::none;
}

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

}  // namespace

bool hasHeader(const std::vector<std::vector<std::string>>& records, const Dialect& dialect) {
  if (records.empty()) return false;
  const CellParser parser(dialect);
  std::size_t header = 0;
  std::size_t again = 0;
  for (std::size_t column = 0; column < records.front().size(); ++column) {
    const Evidence evidence = evidenceOf(records, column, parser);
    if (evidence == Evidence::data) return namesYears(records, parser);
    header += evidence == Evidence::header ? 1 : 0;
    again += evidence == Evidence::again ? 1 : 0;
  }
  // A word that occurs again may be a name by chance, where most columns say that it is.
  if (header > again) return true;
  if (again > 0) return false;
  const auto& first = records.front();
  const std::unordered_set<std::string> names(first.begin(), first.end());
  return names.size() == first.size() && !names.contains("");
}

std::vector<std::string> columnNames(const std::vector<std::string>* header, std::size_t count) {
  std::vector<std::string> names(count);
  std::unordered_set<std::string> taken;
  std::vector<std::size_t> later;
  // A name of the file's own stays with the first column that has it.
  for (std::size_t i = 0; i < count; ++i) {
    names[i] = header != nullptr && i < header->size() ? (*header)[i] : "";
    // A header may be in a comment.
    if (i == 0 && names[i].starts_with('#'))
      names[i].erase(0, std::min(names[i].find_first_not_of("# \t"), names[i].size()));
    if (names[i].empty() || !taken.insert(names[i]).second) later.push_back(i);
  }
  std::unordered_map<std::string, int> times;
  for (const std::size_t i : later) {
    std::string& name = names[i];
    if (name.empty()) name = "c" + std::to_string(i + 1);
    const std::string base = name;
    int& again = times.try_emplace(base, 1).first->second;
    while (!taken.insert(name).second) name = base + " (" + std::to_string(++again) + ")";
  }
  return names;
}

std::vector<std::string> renamedColumns(const std::vector<std::string>& header, const std::vector<std::string>& names) {
  std::vector<std::string> renamed;
  for (std::size_t i = 1; i < std::min(header.size(), names.size()); ++i) {
    if (!header[i].empty() && header[i] != names[i]) renamed.push_back(names[i]);
  }
  return renamed;
}

}  // namespace masu::csv

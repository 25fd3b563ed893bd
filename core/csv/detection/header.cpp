// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/csv/detection/header.h"

#include <algorithm>
#include <unordered_set>

#include "core/csv/numbers/cell_parser.h"

namespace masu::csv {

namespace {

enum class Evidence { none, header, data };

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
  return again ? Evidence::data : Evidence::none;
}

}  // namespace

bool hasHeader(const std::vector<std::vector<std::string>>& records, const Dialect& dialect) {
  if (records.empty()) return false;
  const CellParser parser(dialect);
  bool header = false;
  for (std::size_t column = 0; column < records.front().size(); ++column) {
    const Evidence evidence = evidenceOf(records, column, parser);
    if (evidence == Evidence::data) return false;
    header = header || evidence == Evidence::header;
  }
  if (header) return true;
  const auto& first = records.front();
  const std::unordered_set<std::string> names(first.begin(), first.end());
  return names.size() == first.size() && !names.contains("");
}

std::vector<std::string> columnNames(const std::vector<std::string>* header, std::size_t count) {
  std::vector<std::string> names;
  std::unordered_set<std::string> taken;
  for (std::size_t i = 0; i < count; ++i) {
    std::string name = header != nullptr && i < header->size() ? (*header)[i] : "";
    // A header may be in a comment.
    if (i == 0 && name.starts_with('#')) name.erase(0, std::min(name.find_first_not_of("# \t"), name.size()));
    if (name.empty()) name = "c" + std::to_string(i + 1);
    const std::string base = name;
    for (int again = 2; !taken.insert(name).second; ++again) name = base + " (" + std::to_string(again) + ")";
    names.push_back(name);
  }
  return names;
}

}  // namespace masu::csv

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/csv/detection/header.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

namespace masu::csv {

std::vector<std::string> columnNames(const std::vector<std::string>* header, std::size_t count, bool mayBeComment) {
  std::vector<std::string> names(count);
  std::unordered_set<std::string> taken;
  std::vector<std::size_t> later;
  // A name of the file's own stays with the first column that has it.
  for (std::size_t i = 0; i < count; ++i) {
    names[i] = header != nullptr && i < header->size() ? (*header)[i] : "";
    // A header may be in a comment.
    if (mayBeComment && i == 0 && names[i].starts_with('#'))
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

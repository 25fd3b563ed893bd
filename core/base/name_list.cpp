// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/name_list.h"

#include <algorithm>

#include "core/base/ascii.h"

namespace masu {

namespace {

constexpr std::string_view kBlanks = " \t";

/// The bytes of a name in quotes at the front of a list, with its quotes; 0 where there is none that ends before a
/// comma or the end of the list: such a quote belongs to the name.
std::size_t quotedLength(std::string_view list) {
  if (!list.starts_with('"')) return 0;
  for (std::size_t i = 1; i < list.size(); ++i) {
    if (list[i] != '"') continue;
    if (i + 1 < list.size() && list[i + 1] == '"') {
      ++i;
      continue;
    }
    const std::size_t next = list.find_first_not_of(kBlanks, i + 1);
    return next == std::string_view::npos || list[next] == ',' ? i + 1 : 0;
  }
  return 0;
}

std::string withoutQuotes(std::string_view quoted) {
  std::string name;
  for (std::size_t i = 1; i + 1 < quoted.size(); ++i) {
    name += quoted[i];
    if (quoted[i] == '"') ++i;
  }
  return name;
}

}  // namespace

std::string namesListed(const std::vector<std::string>& names, std::size_t most) {
  std::string text;
  for (std::size_t i = 0; i < std::min(names.size(), most); ++i) text += (i == 0 ? "" : ", ") + names[i];
  return names.size() > most ? text + " …" : text;
}

std::vector<std::string> namesFrom(std::string_view list) {
  std::vector<std::string> names;
  for (;;) {
    list.remove_prefix(std::min(list.find_first_not_of(kBlanks), list.size()));
    const std::size_t quoted = quotedLength(list);
    const std::size_t end = std::min(list.find(',', quoted), list.size());
    std::string name =
        quoted > 0 ? withoutQuotes(list.substr(0, quoted)) : std::string(withoutBlanks(list.substr(0, end)));
    if (!name.empty()) names.push_back(std::move(name));
    if (end == list.size()) return names;
    list.remove_prefix(end + 1);
  }
}

std::string namesWritten(const std::vector<std::string>& names) {
  std::string list;
  for (const std::string& name : names) {
    list += list.empty() ? "" : ", ";
    const bool isPlain = name.find(',') == std::string::npos && !name.starts_with('"') && name == withoutBlanks(name);
    if (isPlain) {
      list += name;
      continue;
    }
    list += '"';
    for (const char c : name) list += c == '"' ? std::string("\"\"") : std::string(1, c);
    list += '"';
  }
  return list;
}

}  // namespace masu

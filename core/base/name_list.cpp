// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/name_list.h"

#include <algorithm>

namespace masu {

std::string namesListed(const std::vector<std::string>& names, std::size_t most) {
  std::string text;
  for (std::size_t i = 0; i < std::min(names.size(), most); ++i) text += (i == 0 ? "" : ", ") + names[i];
  return names.size() > most ? text + " …" : text;
}

}  // namespace masu

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/table/unit_text.h"

#include <algorithm>
#include <array>

namespace masu::table {

std::string plainUnit(std::string_view unit) {
  // MICRO SIGN and GREEK SMALL LETTER MU, in UTF-8.
  constexpr std::array<std::string_view, 2> kMicro = {"\xC2\xB5", "\xCE\xBC"};
  std::string plain;
  while (!unit.empty()) {
    const auto micro = std::ranges::find_if(kMicro, [&](std::string_view letter) { return unit.starts_with(letter); });
    plain += micro == kMicro.end() ? unit.front() : 'u';
    unit.remove_prefix(micro == kMicro.end() ? 1 : micro->size());
  }
  return plain;
}

bool isSameUnit(std::string_view one, std::string_view other) {
  return plainUnit(one) == plainUnit(other);
}

}  // namespace masu::table

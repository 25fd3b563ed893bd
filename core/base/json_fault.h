// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace masu {

/// A place in a text; both count from 1.
struct TextPlace {
  std::uint64_t line = 1;
  std::uint64_t column = 1;  ///< in bytes
};

/// Where a text stops being JSON; nothing where all of it is.
std::optional<TextPlace> jsonFault(std::string_view text);

}  // namespace masu

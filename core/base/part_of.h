// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace masu {

/// One of the parts into which work is divided among workers, each of which knows its own and how many there are.
struct PartOf {
  static constexpr std::uint64_t kMost = 10'000;

  std::uint64_t number = 1;  ///< from 1 to count
  std::uint64_t count = 1;   ///< up to kMost
};

/// As a command line writes it, "2/4". Nothing for any other text, and for a part beyond the count.
std::optional<PartOf> partFrom(std::string_view text);
std::string name(const PartOf& part);

}  // namespace masu

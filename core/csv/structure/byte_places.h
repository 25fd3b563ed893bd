// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace masu::csv {

/// The numbers 0 … 63, a byte each: the places in a vector of 64 bytes.
alignas(64) inline constexpr auto kBytePlaces = [] {
  std::array<std::uint8_t, 64> places{};
  for (std::size_t i = 0; i < places.size(); ++i) places[i] = static_cast<std::uint8_t>(i);
  return places;
}();

}  // namespace masu::csv

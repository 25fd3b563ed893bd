// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <bit>
#include <cstdint>

#include "core/table/dtype.h"

namespace masu::loader {

/// floatFromHalf without a branch, for loops that are to become vectors: the exponent is set right by a multiplication
/// that is exact (also for what is denormal as a half), and infinity and NaN keep theirs.
[[gnu::always_inline]] inline float floatFromHalfBits(std::uint16_t bits) {
  const std::uint32_t magnitude = (bits & 0x7FFFU) << 13U;
  const auto finite = std::bit_cast<std::uint32_t>(std::bit_cast<float>(magnitude) * 0x1p112F);
  const std::uint32_t exponent = (bits & 0x7C00U) == 0x7C00U ? 0x7F800000U | magnitude : finite;
  return std::bit_cast<float>(exponent | static_cast<std::uint32_t>(bits & 0x8000U) << 16U);
}

/// A stored element as a number to calculate with.
template <class Real, class Stored>
[[gnu::always_inline]] inline Real valueOf(Stored stored) {
  return static_cast<Real>(stored);
}
template <class Real>
[[gnu::always_inline]] inline Real valueOf(table::Half stored) {
  return static_cast<Real>(floatFromHalfBits(stored.bits));
}

}  // namespace masu::loader

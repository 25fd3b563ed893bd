// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace masu::estimate {

/// In which numbers a device multiplies. Masu trains in f32; the others are for runs elsewhere.
enum class Precision : std::uint8_t {
  f32,
  tf32,  ///< f32 in memory, cut to 10 bits of fraction where matrices are multiplied
  f16,
  bf16,
  i8,
};
inline constexpr std::array kPrecisions = {Precision::f32, Precision::tf32, Precision::f16, Precision::bf16,
                                           Precision::i8};

/// One figure for each.
using PerPrecision = std::array<double, kPrecisions.size()>;
constexpr std::size_t indexOf(Precision precision) {
  return static_cast<std::size_t>(precision);
}

std::string_view name(Precision precision);
/// Nothing where there is none of that name.
std::optional<Precision> precisionFrom(std::string_view name);
/// What a value takes in memory.
double bytesOf(Precision precision);

}  // namespace masu::estimate

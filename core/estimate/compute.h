#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace masu::estimate {

/// In which numbers a device multiplies. Masu trains in f32; the others are for runs elsewhere.
enum class Compute : std::uint8_t {
  f32,
  tf32,  ///< f32 in memory, cut to 10 bits of fraction where matrices are multiplied
  f16,
  bf16,
  i8,
};
inline constexpr std::array kComputes = {Compute::f32, Compute::tf32, Compute::f16, Compute::bf16, Compute::i8};

/// One figure for each.
using PerCompute = std::array<double, kComputes.size()>;
constexpr std::size_t indexOf(Compute compute) {
  return static_cast<std::size_t>(compute);
}

std::string_view name(Compute compute);
/// Nothing where there is none of that name.
std::optional<Compute> computeFrom(std::string_view name);
/// What a value takes in memory.
double bytesOf(Compute compute);

}  // namespace masu::estimate

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/half.h"

#include <bit>
#include <cmath>

namespace masu {

namespace {

/// Rounds a positive significand to nearest even after dropping `shift` low bits.
std::uint64_t roundShift(std::uint64_t significand, unsigned shift) {
  if (shift > 63) return 0;
  const std::uint64_t kept = significand >> shift;
  const std::uint64_t rest = significand & ((std::uint64_t{1} << shift) - 1);
  const std::uint64_t half = std::uint64_t{1} << (shift - 1);
  return kept + (rest > half || (rest == half && (kept & 1)) ? 1 : 0);
}

}  // namespace

std::uint16_t halfFromDouble(double value) {
  const auto bits = std::bit_cast<std::uint64_t>(value);
  const auto sign = static_cast<std::uint16_t>((bits >> 48) & 0x8000);
  const int exponent = static_cast<int>((bits >> 52) & 0x7FF) - 1023;
  const std::uint64_t fraction = bits & 0xFFFFFFFFFFFFFULL;
  if (exponent == 1024) return static_cast<std::uint16_t>(sign | 0x7C00 | (fraction ? 0x200 : 0));
  if (exponent > 15) return sign | 0x7C00;
  const std::uint64_t significand = fraction | (std::uint64_t{1} << 52);
  // A carry out of the rounded significand runs into the exponent field, which is just what rounding up means.
  if (exponent >= -14) {
    const std::uint64_t magnitude = (static_cast<std::uint64_t>(exponent + 14) << 10) + roundShift(significand, 42);
    return static_cast<std::uint16_t>(sign | magnitude);
  }
  if (exponent < -25) return sign;
  return static_cast<std::uint16_t>(sign | roundShift(significand, static_cast<unsigned>(42 + (-14 - exponent))));
}

std::uint16_t halfFromFloat(float value) {
  return halfFromDouble(value);
}

float floatFromHalf(std::uint16_t bits) {
  const std::uint32_t sign = static_cast<std::uint32_t>(bits & 0x8000) << 16;
  const std::uint32_t exponent = (bits >> 10) & 0x1F;
  const std::uint32_t fraction = bits & 0x3FF;
  if (exponent == 31) return std::bit_cast<float>(sign | 0x7F800000U | (fraction << 13));
  if (exponent != 0) return std::bit_cast<float>(sign | ((exponent + 112) << 23) | (fraction << 13));
  const float magnitude = std::ldexp(static_cast<float>(fraction), -24);
  return sign ? -magnitude : magnitude;
}

}  // namespace masu

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <cstdlib>

namespace masu::csv {

__extension__ typedef unsigned __int128 Uint128;

/// 5^55 is the largest power of five that 128 bits hold, so that the table below needs no larger numbers.
inline constexpr int kLargestPower = 55;
/// 10^19 − 1 is the largest run of nines that 64 bits hold.
inline constexpr int kMostDigits = 19;

namespace powers {

inline constexpr double kExact[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                    1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
inline constexpr int kLargestExact = 22;
inline constexpr std::uint64_t kLargestWhole = std::uint64_t{1} << 53;

constexpr Uint128 ofFive(int exponent) {
  Uint128 power = 1;
  for (int i = 0; i < exponent; ++i) power *= 5;
  return power;
}

constexpr Uint128 normalized(Uint128 value) {
  while ((value >> 127) == 0) value <<= 1;
  return value;
}

/// The first 128 bits of 1 / divisor, by long division; `divisor` is a power of five above one.
constexpr Uint128 reciprocal(Uint128 divisor) {
  Uint128 rest = 1;
  while (rest <= divisor >> 1) rest <<= 1;
  Uint128 quotient = 0;
  for (int bit = 0; bit < 128; ++bit) {
    const bool carry = (rest >> 127) != 0;
    rest <<= 1;
    quotient <<= 1;
    if (!carry && rest < divisor) continue;
    rest -= divisor;
    quotient |= 1;
  }
  return quotient;
}

/// 5^q for q = -55 … 55 as its first 128 bits: cut off, but rounded up down to q = -27, where that makes products
/// exact.
inline constexpr auto kOfFive = [] {
  std::array<Uint128, 2 * kLargestPower + 1> all{};
  for (int q = 0; q <= kLargestPower; ++q) all[kLargestPower + q] = normalized(ofFive(q));
  for (int q = 1; q <= kLargestPower; ++q) all[kLargestPower - q] = reciprocal(ofFive(q)) + (q <= 27 ? 1 : 0);
  return all;
}();

constexpr double ofTwo(int exponent) {
  return std::bit_cast<double>(static_cast<std::uint64_t>(exponent + 1023) << 52);
}

/// 10^q for q = -55 … 55 as the sum of two doubles that follow each other, off by less than 2^-104 of it.
struct Tens {
  std::array<double, 2 * kLargestPower + 1> front{};
  std::array<double, 2 * kLargestPower + 1> rest{};
};
inline constexpr Tens kOfTen = [] {
  Tens all;
  for (int q = -kLargestPower; q <= kLargestPower; ++q) {
    const auto at = static_cast<std::size_t>(kLargestPower + q);
    const int exponent = ((217706 * q) >> 16) - 127;  // of the last of the 128 bits
    const Uint128 front = kOfFive[at] >> 75;
    const Uint128 rest = kOfFive[at] - (front << 75);
    all.front[at] = static_cast<double>(static_cast<std::uint64_t>(front)) * ofTwo(exponent + 75);
    all.rest[at] = static_cast<double>(static_cast<std::uint64_t>(rest >> 11)) * ofTwo(exponent + 11);
  }
  return all;
}();

}  // namespace powers

/// The double nearest to digits × 10^power; false where that is subnormal or infinite, or the power beyond the table.
/// Lemire 2021, "Number parsing at a gigabyte per second"; that no fallback is needed: Mushtak and Lemire 2023.
/// Always inlined, since it is compiled for several instruction sets.
[[gnu::always_inline]] inline bool composeDecimal(std::uint64_t digits, int power, double& value) {
  if (digits <= powers::kLargestWhole && std::abs(power) <= powers::kLargestExact) {
    const auto whole = static_cast<double>(digits);
    value = power < 0 ? whole / powers::kExact[-power] : whole * powers::kExact[power];
    return true;
  }
  if (digits == 0 || std::abs(power) > kLargestPower) return false;
  const int zeros = std::countl_zero(digits);
  const std::uint64_t aligned = digits << zeros;
  const Uint128 five = powers::kOfFive[static_cast<std::size_t>(kLargestPower + power)];
  Uint128 product = static_cast<Uint128>(aligned) * static_cast<std::uint64_t>(five >> 64);
  if ((static_cast<std::uint64_t>(product >> 64) & 0x1FF) == 0x1FF)
    product += static_cast<Uint128>(aligned) * static_cast<std::uint64_t>(five) >> 64;
  const auto high = static_cast<std::uint64_t>(product >> 64);
  const auto low = static_cast<std::uint64_t>(product);
  const int upper = static_cast<int>(high >> 63);
  std::uint64_t mantissa = high >> (upper + 9);
  const int exponent = ((217706 * power) >> 16) + 63 + upper - zeros + 1023;
  if (low <= 1 && power >= -4 && power <= 23 && (mantissa & 3) == 1 && mantissa << (upper + 9) == high)
    mantissa &= ~std::uint64_t{1};
  mantissa = (mantissa + (mantissa & 1)) >> 1;
  // A carry out of the mantissa's 53 bits raises the exponent by itself, since the sum below lets it through.
  if (exponent <= 0 || exponent >= 2046) return false;
  constexpr std::uint64_t kHidden = std::uint64_t{1} << 52;
  value = std::bit_cast<double>((static_cast<std::uint64_t>(exponent) << 52) + (mantissa - kHidden));
  return true;
}

}  // namespace masu::csv

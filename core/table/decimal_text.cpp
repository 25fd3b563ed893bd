// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/table/decimal_text.h"

#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstring>
#include <limits>

#include <dragonbox/dragonbox.h>

#include "core/base/half.h"

namespace masu::table {

namespace {

constexpr std::uint32_t kEightDigits = 100'000'000;
constexpr std::uint64_t kZeros = 0x3030303030303030U;

/// As numbers from 0 to 9, the first of them in the lowest byte, with zeros before it.
/// Source: Khuong, "How to print integers really fast", pvk.ca 2017. Requires: value < 10^8.
inline std::uint64_t eightDigits(std::uint32_t value) {
  // Four digits in each half, two in each quarter, one in each byte; products stand for the divisions.
  const std::uint64_t halves = value / 10'000 | std::uint64_t{value % 10'000} << 32U;
  const std::uint64_t hundreds = (halves * 10'486 >> 20U) & 0x0000007F'0000007FU;
  const std::uint64_t quarters = hundreds | (halves - 100 * hundreds) << 16U;
  const std::uint64_t tens = (quarters * 103 >> 10U) & 0x000F000F'000F000FU;
  return tens | (quarters - 10 * tens) << 8U;
}

inline void store(char* to, std::uint64_t word) {
  if constexpr (std::endian::native == std::endian::big) word = __builtin_bswap64(word);
  std::memcpy(to, &word, sizeof(word));
}

/// Requires: value < 10^8.
inline char* writeShort(char* to, std::uint32_t value) {
  const std::uint64_t digits = eightDigits(value);
  // Zero has a digit, too.
  const int blank = std::countr_zero(digits | std::uint64_t{1} << 56U) & ~7;
  store(to, (digits | kZeros) >> blank);
  return to + 8 - blank / 8;
}

char* writeLong(char* to, std::uint64_t value) {
  const std::uint64_t front = value / kEightDigits;
  to = front < kEightDigits ? writeShort(to, static_cast<std::uint32_t>(front)) : writeLong(to, front);
  store(to, eightDigits(static_cast<std::uint32_t>(value % kEightDigits)) | kZeros);
  return to + 8;
}

inline char* writeUnsigned(char* to, std::uint64_t value) {
  return value < kEightDigits ? writeShort(to, static_cast<std::uint32_t>(value)) : writeLong(to, value);
}

/// Makes room for a mark after the first `whole` of `count` digits. Digits move by words, whatever their number is.
template <std::size_t kMostDigits>
char* markAt(char* to, int whole, int count) {
  std::array<char, (kMostDigits + 6) / 8 * 8> rest;
  std::memcpy(rest.data(), to + whole, rest.size());
  std::memcpy(to + whole + 1, rest.data(), rest.size());
  to[whole] = '.';
  return to + count + 1;
}

/// What the `count` digits at `to` are times 10^exponent, without an exponent. Requires: at most six zeros before it,
/// none after.
template <std::size_t kMostDigits>
char* writeFixed(char* to, int count, int exponent) {
  const int whole = count + exponent;
  if (whole > 0) return markAt<kMostDigits>(to, whole, count);
  std::array<char, (kMostDigits + 7) / 8 * 8> digits;
  std::memcpy(digits.data(), to, digits.size());
  std::memcpy(to, "0.000000", 8);
  std::memcpy(to + 2 - whole, digits.data(), digits.size());
  return to + 2 - whole + count;
}

template <std::size_t kMostDigits>
char* writeScientific(char* to, int count, int exponent) {
  exponent += count - 1;
  to = count > 1 ? markAt<kMostDigits>(to, 1, count) : to + 1;
  *to++ = 'e';
  *to++ = exponent < 0 ? '-' : '+';
  exponent = std::abs(exponent);
  if (exponent < 10) *to++ = '0';
  return writeShort(to, static_cast<std::uint32_t>(exponent));
}

template <class Float>
char* writeFloat(char* to, Float value) {
  if (!std::isfinite(value) || value == 0) return std::to_chars(to, to + kDecimalRoom, value).ptr;
  *to = '-';
  to += std::signbit(value) ? 1 : 0;
  namespace dragonbox = jkj::dragonbox;
  const auto decimal =
      dragonbox::to_decimal(value, dragonbox::policy::sign::ignore, dragonbox::policy::trailing_zero::remove);
  const auto count = static_cast<int>(writeUnsigned(to, decimal.significand) - to);
  // The shorter of both forms, and the plain one of two that are equally long.
  const int single = count == 1 ? 1 : 0;
  constexpr std::size_t kMostDigits = std::numeric_limits<Float>::max_digits10;
  if (decimal.exponent < single - count - 3 || decimal.exponent > 5 - single) {
    return writeScientific<kMostDigits>(to, count, decimal.exponent);
  }
  if (decimal.exponent < 0) return writeFixed<kMostDigits>(to, count, decimal.exponent);
  // A whole number in full: its shortest digits are followed by others than zeros.
  const Float magnitude = std::abs(value);
  if (magnitude < Float{0x1p63F}) return writeUnsigned(to, static_cast<std::uint64_t>(magnitude));
  return std::to_chars(to, to + kDecimalRoom, magnitude).ptr;
}

constexpr double kPowers[] = {1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12};

/// value × 10^exponent, rounded once where both are exact.
double scaled(double value, int exponent) {
  return exponent < 0 ? value / kPowers[-exponent] : value * kPowers[exponent];
}

}  // namespace

char* writeWhole(char* to, std::int64_t value) {
  auto magnitude = static_cast<std::uint64_t>(value);
  if (value < 0) {
    *to++ = '-';
    magnitude = 0 - magnitude;
  }
  return writeUnsigned(to, magnitude);
}

char* writeShortest(char* to, float value) {
  return writeFloat(to, value);
}

char* writeShortest(char* to, double value) {
  return writeFloat(to, value);
}

char* writeHalf(char* to, double value) {
  if (!std::isfinite(value) || value == 0) return std::to_chars(to, to + kDecimalRoom, value).ptr;
  if (std::signbit(value)) *to++ = '-';
  const double magnitude = std::abs(value);
  int exponent = 4;
  while (scaled(1, exponent) > magnitude) --exponent;
  const std::uint16_t wanted = halfFromDouble(magnitude);
  // Five digits distinguish all halves. A half times these powers is exact, so that it is rounded as its decimals are.
  int precision = 1;
  double rounded = 0;
  for (;; ++precision) {
    const int shift = precision - 1 - exponent;
    rounded = std::nearbyint(scaled(magnitude, shift));
    if (precision == 5 || halfFromDouble(scaled(rounded, -shift)) == wanted) break;
  }
  exponent -= precision - 1;
  auto significand = static_cast<std::uint64_t>(rounded);
  for (; significand % 10 == 0; significand /= 10) ++exponent;
  const auto count = static_cast<int>(writeUnsigned(to, significand) - to);
  const int first = exponent + count - 1;
  if (first < -4 || first >= precision) return writeScientific<5>(to, count, exponent);
  return exponent < 0 ? writeFixed<5>(to, count, exponent) : writeUnsigned(to, static_cast<std::uint64_t>(magnitude));
}

}  // namespace masu::table

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <string_view>

#include "core/csv/structure/dialect.h"

namespace masu::csv {

/// Reads numbers in their common spellings (a minus, digits, a decimal mark, an exponent) eight digits at a time.
/// What it reads is correctly rounded: bit for bit what std::from_chars gives. For every other text it says false,
/// having decided nothing; parseNumber() is there for those. Threads: one at a time for begin(); read() is pure.
class DecimalReader {
 public:
  explicit DecimalReader(const Dialect& dialect);

  /// The bytes that may be looked at from now on: reading takes in a few after a cell, but none after these.
  void begin(std::string_view block) { m_end = block.data() + (m_usable ? block.size() : 0); }

  /// False for dialects that give a mark of numbers another meaning: nothing is read then.
  bool isUsable() const { return m_usable; }

  /// Requires: [first, last) is in the bytes of begin().
  bool read(const char* first, const char* last, double& value) const {
    if (m_end - last < kReadBehind) return false;
    const bool negative = *first == '-';
    const char* const digits = first + (negative ? 1 : 0);
    const auto length = static_cast<std::size_t>(last - digits);
    const bool read = length - 1 < 8    ? readWord(digits, length, value)
                      : length - 1 < 16 ? readTwoWords(digits, length, value)
                                        : false;
    if (!read && !readLong(digits, last, value)) return false;
    value = withSign(negative, value);
    return true;
  }

 private:
  static constexpr std::ptrdiff_t kReadBehind = 8;
  static constexpr std::uint64_t kEachByte = 0x0101010101010101;
  static constexpr double kPowers[] = {1e0, 1e1, 1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                       1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15};

  /// Without a branch: signs come as they please.
  static double withSign(bool negative, double value) {
    return std::bit_cast<double>(std::bit_cast<std::uint64_t>(value) ^ static_cast<std::uint64_t>(negative) << 63);
  }
  std::uint64_t marksIn(std::uint64_t bytes) const {
    const std::uint64_t unlike = bytes ^ m_marks;
    return (unlike - kEachByte) & ~unlike & (kEachByte << 7);
  }
  bool readWord(const char* first, std::size_t length, double& value) const;
  bool readTwoWords(const char* first, std::size_t length, double& value) const;
  bool readLong(const char* first, const char* last, double& value) const;

  const char* m_end = nullptr;
  std::uint64_t m_marks;  ///< the decimal mark in every byte
  char m_decimal;
  bool m_usable;
};

/// The float nearest to a text, given the double nearest to it; false where the double does not decide it, because it
/// is midway between two floats or they are subnormal: floatNearest() reads the text again then.
inline bool floatFrom(double value, float& nearest) {
  constexpr std::uint64_t kDropped = (std::uint64_t{1} << 29) - 1;
  constexpr std::uint64_t kMidway = std::uint64_t{1} << 28;
  nearest = static_cast<float>(value);
  const bool midway = (std::bit_cast<std::uint64_t>(value) & kDropped) == kMidway;
  const bool normal = std::fabs(value) >= static_cast<double>(std::numeric_limits<float>::min());
  return (normal && !midway) || value == 0;
}

/// True where all eight bytes are digits.
inline bool allDigits(std::uint64_t bytes) {
  constexpr std::uint64_t kHigh = 0xF0F0F0F0F0F0F0F0;
  return ((bytes & kHigh) | (((bytes + 0x0606060606060606) & kHigh) >> 4)) == 0x3333333333333333;
}

/// The number that eight digits spell, the first in the lowest byte: pairs, then fours, then all.
inline std::uint64_t eightDigits(std::uint64_t bytes) {
  bytes = (bytes & 0x0F0F0F0F0F0F0F0F) * 2561 >> 8;
  bytes = (bytes & 0x00FF00FF00FF00FF) * 6553601 >> 16;
  return (bytes & 0x0000FFFF0000FFFF) * 42949672960001 >> 32;
}

/// The bytes without the one numbered `mark`: those before it move up.
inline std::uint64_t closedUp(std::uint64_t bytes, unsigned mark) {
  const std::uint64_t front = (std::uint64_t{1} << (8 * mark)) - 1;
  return (bytes & ~(front << 8 | 0xFF)) | (bytes & front) << 8;
}

/// Eight characters of which the last `count` are taken, after zeros.
inline std::uint64_t filledWithZeros(std::uint64_t bytes, std::size_t count) {
  constexpr std::uint64_t kZeros = 0x3030303030303030;
  return bytes | (kZeros >> (4 * count)) >> (4 * count);
}

/// Up to eight characters: moved to the word's end, closed up over the mark, and filled with zeros before it.
inline bool DecimalReader::readWord(const char* first, std::size_t length, double& value) const {
  std::uint64_t bytes;
  std::memcpy(&bytes, first, sizeof bytes);
  bytes <<= 64 - 8 * length;
  std::size_t fraction = 0;
  if (const std::uint64_t marks = marksIn(bytes); marks != 0) {
    const auto mark = static_cast<unsigned>(std::countr_zero(marks)) / 8;
    bytes = closedUp(bytes, mark);
    fraction = 7 - mark;
    --length;
  }
  bytes = filledWithZeros(bytes, length);
  if (!allDigits(bytes) || length == 0) return false;
  value = static_cast<double>(eightDigits(bytes)) / kPowers[fraction];
  return true;
}

/// Nine to sixteen characters: the same over two words.
inline bool DecimalReader::readTwoWords(const char* first, std::size_t length, double& value) const {
  std::uint64_t high;
  std::uint64_t low;
  std::memcpy(&high, first, sizeof high);
  std::memcpy(&low, first + length - 8, sizeof low);
  length -= 8;
  high <<= 64 - 8 * length;
  std::size_t fraction = 0;
  if (const std::uint64_t inLow = marksIn(low), inHigh = marksIn(high); (inLow | inHigh) != 0) {
    if (inHigh == 0) {
      const auto mark = static_cast<unsigned>(std::countr_zero(inLow)) / 8;
      low = closedUp(low, mark) | high >> 56;
      high <<= 8;
      fraction = 7 - mark;
    } else {
      const auto mark = static_cast<unsigned>(std::countr_zero(inHigh)) / 8;
      high = closedUp(high, mark);
      fraction = 15 - mark;
    }
    --length;
  }
  high = filledWithZeros(high, length);
  if (!allDigits(high) || !allDigits(low)) return false;
  const std::uint64_t digits = eightDigits(high) * 100000000 + eightDigits(low);
  if (digits > std::uint64_t{1} << 53) return false;
  value = static_cast<double>(digits) / kPowers[fraction];
  return true;
}

}  // namespace masu::csv

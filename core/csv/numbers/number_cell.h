// SPDX-License-Identifier: GPL-3.0-or-later
// How one cell is read by vectors of 32 bytes, for the kernels that start from it. Included where cell_digits.h is,
// after it.

constexpr std::uint64_t kNan = 0x7FF8000000000000;
constexpr std::ptrdiff_t kLookBack = 36;

/// 10^n for n digits after the mark; after the last one, where there is no mark, 1.
constexpr double kDivisors[] = {1e0, 1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7, 1e8,
                                1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e0};

/// An exponent of two digits at the end, as printf writes them; 0 where there is none. Moves `last` before it.
inline int takeExponent(const char*& last) {
  const unsigned tens = static_cast<unsigned char>(last[-2] - '0');
  const unsigned ones = static_cast<unsigned char>(last[-1] - '0');
  const bool sign = last[-3] == '+' || last[-3] == '-';
  if ((last[-4] | 0x20) != 'e' || !sign || tens > 9 || ones > 9) return 0;
  const int power = static_cast<int>(tens * 10 + ones);
  const int negative = last[-3] == '-' ? -1 : 0;
  last -= 4;
  return (power ^ negative) - negative;
}

inline bool readLong(const char* first, const char* last, __m256i mark, double& value) {
  const auto whole = static_cast<std::size_t>(last - first);
  const int exponent = whole > 4 ? takeExponent(last) : 0;
  const auto length = static_cast<std::size_t>(last - first);
  if (length > 32) return false;
  const Digits found = longDigits(last, length, mark);
  return !found.bad && composeDecimal(found.number, exponent - static_cast<int>(found.fraction), value);
}

/// The float nearest to the text whose nearest double is `value`; false where the double does not decide it.
inline bool narrow(double value, float& nearest) {
  constexpr std::uint64_t kDropped = (std::uint64_t{1} << 29) - 1;
  constexpr std::uint64_t kMidway = std::uint64_t{1} << 28;
  nearest = static_cast<float>(value);
  return (std::bit_cast<std::uint64_t>(value) & kDropped) != kMidway;
}

/// What readOne() needs to know beside the cell.
struct CellRules {
  __m256i mark;
  const char* lowest;  ///< a cell has to end in the `span` bytes from here on
  std::size_t span;
  std::uint64_t taken;  ///< 1 where an empty cell is NaN

  explicit CellRules(const NumberRules& rules)
      : mark(_mm256_set1_epi8(rules.decimal)),
        lowest(rules.begin + kLookBack),
        span(static_cast<std::size_t>(rules.end - rules.begin) - kLookBack),
        taken(rules.emptyIsMissing ? 1 : 0) {}
};

/// False for a cell that is left to others; `value` and `nearest` may be written to even then.
inline bool readOne(const char* first, const char* last, const CellRules& rules, double& value, float& nearest) {
  // Looked at: the byte after a cell, where it is empty; those before its end, always.
  if (static_cast<std::size_t>(last - rules.lowest) >= rules.span) return false;
  // Signs and empty cells come as they please: neither may be branched on.
  const auto minus = static_cast<std::uint64_t>(*first == '-');
  const auto empty = static_cast<std::uint64_t>(first == last);
  const char* const unsignedFirst = first + minus;
  const auto length = static_cast<std::size_t>(last - unsignedFirst);
  bool read = false;
  if (length <= 16) {
    const Digits found = shortDigits(last, length, _mm256_castsi256_si128(rules.mark), 1 - (empty & rules.taken));
    value = static_cast<double>(static_cast<std::int64_t>(found.number)) / kDivisors[found.fraction];
    value = std::bit_cast<double>(std::bit_cast<std::uint64_t>(value) | (rules.taken * kNan & (0 - empty)));
    read = !found.bad;
  }
  if (!read) {
    constexpr double kLeastNormal = 0x1p-126;
    if (!readLong(unsignedFirst, last, rules.mark, value) || (value < kLeastNormal && value != 0)) return false;
  }
  value = std::bit_cast<double>(std::bit_cast<std::uint64_t>(value) ^ minus << 63);
  return narrow(value, nearest);
}

// SPDX-License-Identifier: GPL-3.0-or-later
// How one cell is read by vectors of 32 bytes, for the kernels that start from it. Included by number_avx2.cpp and
// number_avx512.cpp inside their target region, in an unnamed namespace, so that no code compiled for a newer processor
// leaks into others.

constexpr std::uint64_t kEightDigits = 100000000;
constexpr std::uint64_t kNan = 0x7FF8000000000000;
constexpr std::ptrdiff_t kLookBack = 36;

/// 10^n for n digits behind the mark; behind the last one, where there is no mark, 1.
constexpr double kDivisors[] = {1e0, 1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7, 1e8,
                                1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e0};

/// A window onto this gives a vector whose first or last bytes are set.
alignas(64) constexpr auto kEdge = [] {
  std::array<std::uint8_t, 96> bytes{};
  for (std::size_t i = 32; i < 64; ++i) bytes[i] = 0xFF;
  return bytes;
}();

/// All but the last `count` bytes are clear.
inline __m128i lastOf16(std::size_t count) {
  return _mm_loadu_si128(reinterpret_cast<const __m128i*>(kEdge.data() + 16 + count));
}
inline __m256i lastOf32(std::size_t count) {
  return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(kEdge.data() + count));
}
/// All but the first 16 − `left`, or 32 − `left`, bytes are clear.
inline __m128i allBut16(std::size_t left) {
  return _mm_loadu_si128(reinterpret_cast<const __m128i*>(kEdge.data() + 48 + left));
}
inline __m256i allBut32(std::size_t left) {
  return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(kEdge.data() + 32 + left));
}

/// Digits and a mark, taken apart.
struct Digits {
  std::uint64_t number = 0;
  unsigned fraction = 0;  ///< digits behind the mark
  bool bad = false;       ///< something else stood among them
};

/// Marks in `marks`, whatever is no digit in `others`: the mark may be one, and `least` digits have to be there.
inline bool isBad(std::uint32_t others, std::uint32_t marks, std::size_t length, std::uint64_t least) {
  const auto tooFew = static_cast<std::uint32_t>(length < least + static_cast<std::uint64_t>(marks != 0));
  return ((others ^ marks) | (marks & (marks - 1)) | tooFew) != 0;
}

/// Up to 16 characters in front of `last`, of which `least` have to be digits. The digits before the mark move up over
/// it, so that all lie side by side; then they are joined in pairs, in fours and in eights. `fraction` is 16 where
/// there is no mark.
inline Digits shortDigits(const char* last, std::size_t length, __m128i mark, std::uint64_t least) {
  const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(last - 16));
  const __m128i kept = lastOf16(length);
  __m128i digits = _mm_and_si128(_mm_sub_epi8(bytes, _mm_set1_epi8('0')), kept);
  const auto marks = static_cast<std::uint32_t>(_mm_movemask_epi8(_mm_and_si128(_mm_cmpeq_epi8(bytes, mark), kept)));
  const __m128i plain = _mm_cmpeq_epi8(_mm_min_epu8(digits, _mm_set1_epi8(9)), digits);
  const auto others = static_cast<std::uint32_t>(_mm_movemask_epi8(plain)) ^ 0xFFFFU;
  Digits found;
  found.bad = isBad(others, marks, length, least);
  found.fraction = static_cast<unsigned>(_lzcnt_u32((marks << 16) | 0x8000U));
  digits = _mm_blendv_epi8(digits, _mm_bslli_si128(digits, 1), allBut16(found.fraction));
  const __m128i pairs = _mm_maddubs_epi16(digits, _mm_set1_epi16(0x010A));
  const __m128i fours = _mm_madd_epi16(pairs, _mm_set1_epi32(0x00010064));
  const __m128i packed = _mm_packus_epi32(fours, fours);
  const __m128i eights = _mm_madd_epi16(packed, _mm_set1_epi32(0x00012710));
  const auto both = static_cast<std::uint64_t>(_mm_cvtsi128_si64(eights));
  found.number = (both & 0xFFFFFFFF) * kEightDigits + (both >> 32);
  return found;
}

/// The same for up to 32 characters, of at most 19 digits that count.
inline Digits longDigits(const char* last, std::size_t length, __m256i mark) {
  const __m256i bytes = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(last - 32));
  const __m256i kept = lastOf32(length);
  __m256i digits = _mm256_and_si256(_mm256_sub_epi8(bytes, _mm256_set1_epi8('0')), kept);
  const auto marks =
      static_cast<std::uint32_t>(_mm256_movemask_epi8(_mm256_and_si256(_mm256_cmpeq_epi8(bytes, mark), kept)));
  const __m256i plain = _mm256_cmpeq_epi8(_mm256_min_epu8(digits, _mm256_set1_epi8(9)), digits);
  const auto others = ~static_cast<std::uint32_t>(_mm256_movemask_epi8(plain));
  Digits found;
  const auto behind = static_cast<unsigned>(_lzcnt_u64((static_cast<std::uint64_t>(marks) << 32) | 0x80000000U));
  found.fraction = marks != 0 ? behind : 0;
  const __m256i moved = _mm256_alignr_epi8(digits, _mm256_permute2x128_si256(digits, digits, 0x08), 15);
  digits = _mm256_blendv_epi8(digits, moved, allBut32(behind));
  const __m256i pairs = _mm256_maddubs_epi16(digits, _mm256_set1_epi16(0x010A));
  const __m256i fours = _mm256_madd_epi16(pairs, _mm256_set1_epi32(0x00010064));
  const __m256i packed = _mm256_packus_epi32(fours, fours);
  const __m256i eights = _mm256_madd_epi16(packed, _mm256_set1_epi32(0x00012710));
  const auto high = static_cast<std::uint64_t>(_mm256_extract_epi64(eights, 0));
  const auto low = static_cast<std::uint64_t>(_mm256_extract_epi64(eights, 2));
  found.bad = isBad(others, marks, length, 1) || (high & 0xFFFFFFFF) != 0 || (high >> 32) >= 1000;
  found.number = (high >> 32) * (kEightDigits * kEightDigits) + (low & 0xFFFFFFFF) * kEightDigits + (low >> 32);
  return found;
}

/// An exponent of two digits at the end, as printf writes them; 0 where there is none. Moves `last` in front of it.
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

/// The float nearest to the text whose nearest double is `value`; false where the double cannot tell.
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
  // Looked at: the byte behind a cell, where it is empty; those in front of its end, always.
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

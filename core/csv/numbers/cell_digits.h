// SPDX-License-Identifier: GPL-3.0-or-later
// Digits and a mark in vectors of 16 and 32 bytes, which number_cell.h makes numbers of. Included by number_avx2.cpp
// and number_avx512.cpp inside their target region, in an unnamed namespace, so that no code compiled for a newer
// processor leaks into others.

constexpr std::uint64_t kEightDigits = 100000000;

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
  unsigned fraction = 0;  ///< digits after the mark
  bool bad = false;       ///< something else stood among them
};

/// Marks in `marks`, whatever is not a digit in `others`: the mark may be one, and `least` digits have to be there.
inline bool isBad(std::uint32_t others, std::uint32_t marks, std::size_t length, std::uint64_t least) {
  const auto tooFew = static_cast<std::uint32_t>(length < least + static_cast<std::uint64_t>(marks != 0));
  return ((others ^ marks) | (marks & (marks - 1)) | tooFew) != 0;
}

/// Up to 16 characters before `last`, of which `least` have to be digits. The digits before the mark move up over
/// it, so that all are side by side; then they are joined in pairs, in fours and in eights. `fraction` is 16 where
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
  const auto decimals = static_cast<unsigned>(_lzcnt_u64((static_cast<std::uint64_t>(marks) << 32) | 0x80000000U));
  found.fraction = marks != 0 ? decimals : 0;
  const __m256i moved = _mm256_alignr_epi8(digits, _mm256_permute2x128_si256(digits, digits, 0x08), 15);
  digits = _mm256_blendv_epi8(digits, moved, allBut32(decimals));
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

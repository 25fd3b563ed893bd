// SPDX-License-Identifier: GPL-3.0-or-later
// Steps for the digits of eight numbers side by side: joined to whole numbers, scaled, rounded. Included by
// number_avx512.cpp inside its target region, in an unnamed namespace, after number_cell.h.

constexpr unsigned kLanes = 8;

using Wide = __m512i;
using Lanes32 = __m256i;
using Lanes16 = __m128i;

/// Eight numbers, and the lanes in which they are what the cells spell.
struct Numbers {
  __m512d values;
  __m256 nearest;
  __mmask8 read;
};

inline Numbers finished(__m512d values, __mmask8 minus, __mmask8 missing, __mmask8 read) {
  constexpr long long kDropped = (1LL << 29) - 1;
  constexpr long long kMidway = 1LL << 28;
  const __m512d sign = _mm512_set1_pd(-0.0);
  values = _mm512_mask_xor_pd(values, minus, values, sign);
  values = _mm512_mask_mov_pd(values, missing, _mm512_castsi512_pd(_mm512_set1_epi64(kNan)));
  const Wide dropped = _mm512_and_si512(_mm512_castpd_si512(values), _mm512_set1_epi64(kDropped));
  const __mmask8 midway = _mm512_cmpeq_epi64_mask(dropped, _mm512_set1_epi64(kMidway));
  return {values, _mm512_cvtpd_ps(values), static_cast<__mmask8>((read | missing) & ~midway)};
}

inline Wide joinedFours(Wide digits) {
  const Wide pairs = _mm512_maddubs_epi16(digits, _mm512_set1_epi16(0x010A));
  return _mm512_madd_epi16(pairs, _mm512_set1_epi32(0x00010064));
}
inline Wide joinedEights(Wide fours, Wide others) {
  return _mm512_madd_epi16(_mm512_packus_epi32(fours, others), _mm512_set1_epi32(0x00012710));
}
inline Wide joinedSixteens(Wide eights) {
  return _mm512_add_epi64(_mm512_mul_epu32(eights, _mm512_set1_epi64(kEightDigits)), _mm512_srli_epi64(eights, 32));
}

/// 10^power in eight lanes, as the sum of two doubles; 0 in lanes that are not `wanted`.
struct Tens {
  __m512d front;
  __m512d rest;

  Tens(Lanes32 power, __mmask8 wanted) {
    constexpr int kWindow = 16;
    const Lanes32 entry = _mm256_add_epi32(power, _mm256_set1_epi32(kLargestPower));
    const int around = _mm256_cvtsi256_si32(entry) - kWindow / 2;
    const int first = std::clamp(around, 0, 2 * kLargestPower + 1 - kWindow);
    const double* const fronts = powers::kOfTen.front.data();
    const double* const rests = powers::kOfTen.rest.data();
    const Lanes32 place = _mm256_sub_epi32(entry, _mm256_set1_epi32(first));
    // Numbers beside each other are of a size; a gather costs as much as all the arithmetic after it.
    if ((wanted & _mm256_cmpge_epu32_mask(place, _mm256_set1_epi32(kWindow))) == 0) {
      const Wide wide = _mm512_cvtepu32_epi64(place);
      front = _mm512_permutex2var_pd(_mm512_loadu_pd(fronts + first), wide, _mm512_loadu_pd(fronts + first + kLanes));
      rest = _mm512_permutex2var_pd(_mm512_loadu_pd(rests + first), wide, _mm512_loadu_pd(rests + first + kLanes));
      return;
    }
    const __m512d none = _mm512_setzero_pd();
    front = _mm512_mask_i32gather_pd(none, wanted, entry, fronts, sizeof *fronts);
    rest = _mm512_mask_i32gather_pd(none, wanted, entry, rests, sizeof *rests);
  }
};

/// Digits × 10^power in eight lanes as a double and what it leaves over: the product of two sums of two doubles. It is
/// off by less than kDoubt of itself, so where that decides nothing, the double is the nearest one. Numbers midway
/// between two doubles, and those that composeDecimal() leaves, are not read.
inline __m512d composed(Wide digits, Lanes32 power, __mmask8& read) {
  constexpr double kDoubt = 0x1p-98;
  constexpr double kLeastNormalFloat = 0x1p-126;
  const __mmask8 some = _mm512_test_epi64_mask(digits, digits);
  const Lanes32 magnitude = _mm256_abs_epi32(power);
  read &= static_cast<__mmask8>(_mm256_cmple_epi32_mask(magnitude, _mm256_set1_epi32(powers::kLargestExact)) |
                                (some & _mm256_cmple_epi32_mask(magnitude, _mm256_set1_epi32(kLargestPower))));
  const Tens tens(power, read);
  const __m512d whole = _mm512_cvtepu64_pd(digits);
  const __m512d wholeRest = _mm512_cvtepi64_pd(_mm512_sub_epi64(digits, _mm512_cvttpd_epu64(whole)));
  const __m512d product = _mm512_mul_pd(whole, tens.front);
  const __m512d lost = _mm512_fmsub_pd(whole, tens.front, product);
  const __m512d rest = _mm512_fmadd_pd(wholeRest, tens.front, _mm512_fmadd_pd(whole, tens.rest, lost));
  const __m512d doubt = _mm512_set1_pd(kDoubt);
  const __m512d value = _mm512_add_pd(product, _mm512_fnmadd_pd(product, doubt, rest));
  const __m512d other = _mm512_add_pd(product, _mm512_fmadd_pd(product, doubt, rest));
  // A float below the least normal one would have to be rounded otherwise.
  const __mmask8 normal = _mm512_cmp_pd_mask(value, _mm512_set1_pd(kLeastNormalFloat), _CMP_GE_OQ);
  read &= static_cast<__mmask8>(_mm512_cmp_pd_mask(value, other, _CMP_EQ_OQ) & (normal | ~some));
  return value;
}

/// Up to 32 digits in each half of four vectors, as a number of 64 bits. `within`: lanes of at most 19 digits.
inline Wide joinedAll(const Wide (&digits)[4], __mmask8& within) {
  const Wide front = joinedEights(joinedFours(digits[0]), joinedFours(digits[1]));
  const Wide back = joinedEights(joinedFours(digits[2]), joinedFours(digits[3]));
  const Wide high = _mm512_permutex2var_epi64(front, _mm512_setr_epi64(0, 4, 1, 5, 8, 12, 9, 13), back);
  const Wide low = _mm512_permutex2var_epi64(front, _mm512_setr_epi64(2, 6, 3, 7, 10, 14, 11, 15), back);
  const Wide top = _mm512_srli_epi64(high, 32);
  within = static_cast<__mmask8>(_mm512_testn_epi64_mask(high, _mm512_set1_epi64(0xFFFFFFFF)) &
                                 _mm512_cmplt_epu64_mask(top, _mm512_set1_epi64(1000)));
  constexpr long long kSixteenDigits = static_cast<long long>(kEightDigits) * static_cast<long long>(kEightDigits);
  return _mm512_add_epi64(_mm512_mullo_epi64(top, _mm512_set1_epi64(kSixteenDigits)), joinedSixteens(low));
}

// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>

#include "core/table/number_text.h"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace masu::table {

namespace {

char* writeEach(char* to, std::span<const double> values, DType stored, char mark) {
  for (const double value : values) {
    to = writeNumber(to, value, stored);
    *to++ = mark;
  }
  return to;
}

#if defined(__x86_64__)

#define MASU_AVX2 __attribute__((target("avx2,bmi")))

/// A float times these has at most 50 bits: the products are exact.
constexpr std::array<double, 12> kPowers = {1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11};
/// Below, a text with an exponent may be shorter; above, a float may be no whole number's.
constexpr double kLeast = 1e-3;
constexpr double kMost = 0x1p24;
constexpr std::size_t kLanes = 4;
constexpr std::size_t kBlock = 64;

/// A number as the nine digits of its shortest text, zeros before it, and the places after the mark.
struct Decimal {
  std::uint8_t places;
  std::uint8_t minus;
  std::uint8_t other;  ///< not 0: it has no such form; all else means nothing
  std::uint8_t none;
  std::array<char, 12> digits;
};
static_assert(sizeof(Decimal) == 16);

/// The wholes and how many places they have, or other than 0 in `other`, of four values at a time.
struct Four {
  __m256d digits;
  __m256i places;
  __m256i minus;
  __m256i other;
};

/// Digits are those of the whole number nearest to value × 10^places that is closer to it than halfway to the next
/// float; the fewest places make the shortest text. What is exactly halfway reads back as the even one of both
/// floats, which a little more or less than the half decides: distances differ by 2^-26 of it at least.
MASU_AVX2 inline Four shortest(__m256d stored, int places) {
  const __m256d sign = _mm256_set1_pd(-0.0);
  const __m256d all = _mm256_castsi256_pd(_mm256_set1_epi64x(-1));
  const __m256d value = _mm256_cvtps_pd(_mm256_cvtpd_ps(stored));
  const __m256d magnitude = _mm256_andnot_pd(sign, value);
  const __m256i bits = _mm256_castpd_si256(value);
  const __m256d zero = _mm256_castsi256_pd(_mm256_cmpeq_epi64(bits, _mm256_setzero_si256()));
  const __m256d odd = _mm256_castsi256_pd(_mm256_slli_epi64(bits, 63 - 29));
  const __m256d power = _mm256_and_pd(value, _mm256_castsi256_pd(_mm256_set1_epi64x(0x7FF0'0000'0000'0000)));
  const __m256d unit =
      _mm256_blendv_pd(_mm256_set1_pd(0x1p-24 * (1 + 0x1p-40)), _mm256_set1_pd(0x1p-24 * (1 - 0x1p-40)), odd);
  const __m256d half = _mm256_blendv_pd(_mm256_mul_pd(power, unit), _mm256_set1_pd(0.5), zero);
  const __m256d large = _mm256_cmp_pd(_mm256_andnot_pd(sign, stored), _mm256_set1_pd(kMost), _CMP_NLE_UQ);
  const __m256d small = _mm256_cmp_pd(magnitude, _mm256_set1_pd(kLeast), _CMP_LT_OQ);
  __m256d outside = _mm256_or_pd(large, _mm256_andnot_pd(zero, small));
  // Without places, what no float holds is not a whole number.
  if (places == 0) outside = _mm256_or_pd(outside, _mm256_cmp_pd(stored, value, _CMP_NEQ_UQ));
  __m256d open = _mm256_andnot_pd(outside, all);
  __m256d digits = _mm256_setzero_pd();
  __m256d found = _mm256_setzero_pd();
  for (int i = 0; i <= places && _mm256_movemask_pd(open) != 0; ++i) {
    const __m256d scale = _mm256_set1_pd(kPowers[static_cast<std::size_t>(i)]);
    const __m256d scaled = _mm256_mul_pd(magnitude, scale);
    const __m256d nearest = _mm256_round_pd(scaled, _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC);
    const __m256d away = _mm256_andnot_pd(sign, _mm256_sub_pd(scaled, nearest));
    const __m256d near = _mm256_cmp_pd(away, _mm256_mul_pd(half, scale), _CMP_LT_OQ);
    const __m256d hit = _mm256_and_pd(open, near);
    digits = _mm256_blendv_pd(digits, nearest, hit);
    found = _mm256_blendv_pd(found, _mm256_castsi256_pd(_mm256_set1_epi64x(i)), hit);
    open = _mm256_andnot_pd(near, open);
  }
  return {digits, _mm256_castpd_si256(found), _mm256_srli_epi64(bits, 63),
          _mm256_srli_epi64(_mm256_castpd_si256(_mm256_or_pd(outside, open)), 63)};
}

MASU_AVX2 inline __m256i multiplied(__m256i number, std::uint32_t by) {
  return _mm256_mul_epu32(number, _mm256_set1_epi64x(by));
}

/// Products stand for divisions: by 10^8 and 10^4 of 64-bit numbers, by 100 and 10 of 16-bit ones.
MASU_AVX2 inline void layDigits(const Four& four, Decimal* out) {
  // Whole numbers are the lowest bits of what has no place for a fraction.
  const __m256i number = _mm256_xor_si256(_mm256_castpd_si256(_mm256_add_pd(four.digits, _mm256_set1_pd(0x1p52))),
                                          _mm256_castpd_si256(_mm256_set1_pd(0x1p52)));
  const __m256i front = _mm256_srli_epi64(multiplied(number, 0x55E6'3B89), 57);
  const __m256i rest = _mm256_sub_epi64(number, multiplied(front, 100'000'000));
  const __m256i upper = _mm256_srli_epi64(multiplied(rest, 0xD1B7'1759), 45);
  const __m256i lower = _mm256_sub_epi64(rest, multiplied(upper, 10'000));
  const __m256i halves = _mm256_or_si256(upper, _mm256_slli_epi64(lower, 32));
  const __m256i hundreds = _mm256_srli_epi16(_mm256_mulhi_epu16(halves, _mm256_set1_epi16(5243)), 3);
  const __m256i ones = _mm256_sub_epi16(halves, _mm256_mullo_epi16(hundreds, _mm256_set1_epi16(100)));
  const __m256i quarters = _mm256_or_si256(hundreds, _mm256_slli_epi64(ones, 16));
  const __m256i tens = _mm256_srli_epi16(_mm256_mullo_epi16(quarters, _mm256_set1_epi16(103)), 10);
  const __m256i units = _mm256_sub_epi16(quarters, _mm256_mullo_epi16(tens, _mm256_set1_epi16(10)));
  const __m256i eight = _mm256_or_si256(_mm256_or_si256(tens, _mm256_slli_epi64(units, 8)), _mm256_set1_epi8('0'));
  const __m256i marks = _mm256_or_si256(
      four.places, _mm256_or_si256(_mm256_slli_epi64(four.minus, 8), _mm256_slli_epi64(four.other, 16)));
  const __m256i first =
      _mm256_or_si256(_mm256_or_si256(marks, _mm256_slli_epi64(front, 56)), _mm256_set1_epi64x(0x3030'3030'0000'0000));
  const __m256i even = _mm256_unpacklo_epi64(first, eight);
  const __m256i uneven = _mm256_unpackhi_epi64(first, eight);
  auto* const to = reinterpret_cast<__m256i*>(out);
  _mm256_storeu_si256(to, _mm256_permute2x128_si256(even, uneven, 0x20));
  _mm256_storeu_si256(to + 1, _mm256_permute2x128_si256(even, uneven, 0x31));
}

/// Which byte of a Decimal is at each place of a text that shows some of its digits, with so many after the mark;
/// where the mark is, none.
struct Layout {
  static constexpr std::size_t kPlaces = 12;
  static constexpr std::size_t kShown = 13;
  alignas(16) std::array<std::array<std::array<std::uint8_t, 16>, kShown>, kPlaces> from{};
  std::array<char, 32> mark{};  ///< from 16 - n on: sixteen bytes with a mark after n others

  constexpr Layout() {
    constexpr std::uint8_t kNone = 0x80;
    for (std::size_t places = 0; places < kPlaces; ++places) {
      for (std::size_t shown = places + 1; shown < kShown; ++shown) {
        const std::size_t whole = shown - places;
        for (std::size_t i = 0; i < 16; ++i) {
          const std::size_t byte = 16 - shown + i - (i > whole ? 1 : 0);
          from[places][shown][i] = i == whole || byte > 15 ? kNone : static_cast<std::uint8_t>(byte);
        }
      }
    }
    mark[16] = '.';
  }
};
constexpr Layout kLayout;

MASU_AVX2 inline __m128i sixteen(const void* at) {
  return _mm_loadu_si128(static_cast<const __m128i*>(at));
}

/// Without a branch: digits differ in number from value to value.
MASU_AVX2 inline char* writeDecimal(char* to, const Decimal& decimal, char mark) {
  constexpr std::uint64_t kZeros = 0x3030'3030'3030'3030;
  std::uint64_t leading = 0;
  std::memcpy(&leading, decimal.digits.data() + 3, sizeof(leading));
  const unsigned count = 9 - static_cast<unsigned>(std::countr_zero(leading ^ kZeros)) / 8;
  const unsigned places = decimal.places;
  const unsigned shown = std::max(count, places + 1);
  const __m128i spread = _mm_shuffle_epi8(sixteen(&decimal), sixteen(kLayout.from[places][shown].data()));
  const __m128i text = _mm_or_si128(spread, sixteen(kLayout.mark.data() + 16 - (shown - places)));
  *to = '-';
  to += decimal.minus;
  // The mark after a whole number is overwritten.
  _mm_storeu_si128(reinterpret_cast<__m128i*>(to), text);
  to += shown + (places > 0 ? 1 : 0);
  *to++ = mark;
  return to;
}

/// The texts of the numbers that images and counts are made of.
struct SmallTexts {
  static constexpr std::int32_t kCount = 1000;
  std::array<std::array<char, 4>, kCount> text{};
  std::array<std::uint8_t, kCount> length{};

  constexpr SmallTexts() {
    for (std::int32_t value = 0; value < kCount; ++value) {
      const std::uint8_t digits = value < 10 ? 1 : value < 100 ? 2 : 3;
      length[value] = digits;
      for (std::int32_t i = 0, rest = value; i < digits; ++i, rest /= 10) {
        text[value][digits - 1 - i] = static_cast<char>('0' + rest % 10);
      }
    }
  }
};
constexpr SmallTexts kSmall;

/// Whether all four are whole numbers from 0 on that have such texts.
MASU_AVX2 inline bool areSmall(const Four& four) {
  const __m256i rest = _mm256_or_si256(_mm256_or_si256(four.places, four.minus), four.other);
  const __m256d less = _mm256_cmp_pd(four.digits, _mm256_set1_pd(SmallTexts::kCount), _CMP_LT_OQ);
  return _mm256_testc_pd(less, _mm256_castsi256_pd(_mm256_set1_epi64x(-1))) != 0 && _mm256_testz_si256(rest, rest) != 0;
}

MASU_AVX2 inline char* writeSmall(char* to, const Four& four, char mark) {
  alignas(16) std::array<std::int32_t, 4> digits;
  _mm_store_si128(reinterpret_cast<__m128i*>(digits.data()), _mm256_cvttpd_epi32(four.digits));
  for (const std::int32_t value : digits) {
    std::memcpy(to, kSmall.text[value].data(), 4);
    to += kSmall.length[value];
    *to++ = mark;
  }
  return to;
}

/// In two passes: each decimal is read when it has long been stored.
MASU_AVX2 char* writeBlock(char* to, std::span<const double> values, int places, DType stored, char mark) {
  std::array<Decimal, kBlock> decimals;
  for (std::size_t i = 0; i < values.size(); i += kLanes) {
    layDigits(shortest(_mm256_loadu_pd(values.data() + i), places), decimals.data() + i);
  }
  for (std::size_t i = 0; i < values.size(); ++i) {
    to = decimals[i].other == 0 ? writeDecimal(to, decimals[i], mark)
                                : writeEach(to, values.subspan(i, 1), stored, mark);
  }
  return to;
}

MASU_AVX2 char* writeAvx2(char* to, std::span<const double> values, DType stored, char mark) {
  const int places = stored == DType::f64 ? 0 : int{kPowers.size()} - 1;
  while (values.size() >= kLanes) {
    const Four four = shortest(_mm256_loadu_pd(values.data()), places);
    if (areSmall(four)) {
      to = writeSmall(to, four, mark);
      values = values.subspan(kLanes);
    } else {
      const std::size_t count = std::min(kBlock, values.size() / kLanes * kLanes);
      to = writeBlock(to, values.first(count), places, stored, mark);
      values = values.subspan(count);
    }
  }
  return writeEach(to, values, stored, mark);
}

#endif

}  // namespace

char* writeNumbers(char* to, std::span<const double> values, DType stored, char mark) {
#if defined(__x86_64__)
  static const bool kAvx2 = __builtin_cpu_supports("avx2") != 0 && __builtin_cpu_supports("bmi") != 0;
  // Halves distinguish fewer whole numbers.
  if (kAvx2 && stored != DType::f16) return writeAvx2(to, values, stored, mark);
#endif
  return writeEach(to, values, stored, mark);
}

}  // namespace masu::table

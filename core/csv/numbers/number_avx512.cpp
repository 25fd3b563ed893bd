// SPDX-License-Identifier: GPL-3.0-or-later
// GCC 12 takes the vectors that its header leaves undefined on purpose for forgotten ones.
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

#include <immintrin.h>

#include "core/csv/numbers/decimal_powers.h"
#include "core/csv/numbers/number_kernel.h"
#include "core/csv/structure/byte_places.h"

#pragma GCC push_options
#pragma GCC target("avx512f,avx512bw,avx512cd,avx512dq,avx512vbmi,avx512vl,avx2,bmi,bmi2,lzcnt,popcnt")

namespace masu::csv {

namespace {

#include "core/csv/numbers/cell_digits.h"
#include "core/csv/numbers/number_cell.h"
#include "core/csv/numbers/number_eights.h"

/// So many cells of eight that were not read are worth another look at all of them.
constexpr int kFewLeft = 2;

/// Eight cells side by side. A lane beyond the last cell is like the empty cell after it.
struct Octet {
  alignas(32) std::uint32_t ends[kLanes];
  Lanes32 lengths;
  __mmask8 empty;
  __mmask8 tooLong;  ///< for 16 bytes

  Octet(const std::uint32_t* from, std::uint32_t first, unsigned count) {
    const auto used = static_cast<__mmask8>((1U << count) - 1);
    const Lanes32 last = _mm256_mask_loadu_epi32(_mm256_set1_epi32(static_cast<int>(from[count - 1])), used, from);
    const Lanes32 before = _mm256_alignr_epi32(last, _mm256_set1_epi32(static_cast<int>(first - 1)), 7);
    _mm256_store_si256(reinterpret_cast<Lanes32*>(ends), last);
    lengths = _mm256_maskz_sub_epi32(used, _mm256_sub_epi32(last, before), _mm256_set1_epi32(1));
    empty = _mm256_cmpeq_epi32_mask(lengths, _mm256_setzero_si256());
    tooLong = _mm256_cmpgt_epu32_mask(lengths, _mm256_set1_epi32(16));
  }
};

/// 16 bytes before the ends of every second cell.
inline Wide everySecond(const char* text, const std::uint32_t* ends) {
  const auto at = [&](int i) { return _mm_loadu_si128(reinterpret_cast<const __m128i*>(text + ends[i] - 16)); };
  const Wide two = _mm512_inserti32x4(_mm512_castsi128_si512(at(0)), at(2), 1);
  return _mm512_inserti32x4(_mm512_inserti32x4(two, at(4), 2), at(6), 3);
}

/// Masks of 16 bits a cell: the even cells' in the lower half, the odd ones' in the upper.
struct HalfMasks {
  __mmask64 even;
  __mmask64 odd;

  HalfMasks(__mmask64 first, __mmask64 second) : even(first), odd(second) {}
  explicit HalfMasks(Lanes16 lanes)
      : even(static_cast<std::uint64_t>(_mm_cvtsi128_si64(lanes))),
        odd(static_cast<std::uint64_t>(_mm_extract_epi64(lanes, 1))) {}
  Lanes16 lanes() const { return _mm_set_epi64x(static_cast<long long>(odd), static_cast<long long>(even)); }
};

/// One bit a cell, in order, where its lane is not zero.
inline __mmask8 inOrder(Lanes16 lanes) {
  const Lanes16 order = _mm_setr_epi8(0, 1, 8, 9, 2, 3, 10, 11, 4, 5, 12, 13, 6, 7, 14, 15);
  const Lanes16 ordered = _mm_shuffle_epi8(lanes, order);
  return _mm_test_epi16_mask(ordered, ordered);
}

/// Up to the mark, digits move up by one over it.
inline Lanes16 upToMark(Lanes16 marks) {
  const Lanes16 below = _mm_add_epi16(marks, _mm_set1_epi16(-1));
  return _mm_maskz_mov_epi16(_mm_test_epi16_mask(marks, marks), _mm_xor_si128(marks, below));
}

/// shortDigits() and what follows it, for eight cells of up to 16 bytes, signs included.
inline Numbers readShort(const char* text, const Octet& cells, __m512i mark, bool emptyIsMissing) {
  const Wide even = everySecond(text, cells.ends);
  const Wide odd = everySecond(text, cells.ends + 1);
  const Lanes32 split = _mm256_setr_epi32(0, 2, 4, 6, 1, 3, 5, 7);
  const Lanes32 lengths = _mm256_permutexvar_epi32(split, cells.lengths);
  const Lanes16 whole =
      _mm256_cvtepi32_epi16(_mm256_srlv_epi32(_mm256_set1_epi32(static_cast<int>(0xFFFF0000)), lengths));
  const Wide dash = _mm512_set1_epi8('-');
  const HalfMasks dashes(_mm512_cmpeq_epi8_mask(even, dash), _mm512_cmpeq_epi8_mask(odd, dash));
  const Lanes16 fronts = _mm_andnot_si128(_mm_slli_epi16(whole, 1), whole);
  const Lanes16 minus = _mm_and_si128(dashes.lanes(), fronts);
  const Lanes16 kept = _mm_xor_si128(whole, minus);
  const HalfMasks keep(kept);
  const Wide zero = _mm512_set1_epi8('0');
  const Wide nine = _mm512_set1_epi8(9);
  Wide evenDigits = _mm512_maskz_sub_epi8(keep.even, even, zero);
  Wide oddDigits = _mm512_maskz_sub_epi8(keep.odd, odd, zero);
  const Lanes16 marks =
      HalfMasks(_mm512_mask_cmpeq_epi8_mask(keep.even, even, mark), _mm512_mask_cmpeq_epi8_mask(keep.odd, odd, mark))
          .lanes();
  const Lanes16 others =
      HalfMasks(_mm512_cmpgt_epu8_mask(evenDigits, nine), _mm512_cmpgt_epu8_mask(oddDigits, nine)).lanes();
  const Lanes16 second = _mm_and_si128(marks, _mm_add_epi16(marks, _mm_set1_epi16(-1)));
  const Lanes16 bad = _mm_or_si128(_mm_xor_si128(others, marks), second);
  const Lanes16 digits = _mm_andnot_si128(marks, kept);

  const HalfMasks up(upToMark(marks));
  evenDigits = _mm512_mask_mov_epi8(evenDigits, up.even, _mm512_bslli_epi128(evenDigits, 1));
  oddDigits = _mm512_mask_mov_epi8(oddDigits, up.odd, _mm512_bslli_epi128(oddDigits, 1));
  const Wide numbers = joinedSixteens(joinedEights(joinedFours(evenDigits), joinedFours(oddDigits)));

  const Lanes32 wideMarks = _mm256_slli_epi32(_mm256_cvtepu16_epi32(marks), 16);
  const Lanes32 fractions = _mm256_lzcnt_epi32(_mm256_or_si256(wideMarks, _mm256_set1_epi32(0x8000)));
  const Lanes32 order = _mm256_setr_epi32(0, 4, 1, 5, 2, 6, 3, 7);
  const Wide places = _mm512_cvtepu32_epi64(_mm256_permutexvar_epi32(order, fractions));
  // Sixteen entries: a cell without a mark finds 10^0, the lowest four bits of 16 being zero.
  const __m512d divisors =
      _mm512_permutex2var_pd(_mm512_loadu_pd(kDivisors), places, _mm512_loadu_pd(kDivisors + kLanes));
  const __m512d values = _mm512_div_pd(_mm512_cvtepi64_pd(numbers), divisors);
  const auto missing = static_cast<__mmask8>(emptyIsMissing ? cells.empty : 0);
  return finished(values, inOrder(minus), missing,
                  static_cast<__mmask8>(inOrder(digits) & ~inOrder(bad) & ~cells.tooLong));
}

/// Exponents of two digits at the ends of eight cells.
struct Exponents {
  Lanes32 powers;  ///< 0 where there is none
  __mmask8 present;

  Exponents(const char* text, const Octet& cells) {
    const auto at = [&](unsigned i) {
      std::int32_t bytes;
      std::memcpy(&bytes, text + cells.ends[i] - 4, sizeof bytes);
      return bytes;
    };
    const Lanes32 word = _mm256_setr_epi32(at(0), at(1), at(2), at(3), at(4), at(5), at(6), at(7));
    const Lanes32 byte = _mm256_set1_epi32(0xFF);
    const auto byteIs = [&](Lanes32 bytes, char c) {
      return _mm256_cmpeq_epi32_mask(_mm256_and_si256(bytes, byte), _mm256_set1_epi32(c));
    };
    const Lanes32 sign = _mm256_srli_epi32(word, 8);
    const __mmask8 minus = byteIs(sign, '-');
    const Lanes32 zero = _mm256_set1_epi32('0');
    const Lanes32 tens = _mm256_sub_epi32(_mm256_and_si256(_mm256_srli_epi32(word, 16), byte), zero);
    const Lanes32 ones = _mm256_sub_epi32(_mm256_srli_epi32(word, 24), zero);
    const Lanes32 nine = _mm256_set1_epi32(9);
    present = static_cast<__mmask8>(byteIs(_mm256_or_si256(word, _mm256_set1_epi32(0x20)), 'e') &
                                    (minus | byteIs(sign, '+')) & _mm256_cmple_epu32_mask(tens, nine) &
                                    _mm256_cmple_epu32_mask(ones, nine) &
                                    _mm256_cmpgt_epu32_mask(cells.lengths, _mm256_set1_epi32(4)));
    const Lanes32 power = _mm256_add_epi32(_mm256_mullo_epi32(tens, _mm256_set1_epi32(10)), ones);
    powers = _mm256_maskz_mov_epi32(present, power);
    powers = _mm256_mask_sub_epi32(powers, minus, _mm256_setzero_si256(), powers);
  }
};

/// 32 bytes before the ends of two cells, without the exponents of those in `exponents`.
inline Wide twoCells(const char* text, const std::uint32_t* ends, unsigned exponents) {
  const auto at = [&](int i) { return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(text + ends[i] - 32)); };
  const Wide both = _mm512_inserti64x4(_mm512_castsi256_si512(at(0)), at(1), 1);
  const Wide up = _mm512_setr_epi32(0, 0, 1, 2, 3, 4, 5, 6, 8, 8, 9, 10, 11, 12, 13, 14);
  const auto moved = static_cast<__mmask16>((exponents & 1) * 0xFF + (exponents >> 1 & 1) * 0xFF00);
  return _mm512_mask_permutexvar_epi32(both, moved, up, both);
}

/// Masks of 32 bits a cell, two cells a vector of bytes.
struct QuarterMasks {
  __mmask64 of[4];

  QuarterMasks() = default;
  explicit QuarterMasks(Lanes32 lanes) { _mm256_storeu_si256(reinterpret_cast<Lanes32*>(of), lanes); }
  Lanes32 lanes() const {
    return _mm256_setr_epi64x(static_cast<long long>(of[0]), static_cast<long long>(of[1]),
                              static_cast<long long>(of[2]), static_cast<long long>(of[3]));
  }
};

/// Eight cells of one form, as printf writes them with %e: a digit, the mark, as many digits in each, an exponent.
class PrintedAlike {
 public:
  /// `first`: of the first cell.
  PrintedAlike(const char* first, const Octet& cells, const Exponents& exponents, __mmask8 used) {
    m_bytes = static_cast<unsigned>(_mm256_cvtsi256_si32(cells.lengths)) - 4 - (*first == '-' ? 1 : 0);
    const Lanes32 plain = _mm256_set1_epi32(static_cast<int>(m_bytes + 4));
    m_minus = _mm256_mask_cmpeq_epi32_mask(used, cells.lengths, _mm256_add_epi32(plain, _mm256_set1_epi32(1)));
    const auto known = static_cast<__mmask8>(m_minus | _mm256_mask_cmpeq_epi32_mask(used, cells.lengths, plain));
    m_is = (known & exponents.present & used) == used && m_bytes - 3 <= kMostDigits - 2U;
  }

  bool isSo() const { return m_is; }

  /// False where a cell is of another form after all.
  bool read(const char* text, const Octet& cells, const Exponents& exponents, char mark, __mmask8 used,
            Numbers& found) const {
    const std::uint64_t both = (std::uint64_t{1} << 32) + 1;
    const std::uint64_t markBits = both << (33 - m_bytes);
    const std::uint64_t dashBits = both << (31 - m_bytes);
    const std::uint64_t digitBits = both * (0xFFFFFFFFU << (33 - m_bytes) & 0xFFFFFFFFU);
    const __mmask64 wanted[] = {bytesOf(used), bytesOf(used >> 2), bytesOf(used >> 4), bytesOf(used >> 6)};
    // The digit before the mark moves up over it.
    const Wide bytes = _mm512_load_si512(kBytePlaces.data());
    const Wide moved = _mm512_mask_sub_epi8(bytes, markBits, bytes, _mm512_set1_epi8(1));
    std::uint64_t dashes = 0;
    __mmask64 strange = 0;
    Wide digits[4];
    for (unsigned i = 0; i < 4; ++i) {
      const Wide two = pair(text, cells.ends + 2 * i);
      strange |= _mm512_mask_cmpneq_epi8_mask(markBits & wanted[i], two, _mm512_set1_epi8(mark));
      dashes |= (_mm512_mask_cmpeq_epi8_mask(dashBits, two, _mm512_set1_epi8('-')) >> (31 - m_bytes)) << (2 * i);
      digits[i] =
          _mm512_maskz_permutexvar_epi8(digitBits & wanted[i], moved, _mm512_sub_epi8(two, _mm512_set1_epi8('0')));
      strange |= _mm512_cmpgt_epu8_mask(digits[i], _mm512_set1_epi8(9));
    }
    const auto minus = static_cast<__mmask8>((dashes | dashes >> 31) & m_minus);
    if (strange != 0 || minus != m_minus) return false;
    __mmask8 within = 0;
    const Wide numbers = joinedAll(digits, within);
    const Lanes32 fraction = _mm256_set1_epi32(static_cast<int>(m_bytes - 2));
    __mmask8 read = used;
    const __m512d values = composed(numbers, _mm256_sub_epi32(exponents.powers, fraction), read);
    found = finished(values, minus, 0, read);
    return true;
  }

 private:
  /// 32 bytes a cell, where its lane is used.
  static __mmask64 bytesOf(unsigned lanes) {
    return ((lanes & 1) * std::uint64_t{0xFFFFFFFF}) | ((lanes >> 1 & 1) * (std::uint64_t{0xFFFFFFFF} << 32));
  }
  /// What is before the exponents of two cells.
  static Wide pair(const char* text, const std::uint32_t* ends) {
    const auto at = [&](int i) { return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(text + ends[i] - 36)); };
    return _mm512_inserti64x4(_mm512_castsi256_si512(at(0)), at(1), 1);
  }

  unsigned m_bytes = 0;  ///< of each cell without sign and exponent
  __mmask8 m_minus = 0;
  bool m_is = false;
};

/// longDigits() and what follows it, for eight cells of up to 32 bytes, signs and exponents included.
[[gnu::noinline]] Numbers readLong(const char* text, const char* first, const Octet& cells, __mmask8 used, char mark,
                                   bool emptyIsMissing) {
  const Exponents exponents(text, cells);
  const PrintedAlike alike(first, cells, exponents, used);
  if (Numbers found; alike.isSo() && alike.read(text, cells, exponents, mark, used, found)) return found;
  const Lanes32 lengths = _mm256_mask_sub_epi32(cells.lengths, exponents.present, cells.lengths, _mm256_set1_epi32(4));
  const Lanes32 whole = _mm256_sllv_epi32(_mm256_set1_epi32(-1), _mm256_sub_epi32(_mm256_set1_epi32(32), lengths));
  Wide bytes[4];
  QuarterMasks dashes;
  for (unsigned i = 0; i < 4; ++i) {
    bytes[i] = twoCells(text, cells.ends + 2 * i, exponents.present >> (2 * i));
    dashes.of[i] = _mm512_cmpeq_epi8_mask(bytes[i], _mm512_set1_epi8('-'));
  }
  const Lanes32 fronts = _mm256_andnot_si256(_mm256_slli_epi32(whole, 1), whole);
  const Lanes32 minus = _mm256_and_si256(dashes.lanes(), fronts);
  const Lanes32 kept = _mm256_xor_si256(whole, minus);
  const QuarterMasks keep(kept);
  QuarterMasks marked;
  QuarterMasks strange;
  for (unsigned i = 0; i < 4; ++i) {
    marked.of[i] = _mm512_mask_cmpeq_epi8_mask(keep.of[i], bytes[i], _mm512_set1_epi8(mark));
    bytes[i] = _mm512_maskz_sub_epi8(keep.of[i], bytes[i], _mm512_set1_epi8('0'));
    strange.of[i] = _mm512_cmpgt_epu8_mask(bytes[i], _mm512_set1_epi8(9));
  }
  const Lanes32 marks = marked.lanes();
  const Lanes32 below = _mm256_add_epi32(marks, _mm256_set1_epi32(-1));
  const Lanes32 bad = _mm256_or_si256(_mm256_xor_si256(strange.lanes(), marks), _mm256_and_si256(marks, below));
  const __mmask8 haveMark = _mm256_test_epi32_mask(marks, marks);
  const QuarterMasks up(_mm256_maskz_xor_epi32(haveMark, marks, below));
  for (unsigned i = 0; i < 4; ++i) {
    const Wide lower = _mm512_maskz_permutex_epi64(0xCC, bytes[i], 0x40);
    bytes[i] = _mm512_mask_mov_epi8(bytes[i], up.of[i], _mm512_alignr_epi8(bytes[i], lower, 15));
  }
  __mmask8 within = 0;
  const Wide digits = joinedAll(bytes, within);

  const Lanes32 fraction = _mm256_maskz_lzcnt_epi32(haveMark, marks);
  const Lanes32 most = _mm256_mask_mov_epi32(_mm256_set1_epi32(32), exponents.present, _mm256_set1_epi32(28));
  const Lanes32 spelled = _mm256_andnot_si256(marks, kept);
  auto read = static_cast<__mmask8>(within & _mm256_cmple_epu32_mask(lengths, most) &
                                    _mm256_testn_epi32_mask(bad, bad) & _mm256_test_epi32_mask(spelled, spelled));
  const __m512d values = composed(digits, _mm256_sub_epi32(exponents.powers, fraction), read);
  const auto missing = static_cast<__mmask8>(emptyIsMissing ? cells.empty : 0);
  return finished(values, _mm256_test_epi32_mask(minus, minus), missing, read);
}

std::size_t readCells(const NumberCells& cells, const NumberRules& rules) {
  if (rules.end - rules.begin <= kLookBack) return 0;
  const CellRules each(rules);
  const __m512i mark = _mm512_set1_epi8(rules.decimal);
  auto first = static_cast<std::uint32_t>(cells.first - cells.text);
  bool longer = false;
  for (std::size_t i = 0; i < cells.count; i += kLanes) {
    const auto count = static_cast<unsigned>(cells.count - i < kLanes ? cells.count - i : kLanes);
    const auto used = static_cast<__mmask8>((1U << count) - 1);
    const std::uint32_t* const ends = cells.ends + i;
    const bool inReach = static_cast<std::size_t>(cells.text + ends[0] - each.lowest) < each.span &&
                         static_cast<std::size_t>(cells.text + ends[count - 1] - each.lowest) < each.span;
    unsigned left = used;
    if (inReach) {
      const Octet octet(ends, first, count);
      longer = longer || __builtin_popcount(octet.tooLong) > kFewLeft || ((cells.text + ends[0])[-4] | 0x20) == 'e';
      Numbers found;
      if (!longer) {
        found = readShort(cells.text, octet, mark, rules.emptyIsMissing);
        longer = __builtin_popcount(used & ~static_cast<unsigned>(found.read)) > kFewLeft;
      }
      if (longer) found = readLong(cells.text, cells.text + first, octet, used, rules.decimal, rules.emptyIsMissing);
      _mm512_mask_storeu_pd(cells.values + i, used, found.values);
      _mm256_mask_storeu_ps(cells.nearest + i, used, found.nearest);
      left = used & ~static_cast<unsigned>(found.read);
    }
    for (; left != 0; left &= left - 1) {
      const auto lane = static_cast<unsigned>(__builtin_ctz(left));
      const std::uint32_t begin = lane == 0 ? first : ends[lane - 1] + 1;
      const std::size_t at = i + lane;
      if (!readOne(cells.text + begin, cells.text + ends[lane], each, cells.values[at], cells.nearest[at])) return at;
    }
    first = ends[count - 1] + 1;
  }
  return cells.count;
}

}  // namespace

const NumberKernel kAvx512Numbers{"avx512", readCells};

}  // namespace masu::csv

#pragma GCC pop_options

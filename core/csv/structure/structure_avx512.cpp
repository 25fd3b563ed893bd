// SPDX-License-Identifier: GPL-3.0-or-later
// GCC 12 takes the vectors that its header leaves undefined on purpose for forgotten ones.
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"

#include <immintrin.h>

#include "core/csv/structure/byte_places.h"
#include "core/csv/structure/structure.h"
#include "core/csv/structure/structure_machine.h"

#pragma GCC push_options
#pragma GCC target("avx512f,avx512bw,avx512vbmi2,avx2,bmi,bmi2,lzcnt,pclmul,popcnt")

namespace masu::csv {

namespace {

class Word {
 public:
  Word(const char* data, unsigned size)
      : m_bytes(size == 64 ? _mm512_loadu_si512(data) : _mm512_maskz_loadu_epi8((std::uint64_t{1} << size) - 1, data)) {
  }
  std::uint64_t equal(char c) const { return _mm512_cmpeq_epi8_mask(m_bytes, _mm512_set1_epi8(c)); }

 private:
  __m512i m_bytes;
};

/// The places of up to 16 ends, as many as most words have, without a branch.
inline std::uint32_t* putPositions(std::uint64_t bits, std::uint32_t base, std::uint32_t* next) {
  const auto count = static_cast<unsigned>(__builtin_popcountll(bits));
  const __m512i from = _mm512_set1_epi32(static_cast<int>(base));
  __m512i places = _mm512_maskz_compress_epi8(bits, _mm512_load_si512(kBytePlaces.data()));
  const auto put = [&](unsigned at) {
    const __m512i wide = _mm512_cvtepu8_epi32(_mm512_castsi512_si128(places));
    _mm512_storeu_si512(next + at, _mm512_add_epi32(from, wide));
  };
  put(0);
  for (unsigned at = 16; at < count; at += 16) {
    places = _mm512_shuffle_i64x2(places, places, 0x39);
    put(at);
  }
  return next + count;
}

#include "core/csv/structure/scan_word.h"
#include "core/csv/structure/structure_words.h"

}  // namespace

const StructureKernel kAvx512Structure{"avx512", recordEndsByWords<Word>, fieldEndsByWords<Word>};

}  // namespace masu::csv

#pragma GCC pop_options

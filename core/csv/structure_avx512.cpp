#include <cstring>

#include <immintrin.h>

#include "core/csv/structure_kernels.h"
#include "core/csv/structure_machine.h"

#pragma GCC push_options
#pragma GCC target("avx512f,avx512bw,avx2,bmi,bmi2,lzcnt,popcnt")

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

/// Sixteen bytes of text at a time, without a branch.
inline std::uint32_t* putPositions(std::uint64_t bits, std::uint32_t base, std::uint32_t* next) {
  __m512i places = _mm512_add_epi32(_mm512_set1_epi32(static_cast<int>(base)),
                                    _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15));
  for (int part = 0; part < 4; ++part, bits >>= 16) {
    const auto few = static_cast<__mmask16>(bits);
    _mm512_storeu_si512(next, _mm512_maskz_compress_epi32(few, places));
    next += __builtin_popcount(few);
    places = _mm512_add_epi32(places, _mm512_set1_epi32(16));
  }
  return next;
}

#include "core/csv/structure_words.h"

}  // namespace

const StructureKernel kAvx512Structure{"avx512", recordEndsByWords<Word>, fieldEndsByWords<Word>};

}  // namespace masu::csv

#pragma GCC pop_options

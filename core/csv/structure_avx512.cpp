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

#include "core/csv/structure_words.h"

}  // namespace

const StructureKernel kAvx512Structure{"avx512", recordEndsByWords<Word>, fieldEndsByWords<Word>};

}  // namespace masu::csv

#pragma GCC pop_options

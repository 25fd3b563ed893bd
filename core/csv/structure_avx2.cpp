#include <cstring>

#include <immintrin.h>

#include "core/csv/structure_kernels.h"
#include "core/csv/structure_machine.h"

#pragma GCC push_options
#pragma GCC target("avx2,bmi,bmi2,lzcnt,popcnt")

namespace masu::csv {

namespace {

class Word {
 public:
  Word(const char* data, unsigned size) {
    alignas(32) char padded[64];
    if (size < 64) {
      std::memset(padded, 0, sizeof padded);
      std::memcpy(padded, data, size);
      data = padded;
    }
    m_low = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(data));
    m_high = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(data + 32));
  }
  std::uint64_t equal(char c) const {
    const __m256i wanted = _mm256_set1_epi8(c);
    const auto low = static_cast<std::uint32_t>(_mm256_movemask_epi8(_mm256_cmpeq_epi8(m_low, wanted)));
    const auto high = static_cast<std::uint32_t>(_mm256_movemask_epi8(_mm256_cmpeq_epi8(m_high, wanted)));
    return low | static_cast<std::uint64_t>(high) << 32;
  }

 private:
  __m256i m_low;
  __m256i m_high;
};

#include "core/csv/structure_words.h"

}  // namespace

const StructureKernel kAvx2Structure{"avx2", recordEndsByWords<Word>, fieldEndsByWords<Word>};

}  // namespace masu::csv

#pragma GCC pop_options

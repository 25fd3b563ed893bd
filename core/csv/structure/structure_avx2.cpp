// SPDX-License-Identifier: GPL-3.0-or-later
#include <cstring>

#include <immintrin.h>

#include "core/csv/structure/structure.h"
#include "core/csv/structure/structure_machine.h"

#pragma GCC push_options
#pragma GCC target("avx2,bmi,bmi2,lzcnt,pclmul,popcnt")

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

/// Eight at a time, so that the branch of most words goes one way.
inline std::uint32_t* putPositions(std::uint64_t bits, std::uint32_t base, std::uint32_t* next) {
  std::uint32_t* const end = next + __builtin_popcountll(bits);
  for (; next < end; next += 8) {
    for (int i = 0; i < 8; ++i, bits &= bits - 1) next[i] = base + static_cast<std::uint32_t>(_tzcnt_u64(bits));
  }
  return end;
}

#include "core/csv/structure/scan_word.h"
#include "core/csv/structure/structure_words.h"

}  // namespace

const StructureKernel kAvx2Structure{"avx2", recordEndsByWords<Word>, fieldEndsByWords<Word>};

}  // namespace masu::csv

#pragma GCC pop_options

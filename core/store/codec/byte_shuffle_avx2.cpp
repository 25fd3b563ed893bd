// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/codec/byte_shuffle.h"

#if defined(__x86_64__)

#include <immintrin.h>

#pragma GCC push_options
#pragma GCC target("avx2")

// After the pragma: its templates are to be compiled for these instructions, too.
#include "core/store/codec/byte_shuffle_lanes.h"

namespace masu::store {

namespace {

struct Avx2 {
  using Register = __m256i;
  static constexpr std::size_t kLanes = 2;

  static Register loadPlane(const std::byte* from) {
    return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(from));
  }
  static void storePlane(std::byte* to, Register value) { _mm256_storeu_si256(reinterpret_cast<__m256i*>(to), value); }
  static Register loadLanes(const std::byte* from, std::size_t stride) {
    return _mm256_loadu2_m128i(reinterpret_cast<const __m128i*>(from + stride), reinterpret_cast<const __m128i*>(from));
  }
  static void storeLanes(std::byte* to, std::size_t stride, Register value) {
    _mm256_storeu2_m128i(reinterpret_cast<__m128i*>(to + stride), reinterpret_cast<__m128i*>(to), value);
  }
  static Register evenBytes(Register a, Register b) {
    const Register low = _mm256_set1_epi16(0xFF);
    return _mm256_packus_epi16(_mm256_and_si256(a, low), _mm256_and_si256(b, low));
  }
  static Register oddBytes(Register a, Register b) {
    return _mm256_packus_epi16(_mm256_srli_epi16(a, 8), _mm256_srli_epi16(b, 8));
  }
  static Register joinLow(Register even, Register odd) { return _mm256_unpacklo_epi8(even, odd); }
  static Register joinHigh(Register even, Register odd) { return _mm256_unpackhi_epi8(even, odd); }
};

}  // namespace

const ShuffleKernel* avx2ShuffleKernel() {
  static constexpr ShuffleKernel kKernel = shuffleKernelOf<Avx2>();
  return __builtin_cpu_supports("avx2") ? &kKernel : nullptr;
}

}  // namespace masu::store

#pragma GCC pop_options

#endif

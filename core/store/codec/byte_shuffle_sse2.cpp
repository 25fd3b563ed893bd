// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/codec/byte_shuffle.h"

#if defined(__SSE2__)

#include <emmintrin.h>

#include "core/store/codec/byte_shuffle_lanes.h"

namespace masu::store {

namespace {

struct Sse2 {
  using Register = __m128i;
  static constexpr std::size_t kLanes = 1;

  static Register loadPlane(const std::byte* from) { return _mm_loadu_si128(reinterpret_cast<const __m128i*>(from)); }
  static void storePlane(std::byte* to, Register value) { _mm_storeu_si128(reinterpret_cast<__m128i*>(to), value); }
  static Register loadLanes(const std::byte* from, std::size_t) { return loadPlane(from); }
  static void storeLanes(std::byte* to, std::size_t, Register value) { storePlane(to, value); }
  static Register evenBytes(Register a, Register b) {
    const Register low = _mm_set1_epi16(0xFF);
    return _mm_packus_epi16(_mm_and_si128(a, low), _mm_and_si128(b, low));
  }
  static Register oddBytes(Register a, Register b) {
    return _mm_packus_epi16(_mm_srli_epi16(a, 8), _mm_srli_epi16(b, 8));
  }
  static Register joinLow(Register even, Register odd) { return _mm_unpacklo_epi8(even, odd); }
  static Register joinHigh(Register even, Register odd) { return _mm_unpackhi_epi8(even, odd); }
};

}  // namespace

const ShuffleKernel* sse2ShuffleKernel() {
  static constexpr ShuffleKernel kKernel = shuffleKernelOf<Sse2>();
  return &kKernel;
}

}  // namespace masu::store

#else

namespace masu::store {

const ShuffleKernel* sse2ShuffleKernel() {
  return nullptr;
}

}  // namespace masu::store

#endif

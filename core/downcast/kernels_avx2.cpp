// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/downcast/kernels.h"

#if defined(__x86_64__)

#include <cmath>
#include <limits>

#include <cpuid.h>
#include <immintrin.h>

// Chosen function by function, so that the rest of the program runs on any x86-64. No fused multiply-add: it would
// round once where the scalar kernels round twice.
#define MASU_AVX2 __attribute__((target("avx2,f16c")))

namespace masu::downcast {

namespace {

constexpr std::size_t kLanes = 8;

MASU_AVX2 __m256 canonical(__m256 values) {
  const __m256 nan = _mm256_cmp_ps(values, values, _CMP_UNORD_Q);
  return _mm256_blendv_ps(values, _mm256_set1_ps(std::numeric_limits<float>::quiet_NaN()), nan);
}

MASU_AVX2 void toHalf(const float* values, std::uint16_t* out, std::size_t count) {
  const std::size_t whole = count - count % kLanes;
  const __m256 sign = _mm256_set1_ps(-0.0F);
  for (std::size_t i = 0; i < whole; i += kLanes) {
    const __m256 eight = _mm256_loadu_ps(values + i);
    // A NaN keeps its sign and nothing else.
    const __m256 clean = _mm256_or_ps(canonical(eight), _mm256_and_ps(eight, sign));
    const __m128i halves = _mm256_cvtps_ph(clean, _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC);
    _mm_storeu_si128(reinterpret_cast<__m128i*>(out + i), halves);
  }
  scalarKernels().toHalf(values + whole, out + whole, count - whole);
}

MASU_AVX2 void fromHalf(const std::uint16_t* halves, float* out, std::size_t count) {
  const std::size_t whole = count - count % kLanes;
  for (std::size_t i = 0; i < whole; i += kLanes) {
    const __m128i eight = _mm_loadu_si128(reinterpret_cast<const __m128i*>(halves + i));
    _mm256_storeu_ps(out + i, canonical(_mm256_cvtph_ps(eight)));
  }
  scalarKernels().fromHalf(halves + whole, out + whole, count - whole);
}

/// Eight codes as 32-bit integers, the lowest of `Code` for NaN.
template <class Code>
MASU_AVX2 __m256i codesOf(const float* values, Steps steps) {
  const __m256 top = _mm256_set1_ps(static_cast<float>(std::numeric_limits<Code>::max()));
  const __m256 bottom = _mm256_set1_ps(-static_cast<float>(std::numeric_limits<Code>::max()));
  const __m256 away = _mm256_sub_ps(_mm256_loadu_ps(values), _mm256_loadu_ps(steps.offsets));
  const __m256 code = _mm256_mul_ps(away, _mm256_loadu_ps(steps.factors));
  const __m256i rounded = _mm256_cvtps_epi32(_mm256_max_ps(_mm256_min_ps(code, top), bottom));
  const __m256i missing = _mm256_castps_si256(_mm256_cmp_ps(code, code, _CMP_UNORD_Q));
  return _mm256_blendv_epi8(rounded, _mm256_set1_epi32(std::numeric_limits<Code>::lowest()), missing);
}

MASU_AVX2 void encode8(const float* values, Steps steps, std::int8_t* out, std::size_t count) {
  constexpr std::size_t kStep = 4 * kLanes;
  const std::size_t whole = count - count % kStep;
  // Packing works within halves of a register; this puts the groups of four back in order.
  const __m256i order = _mm256_setr_epi32(0, 4, 1, 5, 2, 6, 3, 7);
  for (std::size_t i = 0; i < whole; i += kStep) {
    __m256i part[4];
    for (std::size_t k = 0; k < 4; ++k) {
      const std::size_t at = i + k * kLanes;
      part[k] = codesOf<std::int8_t>(values + at, {steps.factors + at, steps.offsets + at});
    }
    const __m256i low = _mm256_packs_epi32(part[0], part[1]);
    const __m256i high = _mm256_packs_epi32(part[2], part[3]);
    const __m256i codes = _mm256_permutevar8x32_epi32(_mm256_packs_epi16(low, high), order);
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(out + i), codes);
  }
  scalarKernels().encode8(values + whole, {steps.factors + whole, steps.offsets + whole}, out + whole, count - whole);
}

MASU_AVX2 void encode16(const float* values, Steps steps, std::int16_t* out, std::size_t count) {
  constexpr std::size_t kStep = 2 * kLanes;
  const std::size_t whole = count - count % kStep;
  for (std::size_t i = 0; i < whole; i += kStep) {
    const __m256i low = codesOf<std::int16_t>(values + i, {steps.factors + i, steps.offsets + i});
    const std::size_t at = i + kLanes;
    const __m256i high = codesOf<std::int16_t>(values + at, {steps.factors + at, steps.offsets + at});
    const __m256i codes = _mm256_permute4x64_epi64(_mm256_packs_epi32(low, high), 0b11011000);
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(out + i), codes);
  }
  scalarKernels().encode16(values + whole, {steps.factors + whole, steps.offsets + whole}, out + whole, count - whole);
}

template <class Code>
MASU_AVX2 __m256 valuesOf(__m256i codes, Steps steps) {
  const __m256 scaled = _mm256_mul_ps(_mm256_cvtepi32_ps(codes), _mm256_loadu_ps(steps.factors));
  const __m256 values = _mm256_add_ps(scaled, _mm256_loadu_ps(steps.offsets));
  const __m256i missing = _mm256_cmpeq_epi32(codes, _mm256_set1_epi32(std::numeric_limits<Code>::lowest()));
  return _mm256_blendv_ps(values, _mm256_set1_ps(std::numeric_limits<float>::quiet_NaN()),
                          _mm256_castsi256_ps(missing));
}

MASU_AVX2 void decode8(const std::int8_t* codes, Steps steps, float* out, std::size_t count) {
  const std::size_t whole = count - count % kLanes;
  for (std::size_t i = 0; i < whole; i += kLanes) {
    const __m256i eight = _mm256_cvtepi8_epi32(_mm_loadl_epi64(reinterpret_cast<const __m128i*>(codes + i)));
    _mm256_storeu_ps(out + i, valuesOf<std::int8_t>(eight, {steps.factors + i, steps.offsets + i}));
  }
  scalarKernels().decode8(codes + whole, {steps.factors + whole, steps.offsets + whole}, out + whole, count - whole);
}

MASU_AVX2 void decode16(const std::int16_t* codes, Steps steps, float* out, std::size_t count) {
  const std::size_t whole = count - count % kLanes;
  for (std::size_t i = 0; i < whole; i += kLanes) {
    const __m256i eight = _mm256_cvtepi16_epi32(_mm_loadu_si128(reinterpret_cast<const __m128i*>(codes + i)));
    _mm256_storeu_ps(out + i, valuesOf<std::int16_t>(eight, {steps.factors + i, steps.offsets + i}));
  }
  scalarKernels().decode16(codes + whole, {steps.factors + whole, steps.offsets + whole}, out + whole, count - whole);
}

/// clang does not know F16C by name.
bool convertsHalves() {
  unsigned a = 0;
  unsigned b = 0;
  unsigned c = 0;
  unsigned d = 0;
  return __get_cpuid(1, &a, &b, &c, &d) != 0 && (c & bit_F16C) != 0;
}

}  // namespace

const Kernels* avx2Kernels() {
  static constexpr Kernels kKernels{toHalf, fromHalf, encode8, encode16, decode8, decode16};
  static const bool runs = __builtin_cpu_supports("avx2") && convertsHalves();
  return runs ? &kKernels : nullptr;
}

}  // namespace masu::downcast

#else

namespace masu::downcast {

const Kernels* avx2Kernels() {
  return nullptr;
}

}  // namespace masu::downcast

#endif

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>

namespace masu::downcast {

/// What maps each of some values to its code or back: one entry a value. `factors` are 1 / scale for encoding and scale
/// for decoding.
struct Steps {
  const float* factors;
  const float* offsets;
};

/// Conversions of whole arrays between floats and narrower types. Every set computes the same bits: rounded to nearest
/// even, NaN to one quiet pattern (in codes the lowest one), values beyond the codes to the nearest code.
/// Threads: any. Arrays must not overlap; alignment is their elements'.
struct Kernels {
  void (*toHalf)(const float* values, std::uint16_t* out, std::size_t count);
  void (*fromHalf)(const std::uint16_t* halves, float* out, std::size_t count);
  void (*encode8)(const float* values, Steps steps, std::int8_t* out, std::size_t count);
  void (*encode16)(const float* values, Steps steps, std::int16_t* out, std::size_t count);
  void (*decode8)(const std::int8_t* codes, Steps steps, float* out, std::size_t count);
  void (*decode16)(const std::int16_t* codes, Steps steps, float* out, std::size_t count);

  void encode(const float* values, Steps steps, std::int8_t* out, std::size_t n) const {
    encode8(values, steps, out, n);
  }
  void encode(const float* values, Steps steps, std::int16_t* out, std::size_t n) const {
    encode16(values, steps, out, n);
  }
  void decode(const std::int8_t* codes, Steps steps, float* out, std::size_t n) const { decode8(codes, steps, out, n); }
  void decode(const std::int16_t* codes, Steps steps, float* out, std::size_t n) const {
    decode16(codes, steps, out, n);
  }
};

const Kernels& scalarKernels();
/// Null where this processor has no AVX2 and F16C.
const Kernels* avx2Kernels();
/// The fastest set that this processor runs.
const Kernels& kernels();

}  // namespace masu::downcast

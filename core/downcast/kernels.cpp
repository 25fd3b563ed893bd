// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/downcast/kernels.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/base/half.h"

namespace masu::downcast {

namespace {

void toHalf(const float* values, std::uint16_t* out, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) out[i] = halfFromFloat(values[i]);
}

void fromHalf(const std::uint16_t* halves, float* out, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) {
    const float value = floatFromHalf(halves[i]);
    out[i] = std::isnan(value) ? std::numeric_limits<float>::quiet_NaN() : value;
  }
}

template <class Code>
void encode(const float* values, Steps steps, Code* out, std::size_t count) {
  constexpr auto kTop = static_cast<float>(std::numeric_limits<Code>::max());
  for (std::size_t i = 0; i < count; ++i) {
    const float code = (values[i] - steps.offsets[i]) * steps.factors[i];
    out[i] = std::isnan(code) ? std::numeric_limits<Code>::lowest()
                              : static_cast<Code>(std::nearbyint(std::clamp(code, -kTop, kTop)));
  }
}

template <class Code>
void decode(const Code* codes, Steps steps, float* out, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) {
    out[i] = codes[i] == std::numeric_limits<Code>::lowest()
                 ? std::numeric_limits<float>::quiet_NaN()
                 : static_cast<float>(codes[i]) * steps.factors[i] + steps.offsets[i];
  }
}

}  // namespace

const Kernels& scalarKernels() {
  static constexpr Kernels kKernels{
      toHalf, fromHalf, encode<std::int8_t>, encode<std::int16_t>, decode<std::int8_t>, decode<std::int16_t>};
  return kKernels;
}

const Kernels& kernels() {
  static const Kernels* const best = avx2Kernels() != nullptr ? avx2Kernels() : &scalarKernels();
  return *best;
}

}  // namespace masu::downcast

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "core/table/dtype.h"

namespace masu::loader {

/// Whole samples of one object in memory, one after another.
struct Rows {
  const std::byte* base = nullptr;
  std::uint64_t rowBytes = 0;
};

/// The instructions a kernel may use. Every one gives the same bits.
enum class Simd : std::uint8_t { scalar, avx2, avx512 };
/// The best that this machine has.
Simd bestSimd();

/// One entry a channel: out = ((stored × scale − centre) − low) × inverse. `low` is what a float leaves of the centre,
/// so that a mean far from 0 costs no precision. `fill` takes the place of missing values.
template <class Real>
struct WidenTable {
  const Real* scale = nullptr;
  const Real* centre = nullptr;
  const Real* low = nullptr;
  const Real* inverse = nullptr;
  const float* fill = nullptr;
  std::uint64_t channels = 0;
  std::uint64_t run = 1;         ///< consecutive values of a channel
  bool lowestIsMissing = false;  ///< the lowest code of an integer, as affine types have it
};

/// Types whose values a float holds exactly are calculated with in float, the others in double.
inline bool widensInFloat(table::DType dtype) {
  return table::sizeOf(dtype) <= 2 || dtype == table::DType::f32;
}

/// Writes the samples rows[0], rows[1] … of `from`, widened to floats. Requires: out holds them; widensInFloat() says
/// which of the two to call; the machine has the instructions.
void widenRows(table::DType dtype, Simd simd, const WidenTable<float>& table, const Rows& from,
               std::span<const std::uint64_t> rows, float* out);
void widenRows(table::DType dtype, Simd simd, const WidenTable<double>& table, const Rows& from,
               std::span<const std::uint64_t> rows, float* out);

}  // namespace masu::loader

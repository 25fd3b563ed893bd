// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <vector>

#include "core/table/dtype.h"

namespace masu::loader {

/// How features in their stored type become the floats that a batch delivers, for whoever does it elsewhere than the
/// loader: ((stored × scale − centre) − low) × inverse in f32, one step after the other, so that the bits are the same.
/// A value is missing where it is the lowest code, if that means so, or comes out as NaN; `fill` takes its place.
struct Widening {
  table::DType type = table::DType::u8;
  std::uint64_t channels = 0;
  std::uint64_t run = 1;  ///< consecutive values of a channel
  bool lowestIsMissing = false;
  std::vector<float> scale, centre, low, inverse, fill;  ///< [channels]
};

/// Types that are worth it, and that LibTorch has: it lacks u16.
inline bool canStayNarrow(table::DType type) {
  return table::sizeOf(type) <= 2 && type != table::DType::u16;
}

}  // namespace masu::loader

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

#include "core/base/job.h"

namespace masu::store {

/// Samples stored in a random order that depends on their number and the seed alone: shuffledPlaces() has it, and a
/// Reordering brings them into it.
struct Shuffling {
  std::uint64_t seed = 0;
  Resources resources = {};  ///< for bringing them into that order
};

}  // namespace masu::store

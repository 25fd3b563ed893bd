// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstdint>

namespace masu::loader {

/// Consecutive samples of a batch. Invariant: count is at least 1.
struct BatchSlice {
  std::uint64_t first = 0;  ///< within the batch
  std::uint64_t count = 0;
  bool borrowed = false;  ///< the one sample is another rank's, and counts for nothing

  std::uint64_t end() const { return first + count; }
  /// Samples that count.
  std::uint64_t own() const { return borrowed ? 0 : count; }
};

/// One of several processes that train together, and what it takes of every batch: slices of all ranks together are the
/// batch, and their lengths differ by one at most. A batch that is too small for all gives the last ranks a sample of
/// the batch that counts for nothing, so that each of them has a batch.
/// Invariant: rank < world.
struct RankSlice {
  std::uint64_t rank = 0;
  std::uint64_t world = 1;

  /// Requires: samples > 0.
  BatchSlice of(std::uint64_t samples) const {
    const std::uint64_t most = samples % world;  // the first ranks take one more
    const std::uint64_t count = samples / world + (rank < most ? 1 : 0);
    const std::uint64_t first = samples / world * rank + std::min(rank, most);
    return count > 0 ? BatchSlice{first, count} : BatchSlice{samples - 1, 1, true};
  }
};

}  // namespace masu::loader

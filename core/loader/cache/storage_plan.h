// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/loader/batch/stream_fields.h"
#include "core/loader/order/sample_index.h"
#include "core/loader/order/shuffle.h"

namespace masu::loader {

/// Groups in memory: the one that is poured and the next.
inline constexpr std::uint64_t kGroupsHeld = 2;

/// What a position of a window takes besides its samples: which that is, and where it goes.
inline constexpr std::uint64_t kWindowSampleBytes = 2 * sizeof(std::uint64_t) + 2;

/// Where the values of a field are while a stream runs.
enum class Residency : std::uint8_t {
  absent,
  flat,     ///< the whole object in memory, read once
  grouped,  ///< the chunks of two groups in memory: the one that is poured and the next
  window,   ///< the samples of two windows of positions in memory: the one that is poured and the next
};

/// What the chunks of a group hold, as stored, where nobody states how many are shuffled together. A constant: the
/// order is a function of dataset, split and stated choices, never of the memory that happens to be free.
inline constexpr std::uint64_t kGroupBytes = std::uint64_t{256} << 20U;

/// How a stream lays its memory out. Two streams of equal `blocks` have equal order, wherever its samples are.
struct StoragePlan {
  std::uint64_t blocks = 0;  ///< chunks a group; all of the split's where no groups are needed
  std::uint64_t window = 0;  ///< positions of a window; 0 where nothing is read through windows
  PerField<Residency> residencies = {};
};

struct StorageRequest {
  Shuffle shuffle = Shuffle::blocks;
  std::uint64_t blocks = 0;  ///< 0: groups of kGroupBytes
  std::uint64_t memoryBytes = 0;
  bool wholeGroups = false;  ///< also where they take more than that memory
};

/// What fits is held whole; else small objects are, and the others come in groups, or in windows where two groups are
/// more than the memory: the order stays, and chunks are read again for each window of their group. A window has the
/// samples of a chunk at least, even where that is more than the memory asked for.
StoragePlan planStorage(const StreamFields& fields, const SampleIndex& index, const StorageRequest& request);

}  // namespace masu::loader

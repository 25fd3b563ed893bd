#pragma once

#include "core/loader/batch_stream.h"
#include "core/loader/sample_index.h"
#include "core/loader/stream_parts.h"

namespace masu::loader {

/// Groups in memory: the one that is poured and the next.
inline constexpr std::uint64_t kGroupsHeld = 2;

/// What a position of a window takes besides its samples: which that is, and where it goes.
inline constexpr std::uint64_t kWindowSampleBytes = 2 * sizeof(std::uint64_t) + 2;

/// Where the samples of a part are while a stream runs.
enum class Place : std::uint8_t {
  absent,
  flat,     ///< the whole object in memory, read once
  grouped,  ///< the chunks of two groups in memory: the one that is poured and the next
  window,   ///< the samples of two windows of positions in memory: the one that is poured and the next
};

/// How a stream lays its memory out. Two streams of equal `blocks` have equal order, whatever the places.
struct StoragePlan {
  std::uint64_t blocks = 0;  ///< chunks a group; all of the split's where no groups are needed
  std::uint64_t window = 0;  ///< positions of a window; 0 where nothing is read through windows
  PerPart<Place> places = {};
};

struct StorageRequest {
  Shuffle shuffle = Shuffle::blocks;
  std::uint64_t blocks = 0;  ///< 0: as many as the memory holds
  std::uint64_t memoryBytes = 0;
};

/// What fits is held whole; else small objects are, and the others come in groups or windows. An answer of at least one
/// chunk a group and as many samples a window, even where that is more than the memory asked for.
StoragePlan planStorage(const StreamParts& parts, const SampleIndex& index, const StorageRequest& request);

}  // namespace masu::loader

#pragma once

#include "core/loader/batch_stream.h"
#include "core/loader/sample_index.h"
#include "core/loader/stream_parts.h"

namespace masu::loader {

/// Groups in memory: the one that is poured and the next.
inline constexpr std::uint64_t kGroupsHeld = 2;

/// Where the samples of a part are while a stream runs.
enum class Place : std::uint8_t {
  absent,
  flat,     ///< the whole object in memory, read once
  grouped,  ///< the chunks of two groups in memory: the one that is poured and the next
  rows,     ///< on disk, read sample by sample
};

/// How a stream lays its memory out. Two streams of equal `blocks` have equal order, whatever the places.
struct StoragePlan {
  std::uint64_t blocks = 0;  ///< chunks a group; all of the split's where no groups are needed
  PerPart<Place> places = {};
};

struct StorageRequest {
  Shuffle shuffle = Shuffle::blocks;
  std::uint64_t blocks = 0;  ///< 0: as many as the memory holds
  std::uint64_t memoryBytes = 0;
};

/// What fits is held whole; else small objects are, and the others come in groups or row by row. An answer of at least
/// one chunk a group, even where that is more than the memory asked for.
StoragePlan planStorage(const StreamParts& parts, const SampleIndex& index, const StorageRequest& request);

}  // namespace masu::loader

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>

#include "core/store/read/dataset.h"

namespace masu::loader {

/// The samples of a chunk.
struct ChunkRange {
  std::uint64_t first = 0;
  std::uint64_t count = 0;
};
inline ChunkRange chunkRange(const store::ObjectInfo& object, std::uint64_t chunk) {
  const std::uint64_t first = chunk * object.chunkSamples;
  return {first, std::min(object.chunkSamples, object.samples - first)};
}

/// Dataset::readChunk and Dataset::read, with the place added to what went wrong: a worker's failure surfaces far from
/// here.
Result<void> readChunkNamed(const store::Dataset& dataset, const store::ObjectInfo& object, std::uint64_t chunk,
                            std::span<std::byte> out);
Result<void> readNamed(const store::Dataset& dataset, const store::ObjectInfo& object, std::uint64_t first,
                       std::uint64_t count, std::span<std::byte> out);

}  // namespace masu::loader

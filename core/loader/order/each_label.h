// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstring>
#include <stop_token>
#include <vector>

#include "core/loader/order/sample_index.h"
#include "core/loader/read/chunk_reading.h"
#include "core/loader/read/stored_value.h"

namespace masu::loader {

/// body(sample, label) of the samples of a split, in stored order; labels are read a chunk at a time. Errors: a chunk
/// that cannot be read; cancelled.
template <class Body>
Result<void> forEachLabel(const store::Dataset& dataset, const store::ObjectInfo& labels, const SampleIndex& index,
                          const std::stop_token& stop, Body&& body) {
  std::vector<std::byte> bytes;
  for (std::uint64_t chunk = 0; chunk < labels.chunks(); ++chunk) {
    if (stop.stop_requested()) return fail(Error::cancelled());
    const ChunkRange range = chunkRange(labels, chunk);
    if (index.rank(range.first) == index.rank(range.first + range.count)) continue;
    bytes.resize(range.count * labels.sampleBytes());
    MASU_CHECK(readChunkNamed(dataset, labels, chunk, bytes));
    table::dispatch(labels.dtype, [&]<class Stored>(Stored) {
      index.forEach(range.first, range.first + range.count, [&](std::uint64_t sample) {
        Stored stored;
        std::memcpy(&stored, bytes.data() + (sample - range.first) * labels.sampleBytes(), sizeof(Stored));
        body(sample, valueOf<double>(stored));
      });
    });
  }
  return {};
}

}  // namespace masu::loader

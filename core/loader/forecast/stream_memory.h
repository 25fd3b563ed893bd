// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/units.h"
#include "core/loader/stream/batch_stream.h"

namespace masu::loader {

/// What a running stream holds at most.
struct StreamMemory {
  Bytes stored;                         ///< samples as stored: held whole or in groups, and what decoding a chunk takes
  Bytes order;                          ///< which samples belong to the split
  std::uint64_t batches = 0;            ///< ahead of the consumer, being filled, the one in its hands, and lingering
  std::uint64_t sampleBytes = 0;        ///< of a sample in a batch, widened
  std::uint64_t narrowSampleBytes = 0;  ///< with features as they are stored; the same where these cannot stay so
  unsigned threads = 0;                 ///< that fill batches
};

/// Worked out from the dataset's shape and the split alone, before a stream is opened. An upper bound, by the same plan
/// that BatchStream::open follows. `assignment` is the manifest; null for every sample. Errors: as there.
Result<StreamMemory> memoryOf(std::shared_ptr<const store::Dataset> dataset, const store::Assignment* assignment,
                              const StreamOptions& options);

}  // namespace masu::loader

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/loader/cache/sample_source.h"
#include "core/loader/order/rank_slice.h"
#include "core/loader/stream/batch_stream.h"
#include "core/loader/stream/stream_state.h"
#include "core/loader/transform/batch_transform.h"

namespace masu::loader {

/// What the batches that a stream cannot do without take of the memory.
struct BatchDemand {
  /// Fewer than one that a worker fills and one that the consumer has do not make a stream.
  static constexpr std::uint64_t kLeastInHand = 2;

  std::uint64_t samples = 0;      ///< of a batch
  std::uint64_t sampleBytes = 0;  ///< in the buffers of a batch
  std::uint64_t statedAhead = 0;  ///< batches that were asked for; 0: one will do
  std::uint64_t memoryBytes = 0;

  /// Batches that the memory holds.
  std::uint64_t held() const;
  /// Errors: fewer than a stream needs. An estimate goes on without it: it says what would be needed.
  Result<void> check() const;
};

/// Everything a stream needs to know, worked out before any thread starts. Samples and batches are those of all ranks
/// together, but where it says otherwise.
struct StreamSpec {
  SourceSpec source;
  StreamState start;
  RankSlice rank;
  std::uint64_t samplesPerEpoch = 0;  ///< after `steps`
  std::uint64_t batchesPerEpoch = 0;
  std::uint64_t wholeEpochBatches = 0;  ///< without `steps`
  std::uint32_t epochs = 1;
  /// How often an epoch reads a chunk that is not held; 1 unless a window is less than a group.
  std::uint64_t passes = 1;
  TuningLimits tuning;
  BatchDemand demand;
  BatchTransform batchTransform;
  LastBatch last = LastBatch::kept;
  double simulatedBatchSeconds = 0;
  BeforeFree beforeFree;
  std::uint64_t lingering = 0;  ///< batches that may, counted against the memory

  /// Of the largest batch: an epoch may have fewer samples than were asked for.
  std::uint64_t batchSamples() const {
    return last == LastBatch::padded ? start.batch : std::min(start.batch, std::max<std::uint64_t>(1, samplesPerEpoch));
  }
  /// Of that batch those that this rank delivers, and those that it fills a buffer with: to be mixed, all of them.
  std::uint64_t deliveredSamples() const { return rank.of(batchSamples()).count; }
  std::uint64_t filledSamples() const { return batchTransform.mixes() ? batchSamples() : deliveredSamples(); }
  /// Of an epoch those of this rank.
  std::uint64_t samplesOfRank() const;
};

/// Errors: a dataset whose samples lack what the steps vary.
Result<void> checkAugment(const store::Dataset& dataset, const AugmentSpec& spec);

/// Whether features may be handed out as they are stored: where nothing is done to them but widening.
bool canStayNarrow(const StreamFields& fields, const StreamOptions& options, const BatchTransform& batchTransform);

/// Lays a stream out without reading a value but the labels of a balanced shuffle: its order, its place to begin and
/// where its samples are held. `assignment` is the manifest; null for every sample. `wholeGroups`: groups are held also
/// where they take more than the memory. Errors: as BatchStream::open, but for batches beyond the memory, which
/// `demand` knows: estimates say what they would take.
Result<StreamSpec> planStream(std::shared_ptr<const store::Dataset> dataset, const store::Assignment* assignment,
                              const StreamOptions& options, const std::stop_token& stop = {}, bool wholeGroups = false);

}  // namespace masu::loader

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <mutex>
#include <optional>

#include "core/loader/cache/group_cache.h"
#include "core/loader/cache/whole_object.h"
#include "core/loader/order/rank_slice.h"
#include "core/loader/transform/augment.h"
#include "core/loader/transform/gather.h"

namespace masu::loader {

/// What a stream reads: the dataset, which samples in which order, and how their values are transformed.
struct SourceSpec {
  std::shared_ptr<const store::Dataset> dataset;
  StreamFields fields;
  std::shared_ptr<const Sequence> sequence;
  PerField<Residency> residencies = {};
  std::uint64_t window = 0;  ///< of the fields that come in windows; 0: none do
  GroupCache::Range range;
  /// Whose mean and deviation features are normalised or filled by; null where neither is asked for.
  std::shared_ptr<const SampleIndex> train;
  FeatureGather::Options transform;
  Augmenter augmenter;
};

/// Positions of an epoch that are a batch of all ranks together, and the slice of it that is wanted.
struct BatchPositions {
  std::uint32_t epoch = 0;
  std::uint64_t first = 0;
  std::uint64_t count = 0;
  BatchSlice wanted;
};

/// Fills buffers with the samples at positions of an epoch, from wherever these are.
/// Threads: prepare() from one thread before the others call anything; then all members.
class SampleSource {
 public:
  explicit SampleSource(SourceSpec spec);

  const SourceSpec& spec() const { return m_spec; }

  /// Makes room for what is held whole, and reads the statistics of the train split, on threads that `workers` counts.
  /// Errors: a chunk that cannot be read; cancelled.
  Result<void> prepare(unsigned threads, WorkerClocks& workers, const std::stop_token& stop);

  /// Fills a buffer with the samples that are wanted. `rows` is what a worker keeps between batches, of no meaning to
  /// others.
  Result<void> fill(BatchBuffer& buffer, const BatchPositions& batch, std::vector<std::uint64_t>& rows,
                    const std::stop_token& stop);

  /// The same for positions out of turn, which leave the groups alone. Threads: any, after prepare().
  Result<void> fillOutOfOrder(BatchBuffer& buffer, const BatchPositions& batch, const std::stop_token& stop);

  /// How the features become floats that are filled in as they are stored; null elsewhere, and before prepare().
  const std::shared_ptr<const Widening>& widening() const { return m_widening; }

  StageClocks& clocks() { return m_clocks; }
  const StageClocks& clocks() const { return m_clocks; }
  /// Reads some of what the next batches need if there is time until then: `inAnyCase`, or if pouring is further along
  /// than loading. False when there was nothing to do. Requires: prepare() has succeeded.
  bool loadAhead(bool inAnyCase);

 private:
  /// Some samples of one batch: where they go, which they are, and their rows in the group. Without a group, what is
  /// not held whole is read sample by sample.
  struct Piece {
    BatchBuffer& buffer;
    std::uint64_t offset = 0;
    std::span<const std::uint64_t> samples;
    std::span<const std::uint64_t> groupRows;
    const Group* group = nullptr;
  };

  Result<void> fillFromGroups(BatchBuffer& buffer, const BatchPositions& batch, std::vector<std::uint64_t>& rows,
                              const std::stop_token& stop);
  Result<void> bringWhole(std::span<const std::uint64_t> samples, const std::stop_token& stop);
  Result<void> gather(const Piece& piece, const std::stop_token& stop) const;
  Result<void> gatherRead(Field field, const Piece& piece, const std::stop_token& stop) const;
  void gatherField(Field field, const Rows& from, std::span<const std::uint64_t> rows, const Piece& piece) const;

  SourceSpec m_spec;
  StageClocks m_clocks;
  EpochOrders m_orders;
  EpochOrders m_ordersOutOfOrder;  ///< a queue's order is quick for positions in turn only
  std::unique_ptr<GroupCache> m_groups;
  PerField<std::unique_ptr<WholeObject>> m_whole;
  std::mutex m_bringing;  ///< of who reads many chunks of them
  unsigned m_threads = 1;
  FeatureGather m_features;
  std::shared_ptr<const Widening> m_widening;
};

}  // namespace masu::loader

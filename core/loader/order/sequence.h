// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/base/permutation.h"
#include "core/loader/order/class_draws.h"
#include "core/loader/order/queue_order.h"
#include "core/loader/order/sample_index.h"
#include "core/loader/order/shuffle.h"

namespace masu::loader {

/// Some chunks whose samples are shuffled together, and where they are in an epoch.
struct GroupOrder {
  std::uint64_t first = 0;    ///< position of its first sample in the epoch
  std::uint64_t samples = 0;  ///< members of the split in its chunks
  std::span<const std::uint32_t> chunks;
  Permutation permutation;  ///< of [0, samples); empty where the order is the stored one

  std::uint64_t member(std::uint64_t position) const {
    return permutation.size() == 0 ? position : permutation(position);
  }
  /// Of those from `position` on.
  void membersAt(std::uint64_t position, std::span<std::uint64_t> out) const;
};

/// The order of one epoch: an immutable value, but for what a queue remembers.
class EpochOrder {
 public:
  std::uint32_t epoch() const { return m_epoch; }
  /// True where positions are quick to ask for in their order only.
  bool inTurn() const { return m_queue != nullptr; }
  std::uint64_t groups() const { return m_starts.size() - 1; }
  GroupOrder group(std::uint64_t number) const;
  /// The group that holds a position. Requires: position < samples of the split.
  std::uint64_t groupAt(std::uint64_t position) const;

 private:
  friend class Sequence;
  std::uint32_t m_epoch = 0;
  std::uint64_t m_key = 0;
  bool m_shuffled = false;
  std::uint64_t m_groupChunks = 1;
  std::vector<std::uint32_t> m_chunks;       ///< in the order of the epoch
  std::vector<std::uint64_t> m_chunkStarts;  ///< members in the chunks before each, in the order of the epoch
  std::vector<std::uint64_t> m_starts;       ///< of each group, and the end
  Permutation m_whole;                       ///< of all samples, where groups do not matter
  std::shared_ptr<QueueOrder> m_queue;
};

/// Which sample is where in an epoch: a pure function of (split, shuffle, chunk length, blocks, seed, epoch) and
/// kAlgorithmVersion. `blocks` permutes the split's chunks, cuts them into groups of `blocks` chunks and permutes the
/// samples of each group; `exact`, and `blocks` where one group holds everything, permutes all samples; `queue` draws
/// from a buffer that stored order fills; `balanced` permutes the draws of `draws`; `none` is stored order. Threads:
/// const calls are safe together. Lifetime: shares the index.
class Sequence {
 public:
  static constexpr int kAlgorithmVersion = 1;
  /// The version of the order as a whole, e.g. "masu1.2": that of this class and of the permutation. An order that was
  /// noted under another one cannot be computed again.
  static std::string version();

  Sequence(std::shared_ptr<const SampleIndex> index, Shuffle shuffle, std::uint64_t chunkSamples, std::uint64_t blocks,
           std::uint64_t seed, const QueueShape& queue = {}, std::shared_ptr<const ClassDraws> draws = {});

  std::uint64_t samples() const { return m_index->size(); }
  const SampleIndex& index() const { return *m_index; }
  std::uint64_t bytes() const { return m_index->bytes() + (m_draws ? m_draws->bytes() : 0); }
  std::uint64_t chunkSamples() const { return m_chunkSamples; }
  /// Chunks that hold a sample of the split.
  std::uint64_t chunks() const { return m_chunks.size(); }
  /// False where positions lead to samples without a group.
  bool grouped() const { return m_grouped; }
  std::uint64_t blocks() const { return m_blocks; }

  EpochOrder order(std::uint32_t epoch) const;

  /// The samples at positions [first, first + out.size()).
  void samplesAt(const EpochOrder& order, std::uint64_t first, std::span<std::uint64_t> out) const;

  /// Positions of a sample of the dataset in the epoch, ascending; empty if the split does not contain it. One under
  /// most shuffles, any number under `balanced`. Time: a search among the chunks of the split, or a call for each round
  /// of balanced draws; an epoch of `queue` is walked through.
  std::vector<std::uint64_t> positionsOf(const EpochOrder& order, std::uint64_t sample) const;

 private:
  std::uint64_t membersOf(std::uint32_t chunk) const;
  Permutation chunkOrder(const EpochOrder& order) const;
  std::uint64_t positionInGroup(const EpochOrder& order, std::uint64_t sample) const;
  std::vector<std::uint64_t> queuedPositions(const EpochOrder& order, std::uint64_t rank) const;

  std::shared_ptr<const SampleIndex> m_index;
  Shuffle m_shuffle;
  std::uint64_t m_chunkSamples;
  std::uint64_t m_blocks;
  std::uint64_t m_seed;
  QueueShape m_queue;
  bool m_grouped = false;
  std::shared_ptr<const ClassDraws> m_draws;
  std::vector<std::uint32_t> m_chunks;
};

}  // namespace masu::loader

#pragma once

#include <condition_variable>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <vector>

#include "core/loader/epoch_orders.h"
#include "core/loader/large_buffer.h"
#include "core/loader/storage_plan.h"

namespace masu::loader {

/// The chunks of one group in memory. Chunk i takes rows [i × chunkSamples, (i + 1) × chunkSamples) of every part.
/// Invariant: immutable from when acquire() returns it until it is released.
class Group {
 public:
  const GroupOrder& order() const { return m_order; }
  const std::byte* base(Part part) const { return m_bytes[indexOf(part)].data(); }
  /// The row of the group's i-th member, in stored order.
  std::uint32_t row(std::uint64_t member) const { return m_members[member]; }
  void prefetchRow(std::uint64_t member) const { __builtin_prefetch(&m_members[member]); }
  std::uint64_t sampleAt(std::uint32_t row) const { return m_firsts[row / m_chunkSamples] + row % m_chunkSamples; }

 private:
  friend class GroupCache;

  std::shared_ptr<const EpochOrder> m_epoch;
  GroupOrder m_order;
  std::uint32_t m_chunkSamples = 1;
  std::vector<std::uint64_t> m_firsts;        ///< first sample of each chunk
  std::vector<std::uint64_t> m_memberStarts;  ///< of each chunk in m_members
  std::vector<std::uint32_t> m_members;
  PerPart<LargeBuffer> m_bytes;
  std::size_t m_capacityChunks = 0;

  // What follows is guarded by the cache.
  std::size_t m_claimed = 0;
  std::size_t m_loaded = 0;
  std::uint64_t m_needed = 0;
  std::uint64_t m_left = 0;
  std::optional<Error> m_failure;
};

/// Holds two groups, the one that is poured and the next, and has the workers decode each of their chunks once.
/// Threads: all members; workers decode different chunks at the same time.
/// Lifetime: borrows dataset, sequence and orders.
class GroupCache {
 public:
  /// The stretch of every epoch that is streamed: positions below `limit`, and in the first epoch from `position` on.
  struct Range {
    std::uint32_t epoch = 0;
    std::uint64_t position = 0;
    std::uint64_t limit = 0;
    std::uint32_t epochs = 1;
  };
  GroupCache(const store::Dataset& dataset, const StreamParts& parts, const PerPart<Place>& places,
             const Sequence& sequence, EpochOrders& orders, const Range& range);

  /// The group that holds a position, when all its chunks are there; until then the caller decodes some of them itself.
  /// Requires: positions are asked for so that one of the callers always wants the oldest group that is not yet poured.
  /// Errors: a chunk that cannot be read; cancelled.
  Result<std::shared_ptr<const Group>> acquire(std::uint32_t epoch, std::uint64_t position,
                                               const std::stop_token& stop);
  /// `samples` of the group were copied out. When all were, its memory serves the group after the next.
  void release(const Group& group, std::uint64_t samples);

  /// Decodes a chunk of the next group if pouring is further along than decoding; false when there was nothing to do.
  bool keepAhead();
  /// Decodes a chunk of the next group in any case; for a worker that has nothing else to do.
  bool loadAhead();

 private:
  using Lock = std::unique_lock<std::mutex>;

  void openGroups();
  void open(std::shared_ptr<const EpochOrder> epoch, std::uint64_t number, std::uint64_t needed);
  std::shared_ptr<Group> find(std::uint32_t epoch, std::uint64_t position) const;
  bool loadOne(Lock& lock);
  Result<void> loadChunk(Group& group, std::size_t slot) const;
  void changed();

  const store::Dataset& m_dataset;
  const StreamParts& m_parts;
  const PerPart<Place> m_places;
  const Sequence& m_sequence;
  EpochOrders& m_orders;
  const Range m_range;

  std::mutex m_mutex;
  std::condition_variable_any m_changed;
  std::uint64_t m_changes = 0;
  std::uint32_t m_nextEpoch;
  std::uint64_t m_nextGroup = 0;
  std::deque<std::shared_ptr<Group>> m_live;
  std::vector<std::shared_ptr<Group>> m_spare;
};

}  // namespace masu::loader

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <condition_variable>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <vector>

#include "core/loader/cache/group.h"
#include "core/loader/order/epoch_orders.h"
#include "core/loader/read/stage_clocks.h"

namespace masu::loader {

/// Holds two groups, the one that is poured and the next, and has the workers do each of their tasks once: chunks of a
/// sequence that has groups, or windows of positions where it has none or memory holds less than two of them.
/// Threads: all members; workers do different tasks at the same time. Lifetime: borrows source, orders
/// and clocks.
class GroupCache {
 public:
  /// The range of every epoch that is streamed: positions below `limit`, and in the first epoch from `position` on.
  struct Range {
    std::uint32_t epoch = 0;
    std::uint64_t position = 0;
    std::uint64_t limit = 0;
    std::uint32_t epochs = 1;
  };
  /// `window`: positions held together instead of a group, at most; 0: groups.
  GroupCache(const GroupSource& source, std::uint64_t window, EpochOrders& orders, StageClocks& clocks,
             const Range& range);

  /// The group that holds a position, when all of it is there; until then the caller does some of its tasks itself.
  /// Requires: positions are asked for so that one of the callers always wants the oldest group that is not yet poured.
  /// Errors: a chunk that cannot be read; cancelled.
  Result<std::shared_ptr<const Group>> acquire(std::uint32_t epoch, std::uint64_t position,
                                               const std::stop_token& stop);
  /// `samples` of the group were copied out. When all were, its memory serves the group after the next.
  void release(const Group& group, std::uint64_t samples);

  /// Does a task of the next group if pouring is further along than loading; false when there was nothing to do.
  bool keepAhead();
  /// Does a task of the next group in any case; for a worker that has nothing else to do.
  bool loadAhead();

 private:
  using Lock = std::unique_lock<std::mutex>;

  struct Live {
    std::shared_ptr<Group> group;
    std::size_t claimed = 0;
    std::size_t done = 0;
    std::uint64_t needed = 0;
    std::uint64_t left = 0;
    std::optional<Error> failure = {};

    bool opened() const { return done >= group->opening(); }
    bool loaded() const { return done == group->tasks(); }
    bool hasTask() const { return !failure && claimed < (opened() ? group->tasks() : group->opening()); }
  };

  std::uint64_t groupEnd(const EpochOrder& epoch, std::uint64_t position) const;
  void openGroups();
  std::shared_ptr<Group> open(std::shared_ptr<const EpochOrder> epoch, std::uint64_t begin, std::uint64_t end);
  Live* find(std::uint32_t epoch, std::uint64_t position);
  Result<void> load(Group& group, std::size_t task);
  bool loadOne(Lock& lock);
  void changed();

  const GroupSource m_source;
  const std::uint64_t m_window;
  EpochOrders& m_orders;
  StageClocks& m_clocks;
  const Range m_range;

  std::mutex m_mutex;
  std::condition_variable_any m_changed;
  std::uint64_t m_changes = 0;
  std::uint32_t m_nextEpoch;
  std::uint64_t m_nextPosition;
  std::deque<std::shared_ptr<Live>> m_live;
  std::vector<std::shared_ptr<Group>> m_spare;
};

}  // namespace masu::loader

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/loader/cache/group_cache.h"

#include <algorithm>

#include "core/base/units.h"
#include "core/loader/cache/chunk_group.h"
#include "core/loader/cache/shuffle_window.h"

namespace masu::loader {

GroupCache::GroupCache(const GroupSource& source, std::uint64_t window, EpochOrders& orders, StageClocks& clocks,
                       const Range& range)
    : m_source(source),
      m_window(window),
      m_orders(orders),
      m_clocks(clocks),
      m_range(range),
      m_nextEpoch(range.epoch),
      m_nextPosition(range.position) {}

/// The position after the group that holds `position`, or after its window. Windows end with their group, and are
/// equal parts of it.
std::uint64_t GroupCache::groupEnd(const EpochOrder& epoch, std::uint64_t position) const {
  if (!m_source.sequence.grouped()) return position + m_window;
  const GroupOrder order = epoch.group(epoch.groupAt(position));
  if (m_window == 0) return order.first + order.samples;
  const std::uint64_t part = ceilDivide(order.samples, ceilDivide(order.samples, m_window));
  return order.first + std::min(((position - order.first) / part + 1) * part, order.samples);
}

/// Opens the groups that follow, in the order they will be poured, while there is room.
void GroupCache::openGroups() {
  while (m_live.size() < kGroupsHeld && m_nextEpoch < m_range.epochs) {
    auto epoch = m_orders.of(m_nextEpoch);
    const std::uint64_t begin = m_nextPosition;
    const std::uint64_t end = std::min(groupEnd(*epoch, begin), m_range.limit);
    m_nextPosition = end;
    if (end == m_range.limit) {
      ++m_nextEpoch;
      m_nextPosition = 0;
    }
    auto group = open(std::move(epoch), begin, end);
    m_live.push_back(
        std::make_shared<Live>(Live{.group = std::move(group), .needed = end - begin, .left = end - begin}));
  }
}

std::shared_ptr<Group> GroupCache::open(std::shared_ptr<const EpochOrder> epoch, std::uint64_t begin,
                                        std::uint64_t end) {
  std::shared_ptr<Group> group;
  if (!m_spare.empty()) {
    group = std::move(m_spare.back());
    m_spare.pop_back();
  }
  if (m_window == 0) {
    if (!group) group = std::make_shared<ChunkGroup>(m_source);
    const std::uint64_t number = epoch->groupAt(begin);
    static_cast<ChunkGroup&>(*group).open(std::move(epoch), number);
  } else {
    if (!group) group = std::make_shared<ShuffleWindow>(m_source);
    static_cast<ShuffleWindow&>(*group).open(std::move(epoch), begin, end - begin);
  }
  return group;
}

GroupCache::Live* GroupCache::find(std::uint32_t epoch, std::uint64_t position) {
  for (const auto& live : m_live) {
    const Group& group = *live->group;
    if (group.epoch() != epoch) continue;
    if (position >= group.first() && position < group.first() + group.samples()) return live.get();
  }
  return nullptr;
}

Result<std::shared_ptr<const Group>> GroupCache::acquire(std::uint32_t epoch, std::uint64_t position,
                                                         const std::stop_token& stop) {
  Lock lock(m_mutex);
  while (!stop.stop_requested()) {
    openGroups();
    if (const Live* live = find(epoch, position)) {
      if (live->failure) return fail(*live->failure);
      if (live->loaded()) return live->group;
    }
    const std::uint64_t seen = m_changes;
    if (!loadOne(lock)) m_changed.wait(lock, stop, [&] { return m_changes != seen; });
  }
  return fail(Error::cancelled());
}

/// What opens a group is its order.
Result<void> GroupCache::load(Group& group, std::size_t task) {
  if (task < group.opening()) {
    const StageClocks::Transforming transforming(m_clocks);
    return group.load(task);
  }
  const StageClocks::Reading reading(m_clocks);
  return group.load(task);
}

/// Does a task that nobody has claimed, of the oldest group first. The lock is open meanwhile.
bool GroupCache::loadOne(Lock& lock) {
  // Groups are opened one after the other: an order that is drawn in turn is asked for in turn.
  const auto found = std::ranges::find_if(m_live, [](const auto& live) { return live->hasTask() || !live->opened(); });
  if (found == m_live.end() || !(*found)->hasTask()) return false;
  const std::shared_ptr<Live> live = *found;
  const std::size_t task = live->claimed++;
  lock.unlock();
  auto loaded = load(*live->group, task);
  lock.lock();
  if (!loaded) {
    live->failure = std::move(loaded.error());
    changed();
    return true;
  }
  ++live->done;
  if (live->done == live->group->opening() || live->loaded()) changed();
  return true;
}

void GroupCache::release(const Group& group, std::uint64_t samples) {
  const Lock lock(m_mutex);
  const auto found = std::ranges::find_if(m_live, [&](const auto& live) { return live->group.get() == &group; });
  (*found)->left -= samples;
  bool freed = false;
  while (!m_live.empty() && m_live.front()->left == 0) {
    m_spare.push_back(std::move(m_live.front()->group));
    m_live.pop_front();
    freed = true;
  }
  if (freed) changed();
}

bool GroupCache::keepAhead() {
  Lock lock(m_mutex);
  openGroups();
  if (m_live.size() < kGroupsHeld) return false;
  const Live& poured = *m_live.front();
  const Live& next = *m_live.back();
  const std::uint64_t done = poured.needed - poured.left;
  if (next.claimed * poured.needed > done * next.group->tasks()) return false;
  return loadOne(lock);
}

bool GroupCache::loadAhead() {
  Lock lock(m_mutex);
  openGroups();
  return loadOne(lock);
}

void GroupCache::changed() {
  ++m_changes;
  m_changed.notify_all();
}

}  // namespace masu::loader

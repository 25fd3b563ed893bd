#include "core/loader/group_cache.h"

#include <algorithm>

#include "core/loader/chunk_reading.h"

namespace masu::loader {

namespace {

constexpr std::size_t kLiveGroups = 2;

}  // namespace

GroupCache::GroupCache(const store::Dataset& dataset, const StreamParts& parts, const PerPart<Place>& places,
                       const Sequence& sequence, EpochOrders& orders, const Range& range)
    : m_dataset(dataset),
      m_parts(parts),
      m_places(places),
      m_sequence(sequence),
      m_orders(orders),
      m_range(range),
      m_nextEpoch(range.epoch) {
  m_nextGroup = m_orders.of(range.epoch)->groupAt(range.position);
}

/// Opens the groups that follow, in the order they will be poured, while there is room.
void GroupCache::openGroups() {
  while (m_live.size() < kLiveGroups && m_nextEpoch < m_range.epochs) {
    auto epoch = m_orders.of(m_nextEpoch);
    const GroupOrder order = epoch->group(m_nextGroup);
    const std::uint64_t begin = m_nextEpoch == m_range.epoch ? std::max(order.first, m_range.position) : order.first;
    const std::uint64_t end = std::min(order.first + order.samples, m_range.limit);
    const std::uint64_t number = m_nextGroup;
    if (m_nextGroup + 1 < epoch->groups() && end < m_range.limit) {
      ++m_nextGroup;
    } else {
      ++m_nextEpoch;
      m_nextGroup = 0;
    }
    open(std::move(epoch), number, end - begin);
  }
}

void GroupCache::open(std::shared_ptr<const EpochOrder> epoch, std::uint64_t number, std::uint64_t needed) {
  std::shared_ptr<Group> group;
  if (m_spare.empty()) {
    group = std::make_shared<Group>();
  } else {
    group = std::move(m_spare.back());
    m_spare.pop_back();
  }
  const std::uint64_t chunkSamples = m_sequence.chunkSamples();
  group->m_order = epoch->group(number);
  group->m_epoch = std::move(epoch);
  group->m_chunkSamples = static_cast<std::uint32_t>(chunkSamples);
  group->m_claimed = 0;
  group->m_loaded = 0;
  group->m_needed = needed;
  group->m_left = needed;

  const auto chunks = group->m_order.chunks;
  group->m_firsts.clear();
  group->m_memberStarts.clear();
  std::uint64_t members = 0;
  for (const std::uint32_t chunk : chunks) {
    const std::uint64_t first = chunk * chunkSamples;
    const std::uint64_t last = std::min(first + chunkSamples, m_sequence.index().datasetSamples());
    group->m_firsts.push_back(first);
    group->m_memberStarts.push_back(members);
    members += m_sequence.index().rank(last) - m_sequence.index().rank(first);
  }
  group->m_members.resize(members);
  if (group->m_capacityChunks < chunks.size()) {
    for (const Part part : kParts) {
      if (m_places[indexOf(part)] != Place::grouped) continue;
      const std::uint64_t bytes = chunks.size() * chunkSamples * m_parts.object(part)->sampleBytes();
      group->m_bytes[indexOf(part)] = LargeBuffer(bytes);
    }
    group->m_capacityChunks = chunks.size();
  }
  m_live.push_back(std::move(group));
}

std::shared_ptr<Group> GroupCache::find(std::uint32_t epoch, std::uint64_t position) const {
  for (const auto& group : m_live) {
    const GroupOrder& order = group->m_order;
    if (group->m_epoch->epoch() != epoch) continue;
    if (position >= order.first && position < order.first + order.samples) return group;
  }
  return nullptr;
}

Result<std::shared_ptr<const Group>> GroupCache::acquire(std::uint32_t epoch, std::uint64_t position,
                                                         const std::stop_token& stop) {
  Lock lock(m_mutex);
  while (!stop.stop_requested()) {
    openGroups();
    if (const auto group = find(epoch, position)) {
      if (group->m_failure) return fail(*group->m_failure);
      if (group->m_loaded == group->m_order.chunks.size()) return group;
    }
    const std::uint64_t seen = m_changes;
    if (!loadOne(lock)) m_changed.wait(lock, stop, [&] { return m_changes != seen; });
  }
  return fail(Error::cancelled());
}

/// Decodes a chunk that nobody has claimed, of the oldest group first. The lock is open meanwhile.
bool GroupCache::loadOne(Lock& lock) {
  const auto found = std::ranges::find_if(
      m_live, [](const auto& group) { return !group->m_failure && group->m_claimed < group->m_order.chunks.size(); });
  if (found == m_live.end()) return false;
  const std::shared_ptr<Group> group = *found;
  const std::size_t slot = group->m_claimed++;
  lock.unlock();
  auto loaded = loadChunk(*group, slot);
  lock.lock();
  if (!loaded) {
    group->m_failure = std::move(loaded.error());
    changed();
  } else if (++group->m_loaded == group->m_order.chunks.size()) {
    changed();
  }
  return true;
}

Result<void> GroupCache::loadChunk(Group& group, std::size_t slot) const {
  const std::uint64_t first = group.m_firsts[slot];
  const std::uint64_t count = std::min(m_sequence.chunkSamples(), m_sequence.index().datasetSamples() - first);
  const std::uint64_t row = slot * m_sequence.chunkSamples();
  for (const Part part : kParts) {
    if (m_places[indexOf(part)] != Place::grouped) continue;
    const store::ObjectInfo& object = *m_parts.object(part);
    const std::span<std::byte> out(group.m_bytes[indexOf(part)].data() + row * object.sampleBytes(),
                                   count * object.sampleBytes());
    // Other objects may be cut into chunks of another length.
    MASU_CHECK(object.chunkSamples == m_sequence.chunkSamples()
                   ? readChunkNamed(m_dataset, object, group.m_order.chunks[slot], out)
                   : readNamed(m_dataset, object, first, count, out));
  }
  std::uint32_t* member = group.m_members.data() + group.m_memberStarts[slot];
  m_sequence.index().forEach(first, first + count, [&](std::uint64_t sample) {
    *member++ = static_cast<std::uint32_t>(row + (sample - first));
  });
  return {};
}

void GroupCache::release(const Group& group, std::uint64_t samples) {
  const Lock lock(m_mutex);
  const auto found = std::ranges::find_if(m_live, [&](const auto& live) { return live.get() == &group; });
  (*found)->m_left -= samples;
  bool freed = false;
  while (!m_live.empty() && m_live.front()->m_left == 0) {
    m_spare.push_back(std::move(m_live.front()));
    m_live.pop_front();
    freed = true;
  }
  if (freed) changed();
}

bool GroupCache::keepAhead() {
  Lock lock(m_mutex);
  openGroups();
  if (m_live.size() < kLiveGroups) return false;
  const Group& poured = *m_live.front();
  const Group& next = *m_live.back();
  const std::uint64_t done = poured.m_needed - poured.m_left;
  if (next.m_claimed * poured.m_needed > done * next.m_order.chunks.size()) return false;
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

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/loader/cache/whole_object.h"

#include <algorithm>

#include "core/flow/worker_pool.h"
#include "core/loader/read/chunk_reading.h"

namespace masu::loader {

namespace {

/// Starting threads for fewer chunks takes longer than they save.
constexpr std::size_t kFewChunks = 8;

}  // namespace

WholeObject::WholeObject(const store::Dataset& dataset, const store::ObjectInfo& object, const SampleIndex& index,
                         StageClocks& clocks, WorkerClocks& workers)
    : m_dataset(dataset),
      m_object(object),
      m_clocks(clocks),
      m_workers(workers),
      m_bytes(object.samples * object.sampleBytes()),
      m_states(object.chunks()) {
  std::size_t left = 0;
  for (std::size_t chunk = 0; chunk < m_states.size(); ++chunk) {
    const ChunkRange range = chunkRange(object, chunk);
    const bool hasMembers = index.rank(range.first) < index.rank(range.first + range.count);
    m_states[chunk] = hasMembers ? State::unread : State::read;
    left += hasMembers ? 1 : 0;
  }
  m_left = left;
}

/// In the order of the file, as a disk likes it.
std::vector<std::size_t> WholeObject::missingOf(std::span<const std::uint64_t> samples) const {
  std::vector<std::size_t> missing;
  for (const std::uint64_t sample : samples) {
    const std::size_t chunk = sample / m_object.chunkSamples;
    if (m_states[chunk].load(std::memory_order_acquire) != State::read) missing.push_back(chunk);
  }
  std::ranges::sort(missing);
  missing.erase(std::ranges::unique(missing).begin(), missing.end());
  return missing;
}

bool WholeObject::lacksMany(std::span<const std::uint64_t> samples) const {
  return m_left.load(std::memory_order_acquire) > 0 && missingOf(samples).size() >= kFewChunks;
}

/// In a large object the chunks of the first batch are far from each other: on large pages it would wait for some times
/// as much memory to be cleared.
void WholeObject::preferSmall(std::span<const std::size_t> chunks) {
  constexpr std::uint64_t kUnit = io::LargeBuffer::kUnit;
  const std::uint64_t sampleBytes = m_object.sampleBytes();
  const bool isFarApart = 2 * chunks.size() * kUnit < m_object.samples * sampleBytes;
  if (!isFarApart || m_object.chunkSamples * sampleBytes >= kUnit) return;
  for (const std::size_t chunk : chunks) {
    const ChunkRange range = chunkRange(m_object, chunk);
    m_bytes.preferSmall(range.first * sampleBytes, range.count * sampleBytes);
  }
}

Result<void> WholeObject::bring(std::span<const std::uint64_t> samples, unsigned threads, const std::stop_token& stop) {
  if (m_left.load(std::memory_order_acquire) == 0) return {};
  const std::vector<std::size_t> missing = missingOf(samples);
  if (missing.size() >= kFewChunks && threads > 1) {
    const bool isFirst = !m_isBrought.exchange(true);
    if (isFirst) preferSmall(missing);
    const auto brought = flow::forEachIndex(missing.size(), threads, stop, [&](std::size_t i, const std::stop_token&) {
      const WorkerClocks::Counted counted(&m_workers);
      return readOrWait(missing[i]);
    });
    if (isFirst) m_bytes.allowLarge();
    return brought;
  }
  for (const std::size_t chunk : missing) {
    if (stop.stop_requested()) return fail(Error::cancelled());
    MASU_CHECK(readOrWait(chunk));
  }
  return {};
}

bool WholeObject::bringNext() {
  while (m_left.load(std::memory_order_acquire) > 0) {
    const std::size_t chunk = m_next.fetch_add(1, std::memory_order_relaxed);
    if (chunk >= m_states.size()) return false;
    if (!isClaimed(chunk)) continue;
    static_cast<void>(read(chunk));
    return true;
  }
  return false;
}

/// Whether it falls to the caller to read it.
bool WholeObject::isClaimed(std::size_t chunk) {
  State unread = State::unread;
  return m_states[chunk].compare_exchange_strong(unread, State::reading, std::memory_order_acquire);
}

/// Requires: the caller has claimed the chunk. After a failure it is anybody's again, so that all who need it fail.
Result<void> WholeObject::read(std::size_t chunk) {
  const StageClocks::Reading reading(m_clocks);
  const ChunkRange range = chunkRange(m_object, chunk);
  std::byte* out = m_bytes.data() + range.first * m_object.sampleBytes();
  // Memory may run out: after an exception, too, nobody waits for a chunk that nobody reads.
  try {
    auto done = readChunkNamed(m_dataset, m_object, chunk, {out, range.count * m_object.sampleBytes()});
    release(chunk, done ? State::read : State::unread);
    if (done) m_left.fetch_sub(1, std::memory_order_acq_rel);
    return done;
  } catch (...) {
    release(chunk, State::unread);
    throw;
  }
}

/// Ends a claim, and wakes who waits for it.
void WholeObject::release(std::size_t chunk, State state) {
  m_states[chunk].store(state, std::memory_order_release);
  m_states[chunk].notify_all();
}

Result<void> WholeObject::readOrWait(std::size_t chunk) {
  for (;;) {
    if (isClaimed(chunk)) return read(chunk);
    if (m_states[chunk].load(std::memory_order_acquire) == State::read) return {};
    m_states[chunk].wait(State::reading, std::memory_order_acquire);
  }
}

}  // namespace masu::loader

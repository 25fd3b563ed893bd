// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <cstdint>
#include <span>
#include <stop_token>
#include <vector>

#include "core/base/result.h"
#include "core/io/large_buffer.h"
#include "core/loader/order/sample_index.h"
#include "core/loader/read/stage_clocks.h"
#include "core/loader/read/worker_clocks.h"
#include "core/store/read/dataset.h"

namespace masu::loader {

/// All samples of an object in memory, in their places. Each chunk is read once, when the first of its samples
/// is wanted, so that the first batch waits for its own chunks and not for the whole object. Chunks without a member of
/// the index stay untouched: their pages never come to be. Threads: all members. Lifetime: borrows the dataset, the
/// object and the clocks; `workers` counts threads of its own.
class WholeObject {
 public:
  WholeObject(const store::Dataset& dataset, const store::ObjectInfo& object, const SampleIndex& index,
              StageClocks& clocks, WorkerClocks& workers);

  /// Returns when the chunks of these samples are there; what nobody reads yet is read here, on that many threads.
  /// Requires: they are members of the index. Errors: a chunk that cannot be read; cancelled.
  Result<void> bring(std::span<const std::uint64_t> samples, unsigned threads, const std::stop_token& stop);
  /// Whether bring() would read on several threads.
  bool lacksMany(std::span<const std::uint64_t> samples) const;
  /// Reads the first chunk that nobody has asked for; false when there is none left. A failure is left to the batch
  /// that needs the chunk.
  bool bringNext();

  /// Of sample 0. What was not brought may hold anything.
  const std::byte* data() const { return m_bytes.data(); }

 private:
  enum class State : std::uint8_t { unread, reading, read };

  std::vector<std::size_t> missingOf(std::span<const std::uint64_t> samples) const;
  void preferSmall(std::span<const std::size_t> chunks);
  bool isClaimed(std::size_t chunk);
  Result<void> read(std::size_t chunk);
  void release(std::size_t chunk, State state);
  Result<void> readOrWait(std::size_t chunk);

  const store::Dataset& m_dataset;
  const store::ObjectInfo& m_object;
  StageClocks& m_clocks;
  WorkerClocks& m_workers;
  io::LargeBuffer m_bytes;
  std::vector<std::atomic<State>> m_states;  ///< of the chunks
  std::atomic<std::size_t> m_left = 0;       ///< chunks with members that are not read
  std::atomic<std::size_t> m_next = 0;       ///< the first chunk that bringNext() has not looked at
  std::atomic<bool> m_isBrought = false;     ///< whether chunks were asked for that are far from each other
};

}  // namespace masu::loader

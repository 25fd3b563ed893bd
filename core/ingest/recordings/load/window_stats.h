// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <utility>
#include <vector>

#include "core/base/result.h"
#include "core/flow/ordered_merge.h"
#include "core/ingest/recordings/read/channel_values.h"

namespace masu::ingest {

/// What storing recordings came to.
struct WindowStats {
  std::vector<ChannelTally> channels;                     ///< the same for any number of threads
  std::vector<std::pair<std::uint64_t, Error>> failures;  ///< recordings (by plan) that could not be read, in order
  std::uint64_t readHash = 0;                             ///< of all that was read (ReadSums::digest())
};

/// One entry a channel.
using ChannelStats = std::vector<ChannelTally>;

/// Merges the statistics of chunks in their order, whatever order they arrive in. Threads: add() from any.
class OrderedStats {
 public:
  /// `total`: of the chunks before `next`.
  OrderedStats(std::uint64_t next, ChannelStats total) : m_chunks(next), m_total(std::move(total)) {}

  /// What else there is to do when a chunk is merged: one after the other, in their order, on any thread.
  using Turn = std::function<Result<void>()>;

  /// Errors: those of turns, this chunk's and others'.
  Result<void> add(std::uint64_t chunk, ChannelStats stats, Turn turn = {}) {
    return m_chunks.put(chunk, {std::move(stats), std::move(turn)}, [this](const Waiting& next) {
      for (std::size_t c = 0; c < m_total.size(); ++c) m_total[c].merge(next.stats[c]);
      return next.turn ? next.turn() : Result<void>();
    });
  }
  /// How many chunks are merged, from the first on, and what they came to. `look(chunks)` sees what turns left.
  template <class Look>
  std::pair<std::uint64_t, ChannelStats> merged(const Look& look) const {
    return m_chunks.between([&](std::uint64_t chunks) {
      look(chunks);
      return std::pair(chunks, m_total);
    });
  }
  ChannelStats take() { return std::move(m_total); }

 private:
  struct Waiting {
    ChannelStats stats;
    Turn turn;
  };

  flow::OrderedMerge<Waiting> m_chunks;
  ChannelStats m_total;
};

/// The recordings that could not be read; asked before every window, so that a damaged one costs one try. Threads:
/// all members.
class Failures {
 public:
  bool any() const { return m_any.load(std::memory_order_relaxed); }
  bool holds(std::uint64_t recording) const {
    const std::lock_guard lock(m_mutex);
    return m_errors.contains(recording);
  }
  void add(std::uint64_t recording, Error error) {
    const std::lock_guard lock(m_mutex);
    m_errors.emplace(recording, std::move(error));
    m_any.store(true, std::memory_order_relaxed);
  }
  std::vector<std::pair<std::uint64_t, Error>> take() { return {m_errors.begin(), m_errors.end()}; }

 private:
  mutable std::mutex m_mutex;
  std::map<std::uint64_t, Error> m_errors;
  std::atomic<bool> m_any = false;
};

}  // namespace masu::ingest

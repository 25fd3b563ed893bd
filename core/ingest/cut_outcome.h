#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <utility>
#include <vector>

#include "core/base/result.h"
#include "core/ingest/channel_values.h"

namespace masu::ingest {

/// What storing recordings came to.
struct CutOutcome {
  std::vector<ChannelTally> channels;                     ///< the same for any number of threads
  std::vector<std::pair<std::uint64_t, Error>> failures;  ///< recordings (by plan) that could not be read, in order
};

/// One entry a channel.
using ChannelStats = std::vector<ChannelTally>;

/// Merges the statistics of chunks in their order, whatever order they arrive in. Threads: add() from any.
class OrderedStats {
 public:
  /// `total`: of the chunks before `next`.
  OrderedStats(std::uint64_t next, ChannelStats total) : m_next(next), m_total(std::move(total)) {}

  /// What else there is to do when a chunk is merged: one after the other, in their order, on any thread.
  using Turn = std::function<Result<void>()>;

  /// Errors: those of turns, this chunk's and others'.
  Result<void> add(std::uint64_t chunk, ChannelStats stats, Turn turn = {}) {
    const std::lock_guard lock(m_mutex);
    m_waiting.emplace(chunk, Waiting{std::move(stats), std::move(turn)});
    for (auto next = m_waiting.extract(m_next); next; next = m_waiting.extract(m_next)) {
      const Waiting& waiting = next.mapped();
      for (std::size_t c = 0; c < m_total.size(); ++c) m_total[c].merge(waiting.stats[c]);
      ++m_next;
      if (waiting.turn) MASU_CHECK(waiting.turn());
    }
    return {};
  }
  /// How many chunks are merged, from the first on, and what they came to. `look(chunks)` sees what turns left.
  template <class Look>
  std::pair<std::uint64_t, ChannelStats> merged(const Look& look) const {
    const std::lock_guard lock(m_mutex);
    look(m_next);
    return {m_next, m_total};
  }
  ChannelStats take() { return std::move(m_total); }

 private:
  struct Waiting {
    ChannelStats stats;
    Turn turn;
  };

  mutable std::mutex m_mutex;
  std::map<std::uint64_t, Waiting> m_waiting;
  std::uint64_t m_next;
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

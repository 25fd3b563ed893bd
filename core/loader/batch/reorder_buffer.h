// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <stop_token>
#include <vector>

#include "core/base/result.h"
#include "core/loader/batch/batch.h"

namespace masu::loader {

/// Lets workers make batches out of order and hands them over in order, with no more than a window of them ahead of the
/// consumer. A batch that failed is handed over as its error, in its place.
/// Threads: workers call tryClaim, claim and publish; one consumer calls take; the rest from any.
class ReorderBuffer {
 public:
  /// Batches are numbered [first, end); the window may be as large as `most`.
  ReorderBuffer(std::uint64_t first, std::uint64_t end, std::size_t window, std::size_t most);

  /// Requires: window <= most. Batches that are ahead already stay so.
  void resize(std::size_t window);

  enum class Claim { granted, full, finished };
  /// The next number to make, if the window has room for it.
  Claim tryClaim(std::uint64_t& number);
  /// The same, but waits for room; `finished` also after a stop.
  Claim claim(std::uint64_t& number, const std::stop_token& stop);
  void publish(std::uint64_t number, Result<BatchPtr> batch);

  struct Taken {
    std::optional<Result<BatchPtr>> batch;  ///< none after the last, after a stop and at the deadline
    bool waited = false;
    bool late = false;  ///< the deadline came first
  };
  /// Waits as long as it takes without a deadline.
  using Deadline = std::chrono::steady_clock::time_point;
  Taken take(const std::stop_token& stop, const std::optional<Deadline>& deadline = std::nullopt);
  /// No more batches will come: wakes the consumer. For a pool that broke down.
  void abandon();

  /// The batch that take() hands out next.
  std::uint64_t next() const;
  std::uint64_t ready() const;

 private:
  bool hasRoom() const { return m_claimed < m_next + m_window; }
  std::optional<Result<BatchPtr>>& slot(std::uint64_t number) { return m_slots[number % m_slots.size()]; }

  mutable std::mutex m_mutex;
  std::condition_variable_any m_room;
  std::condition_variable_any m_ready;
  std::vector<std::optional<Result<BatchPtr>>> m_slots;
  std::size_t m_window;
  std::uint64_t m_claimed;
  std::uint64_t m_next;
  const std::uint64_t m_end;
  std::uint64_t m_readyCount = 0;
  std::uint32_t m_waitingWorkers = 0;
  bool m_abandoned = false;
};

}  // namespace masu::loader

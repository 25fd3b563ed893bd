// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <stop_token>

namespace masu::flow {

/// Lets numbered workers through one after the other, in the order of their numbers.
/// Unlike OrderedQueue and OrderedMerge, where who comes early leaves a whole value and goes on, a worker waits for its
/// turn and produces the rest of its value within it. So of values that are larger than the memory for them (the
/// records of a shard's block) no more is held than each worker has made until then, however far it runs ahead.
/// Invariant: between wait(n) and pass() no other is inside.
/// Threads: all members. A stop request wakes whoever waits.
class Turnstile {
 public:
  /// False after a stop. Every number from 0 on has to come.
  bool wait(std::uint64_t number, const std::stop_token& stop) {
    std::unique_lock lock(m_mutex);
    return m_turn.wait(lock, stop, [&] { return m_next == number; });
  }
  void pass() {
    {
      const std::lock_guard lock(m_mutex);
      ++m_next;
    }
    m_turn.notify_all();
  }

 private:
  std::mutex m_mutex;
  std::condition_variable_any m_turn;
  std::uint64_t m_next = 0;
};

}  // namespace masu::flow

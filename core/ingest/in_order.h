#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <utility>

namespace masu::ingest {

/// Takes numbered values in, in the order of their numbers, without anybody waiting for a turn: who comes early leaves
/// its value with whoever brings the one before.
/// Invariant: never are two taken at once. Threads: all members. What waits is as much as its bringers run ahead.
template <class T>
class InOrder {
 public:
  /// Calls take(value) for this value and those behind it, as far as they have come, on this thread or on the one that
  /// brings what is missing. Every number from 0 on comes once.
  template <class Take>
  void put(std::uint64_t number, T value, const Take& take) {
    std::unique_lock lock(m_mutex);
    m_waiting.emplace(number, std::move(value));
    if (m_taking) return;
    m_taking = true;
    while (!m_waiting.empty() && m_waiting.begin()->first == m_next) {
      const auto next = m_waiting.extract(m_waiting.begin());
      lock.unlock();
      take(next.mapped());
      lock.lock();
      ++m_next;
    }
    m_taking = false;
  }

 private:
  std::mutex m_mutex;
  std::map<std::uint64_t, T> m_waiting;
  std::uint64_t m_next = 0;
  bool m_taking = false;
};

}  // namespace masu::ingest

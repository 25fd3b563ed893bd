// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <mutex>
#include <optional>
#include <stop_token>

namespace masu::flow {

/// Hands items from producers to consumers in order, holding at most `capacity` of them: a full queue makes producers
/// wait. Invariant: every item pushed is popped once, or destroyed with the queue. Threads: all members, any number of
/// producers and consumers. A stop request wakes whoever waits.
template <class T>
class BoundedQueue {
 public:
  /// Requires: capacity > 0.
  explicit BoundedQueue(std::size_t capacity) : m_capacity(capacity) {}

  /// False, with the item dropped, when stopped or closed.
  bool push(T item, const std::stop_token& stop) {
    std::unique_lock lock(m_mutex);
    m_space.wait(lock, stop, [&] { return m_items.size() < m_capacity || m_closed; });
    if (m_closed || stop.stop_requested()) return false;
    m_items.push_back(std::move(item));
    lock.unlock();
    m_ready.notify_one();
    return true;
  }

  /// Nothing when stopped, or closed and drained.
  std::optional<T> pop(const std::stop_token& stop) {
    std::unique_lock lock(m_mutex);
    m_ready.wait(lock, stop, [&] { return !m_items.empty() || m_closed; });
    if (stop.stop_requested() || m_items.empty()) return std::nullopt;
    std::optional<T> item(std::move(m_items.front()));
    m_items.pop_front();
    lock.unlock();
    m_space.notify_one();
    return item;
  }

  /// No more items will come: consumers drain what is there, producers are turned away.
  void close() {
    {
      const std::lock_guard lock(m_mutex);
      m_closed = true;
    }
    m_ready.notify_all();
    m_space.notify_all();
  }

  std::size_t size() const {
    const std::lock_guard lock(m_mutex);
    return m_items.size();
  }
  std::size_t capacity() const { return m_capacity; }

 private:
  const std::size_t m_capacity;
  mutable std::mutex m_mutex;
  std::condition_variable_any m_ready;
  std::condition_variable_any m_space;
  std::deque<T> m_items;
  bool m_closed = false;
};

}  // namespace masu::flow

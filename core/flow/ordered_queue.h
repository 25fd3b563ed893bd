// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <utility>

namespace masu::flow {

/// Hands numbered values on in the order of their numbers, one at a time, and nobody waits for a turn: whoever comes
/// early leaves its value with whoever passes the one before. Invariant: between next() and pass() nothing else is
/// handed out. Threads: all members. What is left here is as much as its bringers run ahead.
template <class T>
class OrderedQueue {
 public:
  /// Every number from 0 on comes once.
  void leave(std::uint64_t number, T value) {
    const std::lock_guard lock(m_mutex);
    m_left.emplace(number, std::move(value));
  }

  /// The value whose turn it is, with which the caller is inside until pass(). Nothing where it has not come, or
  /// somebody is inside. Requires: whoever left a value or passed asks, so that none is left.
  std::optional<T> next() {
    const std::lock_guard lock(m_mutex);
    if (m_inside) return std::nullopt;
    auto found = m_left.extract(m_next);
    if (!found) return std::nullopt;
    m_inside = true;
    return std::move(found.mapped());
  }

  void pass() {
    const std::lock_guard lock(m_mutex);
    m_inside = false;
    ++m_next;
  }

 private:
  std::mutex m_mutex;
  std::map<std::uint64_t, T> m_left;
  std::uint64_t m_next = 0;
  bool m_inside = false;
};

}  // namespace masu::flow

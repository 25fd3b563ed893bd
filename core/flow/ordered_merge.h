// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <utility>

#include "core/base/result.h"

namespace masu::flow {

/// Takes numbered values in, in the order of their numbers, without anybody waiting for a turn: who comes early leaves
/// its value with whoever brings the one before.
/// Invariant: never are two taken at once. Threads: all members. What waits is as much as its bringers run ahead.
template <class T>
class OrderedMerge {
 public:
  /// `next`: the number that is taken first.
  explicit OrderedMerge(std::uint64_t next = 0) : m_next(next) {}

  /// Calls take(value) for this value and those after it, as far as they have come, on this thread or on the one that
  /// brings what is missing. Every number from the first on comes once. Errors: the first of take, for any of them.
  template <class Take>
  Result<void> put(std::uint64_t number, T value, const Take& take) {
    const std::lock_guard lock(m_mutex);
    m_waiting.emplace(number, std::move(value));
    for (auto next = m_waiting.extract(m_next); next; next = m_waiting.extract(m_next)) {
      ++m_next;
      MASU_CHECK(take(next.mapped()));
    }
    return {};
  }

  /// Calls look(next) while nothing is taken, `next` being the number that will be.
  template <class Look>
  decltype(auto) between(const Look& look) const {
    const std::lock_guard lock(m_mutex);
    return look(m_next);
  }

 private:
  mutable std::mutex m_mutex;
  std::map<std::uint64_t, T> m_waiting;
  std::uint64_t m_next;
};

}  // namespace masu::flow

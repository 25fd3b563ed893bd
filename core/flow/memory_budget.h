// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <condition_variable>
#include <mutex>
#include <stop_token>

#include "core/base/units.h"

namespace masu::flow {

/// A semaphore over bytes that a whole pipeline draws from: whoever asks for more than is left waits.
/// Invariant: what is lent never exceeds the limit, except that a single request above it is granted when nothing else
/// is lent. Threads: all members. A stop request wakes whoever waits.
class MemoryBudget {
 public:
  explicit MemoryBudget(Bytes limit) : m_limit(limit) {}

  /// Lent bytes; gives them back when destroyed. Empty after a stop.
  class Lease {
   public:
    Lease() = default;
    Lease(Lease&& other) noexcept;
    Lease& operator=(Lease&& other) noexcept;
    ~Lease();
    explicit operator bool() const { return m_budget != nullptr; }
    Bytes size() const { return m_size; }

   private:
    friend class MemoryBudget;
    Lease(MemoryBudget* budget, Bytes size) : m_budget(budget), m_size(size) {}
    MemoryBudget* m_budget = nullptr;
    Bytes m_size;
  };

  Lease acquire(Bytes size, const std::stop_token& stop);
  Bytes limit() const { return m_limit; }
  /// What is lent now: for tests, which see in nothing else that the invariant holds.
  Bytes lent() const;

 private:
  void giveBack(Bytes size);

  const Bytes m_limit;
  mutable std::mutex m_mutex;
  std::condition_variable_any m_freed;
  Bytes m_lent;
};

}  // namespace masu::flow

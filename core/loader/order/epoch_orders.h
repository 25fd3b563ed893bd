// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <deque>
#include <memory>
#include <mutex>

#include "core/loader/order/sequence.h"

namespace masu::loader {

/// Computes the order of an epoch once for all workers, and keeps the last few: workers near an epoch's end need two.
/// Threads: all members. Lifetime: borrows the sequence.
class EpochOrders {
 public:
  explicit EpochOrders(const Sequence& sequence) : m_sequence(sequence) {}

  std::shared_ptr<const EpochOrder> of(std::uint32_t epoch) {
    const std::lock_guard lock(m_mutex);
    for (const auto& order : m_orders) {
      if (order->epoch() == epoch) return order;
    }
    m_orders.push_back(std::make_shared<const EpochOrder>(m_sequence.order(epoch)));
    if (m_orders.size() > kKept) m_orders.pop_front();
    return m_orders.back();
  }

 private:
  static constexpr std::size_t kKept = 3;

  const Sequence& m_sequence;
  std::mutex m_mutex;
  std::deque<std::shared_ptr<const EpochOrder>> m_orders;
};

}  // namespace masu::loader

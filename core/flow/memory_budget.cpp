// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/flow/memory_budget.h"

#include <utility>

namespace masu::flow {

MemoryBudget::Lease::Lease(Lease&& other) noexcept
    : m_budget(std::exchange(other.m_budget, nullptr)), m_size(std::exchange(other.m_size, {})) {}

MemoryBudget::Lease& MemoryBudget::Lease::operator=(Lease&& other) noexcept {
  if (this != &other) {
    if (m_budget != nullptr) m_budget->giveBack(m_size);
    m_budget = std::exchange(other.m_budget, nullptr);
    m_size = std::exchange(other.m_size, {});
  }
  return *this;
}

MemoryBudget::Lease::~Lease() {
  if (m_budget != nullptr) m_budget->giveBack(m_size);
}

MemoryBudget::Lease MemoryBudget::acquire(Bytes size, const std::stop_token& stop) {
  std::unique_lock lock(m_mutex);
  m_freed.wait(lock, stop, [&] { return m_lent == Bytes{} || (size <= m_limit && m_lent <= m_limit - size); });
  if (stop.stop_requested()) return {};
  m_lent += size;
  return {this, size};
}

Bytes MemoryBudget::lent() const {
  const std::lock_guard lock(m_mutex);
  return m_lent;
}

void MemoryBudget::giveBack(Bytes size) {
  {
    const std::lock_guard lock(m_mutex);
    m_lent = m_lent - size;
  }
  m_freed.notify_all();
}

}  // namespace masu::flow

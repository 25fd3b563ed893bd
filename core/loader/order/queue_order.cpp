// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/loader/order/queue_order.h"

#include <algorithm>

#include "core/base/permutation.h"

namespace masu::loader {

QueueOrder::QueueOrder(std::uint64_t samples, const QueueShape& shape, std::uint64_t key)
    : m_samples(samples), m_shape(shape), m_key(key) {
  m_buffer.reserve(std::min(samples, shape.capacity));
}

void QueueOrder::restart() {
  m_buffer.clear();
  m_out.clear();
  m_read = 0;
  m_drawn = 0;
}

std::uint64_t QueueOrder::draw() {
  if (m_buffer.size() <= m_shape.minimumLeft) {
    while (m_buffer.size() < m_shape.capacity && m_read < m_samples) m_buffer.push_back(m_read++);
  }
  const std::uint64_t slot = below(mix64(m_key ^ m_drawn), m_buffer.size());
  ++m_drawn;
  const std::uint64_t rank = m_buffer[slot];
  m_buffer[slot] = m_buffer.back();
  m_buffer.pop_back();
  return rank;
}

void QueueOrder::ranksAt(std::uint64_t first, std::span<std::uint64_t> out) {
  const std::lock_guard lock(m_mutex);
  if (first + m_out.size() < m_drawn) restart();
  while (m_drawn < first + out.size()) {
    m_out.push_back(draw());
    if (m_out.size() > m_shape.reach + out.size()) m_out.pop_front();
  }
  const std::uint64_t base = m_drawn - m_out.size();
  std::copy_n(m_out.begin() + static_cast<std::ptrdiff_t>(first - base), out.size(), out.begin());
}

}  // namespace masu::loader

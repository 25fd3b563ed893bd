// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/loader/batch/reorder_buffer.h"

#include <algorithm>
#include <utility>

namespace masu::loader {

ReorderBuffer::ReorderBuffer(std::uint64_t first, std::uint64_t end, std::size_t window, std::size_t most)
    : m_slots(most), m_window(window), m_claimed(std::min(first, end)), m_next(m_claimed), m_end(end) {}

void ReorderBuffer::resize(std::size_t window) {
  {
    const std::lock_guard lock(m_mutex);
    m_window = window;
  }
  m_room.notify_all();
}

ReorderBuffer::Claim ReorderBuffer::tryClaim(std::uint64_t& number) {
  const std::lock_guard lock(m_mutex);
  if (m_claimed == m_end) return Claim::finished;
  if (!hasRoom()) return Claim::full;
  number = m_claimed++;
  return Claim::granted;
}

ReorderBuffer::Claim ReorderBuffer::claim(std::uint64_t& number, const std::stop_token& stop) {
  std::unique_lock lock(m_mutex);
  ++m_waitingWorkers;
  const bool free = m_room.wait(lock, stop, [&] { return hasRoom() || m_claimed == m_end; });
  --m_waitingWorkers;
  if (!free || stop.stop_requested() || m_claimed == m_end) return Claim::finished;
  number = m_claimed++;
  return Claim::granted;
}

void ReorderBuffer::publish(std::uint64_t number, Result<BatchPtr> batch) {
  bool wanted = false;
  {
    const std::lock_guard lock(m_mutex);
    slot(number).emplace(std::move(batch));
    ++m_readyCount;
    wanted = number == m_next;
  }
  if (wanted) m_ready.notify_one();
}

ReorderBuffer::Taken ReorderBuffer::take(const std::stop_token& stop, const std::optional<Deadline>& deadline) {
  Taken taken;
  std::unique_lock lock(m_mutex);
  if (m_next == m_end || stop.stop_requested()) return taken;
  if (!slot(m_next)) {
    taken.waited = true;
    const auto ready = [&] { return slot(m_next) || m_abandoned; };
    if (deadline) {
      taken.late = !m_ready.wait_until(lock, stop, *deadline, ready);
    } else {
      m_ready.wait(lock, stop, ready);
    }
    if (stop.stop_requested() || !slot(m_next)) return taken;
  }
  if (!*slot(m_next)) {  // an error stays where it is: every later call meets it again
    taken.batch = fail(slot(m_next)->error());
    return taken;
  }
  taken.batch = std::exchange(slot(m_next), std::nullopt);
  ++m_next;
  --m_readyCount;
  const bool waiting = m_waitingWorkers > 0;
  lock.unlock();
  if (waiting) m_room.notify_all();
  return taken;
}

void ReorderBuffer::abandon() {
  {
    const std::lock_guard lock(m_mutex);
    m_abandoned = true;
  }
  m_ready.notify_all();
}

std::uint64_t ReorderBuffer::next() const {
  const std::lock_guard lock(m_mutex);
  return m_next;
}

std::uint64_t ReorderBuffer::ready() const {
  const std::lock_guard lock(m_mutex);
  return m_readyCount;
}

}  // namespace masu::loader

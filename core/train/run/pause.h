// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <condition_variable>
#include <mutex>
#include <stop_token>

namespace masu::train {

/// Lets a run wait between two steps while somebody wants the machine for something else. Threads: any.
class Pause {
 public:
  void set(bool wanted) {
    const std::scoped_lock lock(m_mutex);
    m_wanted = wanted;
    m_changed.notify_all();
  }
  bool wanted() const {
    const std::scoped_lock lock(m_mutex);
    return m_wanted;
  }
  /// Returns when it is over, or at a stop.
  void wait(const std::stop_token& stop) {
    std::unique_lock lock(m_mutex);
    m_changed.wait(lock, stop, [this] { return !m_wanted; });
  }

 private:
  mutable std::mutex m_mutex;
  std::condition_variable_any m_changed;
  bool m_wanted = false;
};

}  // namespace masu::train

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <condition_variable>
#include <mutex>
#include <stop_token>

namespace masu::loader {

/// Lets the first so many workers pass and holds the others. Threads: all members.
class WorkerGate {
 public:
  explicit WorkerGate(unsigned open) : m_open(open) {}

  /// Returns when the worker may go on, or after a stop.
  void pass(unsigned worker, const std::stop_token& stop) {
    std::unique_lock lock(m_mutex);
    if (worker < m_open) return;
    m_changed.wait(lock, stop, [&] { return worker < m_open; });
  }
  void open(unsigned workers) {
    {
      const std::lock_guard lock(m_mutex);
      m_open = workers;
    }
    m_changed.notify_all();
  }

 private:
  std::mutex m_mutex;
  std::condition_variable_any m_changed;
  unsigned m_open;
};

}  // namespace masu::loader

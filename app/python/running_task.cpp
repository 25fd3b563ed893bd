// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/python/running_task.h"

#include "app/python/signals.h"

namespace masu::python {

RunningTask::RunningTask(std::vector<std::string> words) {
  const SignalsBlocked inherited;
  m_thread = std::jthread([this, words = std::move(words)](const std::stop_token& stop) mutable {
    cli::Called outcome = cli::call(std::move(words), JobContext{stop, m_progress});
    const std::lock_guard lock(m_mutex);
    m_outcome = std::move(outcome);
    m_finished.notify_all();
  });
}

bool RunningTask::waitFor(std::chrono::milliseconds time) {
  std::unique_lock lock(m_mutex);
  return m_finished.wait_for(lock, time, [this] { return m_outcome.has_value(); });
}

}  // namespace masu::python

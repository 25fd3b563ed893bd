// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/python/running_task.h"

#include "app/python/gil.h"
#include "app/python/signals.h"

namespace masu::python {

RunningTask::RunningTask(std::vector<std::string> words) {
  Running::check();
  const SignalsBlocked inherited;
  m_thread = std::jthread([this, words = std::move(words)](const std::stop_token& stop) mutable {
    cli::Called outcome = cli::call(std::move(words), JobContext{stop, m_progress});
    const std::lock_guard lock(m_mutex);
    m_outcome = std::move(outcome);
    m_finished.notify_all();
  });
  m_running.emplace([stop = m_thread.get_stop_source()]() mutable { stop.request_stop(); },
                    [this] { return waitFor(std::chrono::milliseconds(0)); });
}

RunningTask::~RunningTask() {
  const GilReleased released;
  m_thread.request_stop();
  m_thread.join();
}

bool RunningTask::waitFor(std::chrono::milliseconds time) {
  std::unique_lock lock(m_mutex);
  return m_finished.wait_for(lock, time, [this] { return m_outcome.has_value(); });
}

}  // namespace masu::python

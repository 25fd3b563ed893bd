// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "app/cli/call.h"
#include "app/python/ending.h"

namespace masu::python {

/// A command of masu that runs on a thread of its own, so that Python's can look for Ctrl+C meanwhile.
/// Lifetime: a task that is not finished is asked to stop and waited for. Threads: made and destroyed under the GIL.
class RunningTask {
 public:
  explicit RunningTask(std::vector<std::string> words);
  ~RunningTask();
  RunningTask(const RunningTask&) = delete;
  RunningTask& operator=(const RunningTask&) = delete;

  const Progress& progress() const { return m_progress; }
  /// Waits that long at most; true where it is finished.
  bool waitFor(std::chrono::milliseconds time);
  /// Requires: it is finished.
  cli::Called& outcome() { return *m_outcome; }

 private:
  Progress m_progress;
  std::mutex m_mutex;                    ///< guards the one below
  std::optional<cli::Called> m_outcome;  ///< nothing while it runs
  std::condition_variable m_finished;
  std::jthread m_thread;
  std::optional<Running> m_running;
};

}  // namespace masu::python

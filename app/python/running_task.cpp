// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/python/running_task.h"

#include <csignal>

namespace masu::python {

namespace {

/// Signals are Python's: its handlers would interrupt what threads read and write. Those that a thread brings upon
/// itself stay, as files that shrink while they are mapped are noticed so.
class SignalsBlocked {
 public:
  SignalsBlocked() {
    sigset_t blocked;
    sigfillset(&blocked);
    for (const int own : {SIGBUS, SIGSEGV, SIGFPE, SIGILL, SIGTRAP, SIGABRT}) sigdelset(&blocked, own);
    pthread_sigmask(SIG_SETMASK, &blocked, &m_before);
  }
  ~SignalsBlocked() { pthread_sigmask(SIG_SETMASK, &m_before, nullptr); }
  SignalsBlocked(const SignalsBlocked&) = delete;
  SignalsBlocked& operator=(const SignalsBlocked&) = delete;

 private:
  sigset_t m_before = {};
};

}  // namespace

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

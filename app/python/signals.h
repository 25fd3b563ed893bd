// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <csignal>
#include <future>
#include <stop_token>
#include <utility>

#include <pybind11/pybind11.h>

#include "app/python/ending.h"
#include "app/python/gil.h"

namespace masu::python {

/// How long Ctrl+C waits at most, where Python's thread waits for others.
constexpr std::chrono::milliseconds kSignalTick{100};

/// For threads that are started meanwhile: signals are Python's, whose handlers would interrupt what threads read and
/// write. Those that a thread brings upon itself stay, as files that shrink while they are mapped are noticed so.
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

/// What work(stop) returns, which runs on a thread of its own, without the GIL. Raises what Ctrl+C raises, after the
/// work has stopped. `until`: asks the work to stop, too. Requires: the GIL.
template <class Work>
auto interruptible(const Work& work, const std::stop_token& until = {}) {
  namespace py = pybind11;
  std::stop_source stop;
  const std::stop_callback stopped(until, [&stop] { stop.request_stop(); });
  const Running running([stop]() mutable { stop.request_stop(); }, [] { return false; });
  auto future = [&] {
    const SignalsBlocked inherited;
    return std::async(std::launch::async, [&work, token = stop.get_token()] { return work(token); });
  }();
  for (;;) {
    {
      const GilReleased released;
      if (future.wait_for(kSignalTick) == std::future_status::ready) break;
    }
    if (PyErr_CheckSignals() == 0) continue;
    stop.request_stop();
    const py::error_already_set raised;  // takes what was raised, which the thread must not have while it waits
    {
      const GilReleased released;
      future.wait();
      future = {};  // what it made may have threads that need Python to end
    }
    throw raised;
  }
  try {
    Running::check();
  } catch (...) {
    const GilReleased released;
    future = {};
    throw;
  }
  return future.get();
}

}  // namespace masu::python

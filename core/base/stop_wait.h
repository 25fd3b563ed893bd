// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <stop_token>

namespace masu {

/// Waits that a stop request ends at once, for threads that wait for nothing else: what another thread changes has a
/// condition of its own. Threads: any. A token that nobody can stop is waited with for the whole time.
///
/// True once `time` is over; false as soon as a stop is requested, also where it was before.
template <class Rep, class Period>
bool pauseFor(std::chrono::duration<Rep, Period> time, const std::stop_token& stop) {
  std::mutex mutex;
  std::condition_variable_any never;
  std::unique_lock lock(mutex);
  never.wait_for(lock, stop, time, [] { return false; });
  return !stop.stop_requested();
}

/// Requires: stop.stop_possible(), as it returns on a request only.
inline void waitForStop(const std::stop_token& stop) {
  std::mutex mutex;
  std::condition_variable_any never;
  std::unique_lock lock(mutex);
  never.wait(lock, stop, [] { return false; });
}

}  // namespace masu

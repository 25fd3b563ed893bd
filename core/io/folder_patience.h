// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <thread>

namespace masu::io {

/// Repeats `attempt` until it returns true, for a few seconds: workers that share a folder hold it alone for a moment
/// while they enter or leave it, and for longer only where they do something else in it, or publish what is in it. At
/// least one attempt is made. False: the last one returned false, too. Threads: any; the caller's sleeps between two
/// attempts.
template <typename Attempt>
bool attemptForAWhile(const Attempt& attempt) {
  using Clock = std::chrono::steady_clock;
  constexpr std::chrono::milliseconds kPause(20);
  constexpr std::chrono::seconds kPatience(5);
  const auto end = Clock::now() + kPatience;
  while (!attempt()) {
    if (Clock::now() >= end) return false;
    std::this_thread::sleep_for(kPause);
  }
  return true;
}

}  // namespace masu::io

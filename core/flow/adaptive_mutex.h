// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <mutex>
#include <thread>

namespace masu::flow {

/// A mutex for what takes some tenths of a millisecond at most: who finds it locked looks again and again for a while
/// before it sleeps. A virtual machine's processor that has nothing to do is given to others, and comes back later than
/// such a lock is held; one that looks stays. Meanwhile other threads that want the processor get it.
/// Threads: all members; as std::mutex, for std::lock_guard and the like.
class AdaptiveMutex {
 public:
  void lock() {
    using Clock = std::chrono::steady_clock;
    constexpr auto kPatience = std::chrono::milliseconds(1);
    if (m_mutex.try_lock()) return;
    for (const Clock::time_point end = Clock::now() + kPatience; Clock::now() < end;) {
      std::this_thread::yield();
      if (m_mutex.try_lock()) return;
    }
    m_mutex.lock();
  }
  bool try_lock() { return m_mutex.try_lock(); }
  void unlock() { m_mutex.unlock(); }

 private:
  std::mutex m_mutex;
};

}  // namespace masu::flow

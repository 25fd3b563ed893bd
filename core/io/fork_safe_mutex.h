// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <mutex>

namespace masu::io {

/// A mutex of one object of the whole process that a forked child has to be able to take: a child whose parent's thread
/// held it at the fork would wait for a thread that it does not have. Hdf5Lock::serveHost() makes every fork wait until
/// no thread holds one. Invariant: held for moments, and while it is held no other lock is taken.
/// Threads: any. Lifetime: until the process ends; requires static storage.
class ForkSafeMutex {
 public:
  ForkSafeMutex();
  ForkSafeMutex(const ForkSafeMutex&) = delete;
  ForkSafeMutex& operator=(const ForkSafeMutex&) = delete;

  void lock() { m_mutex.lock(); }
  void unlock() { m_mutex.unlock(); }

  /// All of a process, for what is called around a fork.
  class List {
   public:
    void lock();
    void unlock();
    /// Moves the other list's mutexes to this one: those of another module, of whose forks this one knows.
    void join(List& other);

   private:
    friend ForkSafeMutex;
    ForkSafeMutex* m_first = nullptr;
  };
  /// Those of this code: another module of the process may have a copy of it.
  static List& all();

 private:
  std::mutex m_mutex;
  ForkSafeMutex* m_next;
};

}  // namespace masu::io

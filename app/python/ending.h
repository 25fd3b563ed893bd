// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <list>

#include <sys/types.h>

namespace masu::python {

/// Something that runs on threads of Masu's own. They have ended before the process destroys what they use: when Python
/// ends, while a thread that it does not wait for is still in a call, each is asked to end, and waited for.
/// Lifetime: not longer than what runs. Threads: all under the GIL.
class Running {
 public:
  /// `ask`: that it ends; may release the GIL. `isOver`: whether it has, also while this is still there. Raises as
  /// check() does.
  Running(std::function<void()> ask, std::function<bool()> isOver);
  ~Running();
  Running(const Running&) = delete;
  Running& operator=(const Running&) = delete;

  /// Makes Python end what runs then, and what would begin later not begin. Requires: called once in a process.
  static void endWithPython();
  /// Raises where Python ends: SystemExit in a thread that it does not wait for, which ends that silently.
  static void check();

  /// What runs, for a second module that takes it instead of its own, before anything runs there.
  static void* shared();
  static void share(void* other);

  struct Entry {
    std::function<void()> ask;
    std::function<bool()> isOver;
    pid_t process;  ///< where its threads are
    bool asked = false;
  };

 private:
  std::list<Entry>::iterator m_entry;
};

}  // namespace masu::python

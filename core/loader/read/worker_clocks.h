// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <ctime>
#include <mutex>
#include <vector>

namespace masu::loader {

/// Processor time of some threads, those that run and those that ended. Threads: all members.
class WorkerClocks {
 public:
  /// Counts the thread that makes it as long as it lives; nothing without clocks.
  class Counted {
   public:
    explicit Counted(WorkerClocks* clocks) : m_clocks(clocks) {
      if (m_clocks != nullptr) m_clocks->enter();
    }
    ~Counted() {
      if (m_clocks != nullptr) m_clocks->leave();
    }
    Counted(const Counted&) = delete;
    Counted& operator=(const Counted&) = delete;

   private:
    WorkerClocks* m_clocks;
  };
  double seconds() const;

 private:
  void enter();
  void leave();

  struct Running {
    clockid_t clock = 0;
    double begin = 0;
  };
  mutable std::mutex m_mutex;
  std::vector<Running> m_running;
  double m_ended = 0;
};

}  // namespace masu::loader

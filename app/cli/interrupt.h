// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <csignal>
#include <stop_token>
#include <thread>

namespace masu::cli {

/// What happens to work that does not stop when it is asked to.
enum class Ending {
  tidy,    ///< it is waited for: it writes files that it removes or can resume from
  prompt,  ///< after a second the process ends with 130: it leaves nothing that matters
};

/// Turns SIGINT and SIGTERM into a stop request; a second signal ends the process at once with 130. The same one again
/// within a fifth of a second is part of the first, as timeout(1) sends it to the process and to its group.
/// Invariant: one at a time in a process. Lifetime: restores the former handlers when destroyed.
class Interrupt {
 public:
  explicit Interrupt(Ending ending);
  ~Interrupt();
  Interrupt(const Interrupt&) = delete;
  Interrupt& operator=(const Interrupt&) = delete;

  std::stop_token token() const { return m_stop.get_token(); }

 private:
  struct sigaction m_formerInt = {};
  struct sigaction m_formerTerm = {};
  std::stop_source m_stop;
  std::jthread m_watcher;
};

}  // namespace masu::cli

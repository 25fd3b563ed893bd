// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <chrono>

namespace masu::ingest {

/// When the next checkpoint is due: not before some time has passed, and never so often that checkpoints take more than
/// a twentieth of it. Threads: one at a time.
class CheckpointClock {
 public:
  using Clock = std::chrono::steady_clock;

  explicit CheckpointClock(std::chrono::milliseconds every) : m_every(every), m_next(Clock::now() + every) {}

  bool isDue() const { return Clock::now() >= m_next; }

  /// Whether one more is worth it when the run ends early. Not after a short one, unless it resumed another.
  bool isLastOneWorthIt(bool resumed) const { return m_taken || resumed || isDue(); }

  /// `begin`: when the checkpoint began that is done now.
  void taken(Clock::time_point begin) {
    constexpr int kShare = 20;
    const Clock::time_point end = Clock::now();
    m_taken = true;
    m_next = end + std::max<Clock::duration>(m_every, kShare * (end - begin));
  }

 private:
  std::chrono::milliseconds m_every;
  Clock::time_point m_next;
  bool m_taken = false;
};

}  // namespace masu::ingest

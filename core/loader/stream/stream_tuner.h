// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace masu::loader {

/// How many workers of a stream run, and how many batches wait for the consumer.
struct Concurrency {
  unsigned workers = 1;
  std::uint64_t ahead = 4;

  bool operator==(const Concurrency&) const = default;
};

struct TuningLimits {
  Concurrency start;
  unsigned computing = 1;  ///< workers that may calculate at the same time: the cores allowed
  Concurrency most;        ///< more workers than `computing` only where they wait
};

/// Finds the setting with which the consumer waits for the shortest time, from what an interval showed: climbs while
/// that pays, takes back what did not, and tries with less once nobody waits. The order of samples never depends on it.
/// Threads: one at a time.
class StreamTuner {
 public:
  /// What happened since the last look.
  struct Interval {
    double seconds = 0;
    double waited = 0;          ///< of these the consumer
    double workerSeconds = 0;   ///< processor time of the workers
    std::uint64_t batches = 0;  ///< handed out
  };

  explicit StreamTuner(const TuningLimits& limits) : m_limits(limits), m_setting(limits.start) {}

  const Concurrency& setting() const { return m_setting; }
  /// Requires: interval.seconds > 0.
  void observe(const Interval& interval);

 private:
  void climb(const Interval& interval);
  void evaluateTrial(double rate);
  void rest();

  const TuningLimits m_limits;
  Concurrency m_setting;
  Concurrency m_before;     ///< what a trial goes back to
  double m_rateBefore = 0;  ///< batches a second
  bool m_trial = false;
  unsigned m_pause = 0;  ///< intervals until the next trial
  unsigned m_nextPause = 4;
  unsigned m_calm = 0;          ///< intervals without waiting
  unsigned m_probation = 0;     ///< intervals that one worker less has to prove itself
  unsigned m_leastWorkers = 1;  ///< fewer were tried, and the consumer waited
};

}  // namespace masu::loader

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/loader/stream/stream_tuner.h"

#include <algorithm>

namespace masu::loader {

namespace {

/// Waiting of the consumer, as a share of its time, that is worth a change.
constexpr double kStarving = 0.01;
/// What a change has to gain to be kept.
constexpr double kGain = 1.03;
constexpr unsigned kLongestPause = 64;
constexpr unsigned kCalmIntervals = 8;

}  // namespace

void StreamTuner::observe(const Interval& interval) {
  const double rate = static_cast<double>(interval.batches) / interval.seconds;
  const bool starving = interval.waited > kStarving * interval.seconds;
  if (m_trial) evaluateTrial(rate);
  if (m_pause > 0) --m_pause;
  if (m_probation > 0) {
    --m_probation;
    if (starving) {
      m_leastWorkers = ++m_setting.workers;
      m_probation = 0;
      return;
    }
  }
  if (!starving) {
    rest();
    return;
  }
  m_calm = 0;
  if (m_pause > 0) return;
  m_before = m_setting;
  m_rateBefore = rate;
  climb(interval);
  m_trial = m_setting != m_before;
}

/// Workers that wait leave the cores to others, so that more of them pay; those that calculate need a core each.
void StreamTuner::climb(const Interval& interval) {
  const bool waiting = interval.workerSeconds < 0.5 * interval.seconds * m_setting.workers;
  const unsigned most = waiting ? m_limits.most.workers : std::min(m_limits.computing, m_limits.most.workers);
  if (m_setting.workers < most) {
    m_setting.workers = std::min(most, waiting ? 2 * m_setting.workers : m_setting.workers + 1);
  } else {
    m_setting.ahead = std::min(2 * m_setting.ahead, m_limits.most.ahead);
  }
}

void StreamTuner::evaluateTrial(double rate) {
  m_trial = false;
  if (rate >= kGain * m_rateBefore) {
    m_nextPause = 4;
    return;
  }
  m_setting = m_before;
  m_pause = m_nextPause;
  m_nextPause = std::min(2 * m_nextPause, kLongestPause);
}

/// After a while without waiting one worker is sent to rest: the consumer may have use for its core. It comes back for
/// good where the consumer waits then.
void StreamTuner::rest() {
  if (++m_calm < kCalmIntervals || m_setting.workers <= m_leastWorkers) return;
  --m_setting.workers;
  m_probation = kCalmIntervals;
  m_calm = 0;
}

}  // namespace masu::loader

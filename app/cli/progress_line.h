// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <string>

#include "core/base/job.h"

namespace masu::cli {

/// One line that shows the progress of a job: stage, share, amounts, rate, time left. The rate is that of the current
/// stage, smoothed over a few seconds.
class ProgressLine {
 public:
  static constexpr const char* kErase = "\r\033[K";

  std::string text(const Progress& progress);

 private:
  using Clock = std::chrono::steady_clock;

  void follow(const Progress& progress);

  std::string m_stage;
  Clock::time_point m_last;
  double m_lastDone = 0;
  double m_rate = 0;
};

}  // namespace masu::cli

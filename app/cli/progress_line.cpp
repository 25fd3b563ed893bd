// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/progress_line.h"

#include <algorithm>

#include "app/cli/format.h"

namespace masu::cli {

namespace {

/// Where nothing is done for minutes, the smoothed rate becomes as small as may be, and a time left by it absurd.
constexpr double kLeastRate = 1e-3;
constexpr double kMostSecondsLeft = 100.0 * 24 * 3600;

std::string amount(double value, Progress::Unit unit) {
  return unit == Progress::Unit::bytes ? bytesText(value) : countText(static_cast<std::uint64_t>(value));
}

}  // namespace

void ProgressLine::follow(const Progress& progress) {
  const auto now = Clock::now();
  const auto done = static_cast<double>(progress.done());
  if (m_stage != progress.stage() || done < m_lastDone) {
    m_stage = progress.stage();
    m_rate = 0;
    m_last = now;
    m_lastDone = done;
    return;
  }
  const double seconds = std::chrono::duration<double>(now - m_last).count();
  if (seconds < 0.25) return;
  const double rate = (done - m_lastDone) / seconds;
  m_rate = m_rate == 0 ? rate : 0.8 * m_rate + 0.2 * rate;
  m_last = now;
  m_lastDone = done;
}

std::string ProgressLine::text(const Progress& progress) {
  follow(progress);
  if (m_stage.empty()) return {};
  const auto done = static_cast<double>(progress.done());
  const auto total = static_cast<double>(progress.total());
  std::string line = m_stage;
  if (total > 0) line += "  " + std::to_string(static_cast<int>(std::min(100.0, 100 * done / total))) + " %";
  line += "  " + amount(done, progress.unit());
  if (total > 0) line += " of " + amount(total, progress.unit());
  if (m_rate >= kLeastRate) {
    line += "  " + amount(m_rate, progress.unit()) + "/s";
    const double left = (total - done) / m_rate;
    if (total > done && left <= kMostSecondsLeft) line += "  " + durationText(left) + " left";
  }
  if (progress.rejected() > 0) line += "  " + countText(progress.rejected()) + " rejected";
  return line;
}

}  // namespace masu::cli

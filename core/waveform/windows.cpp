#include "core/waveform/windows.h"

#include <algorithm>

namespace masu::waveform {

std::uint64_t windowCount(std::uint64_t frames, const WindowRule& rule) {
  if (frames == 0) return 0;
  if (frames <= rule.length || rule.hop == 0) return 1;
  const std::uint64_t full = (frames - rule.length) / rule.hop + 1;
  const std::uint64_t covered = (full - 1) * rule.hop + rule.length;
  // With a hop above the length the rest may fall into a gap, where no window begins.
  const bool rest = covered < frames && full * rule.hop < frames;
  return full + (rest && rule.padRest ? 1 : 0);
}

WindowPlan::WindowPlan(const std::vector<std::uint64_t>& framesOfRecordings, const WindowRule& rule)
    : m_rule(rule), m_frames(framesOfRecordings) {
  m_ends.reserve(m_frames.size());
  std::uint64_t end = 0;
  for (const std::uint64_t frames : m_frames) {
    end += windowCount(frames, rule);
    m_ends.push_back(end);
  }
}

Window WindowPlan::at(std::uint64_t index) const {
  const auto found = std::upper_bound(m_ends.begin(), m_ends.end(), index);
  const auto recording = static_cast<std::size_t>(found - m_ends.begin());
  const std::uint64_t before = recording == 0 ? 0 : m_ends[recording - 1];
  const std::uint64_t start = (index - before) * m_rule.hop;
  return {recording, start, std::min(m_rule.length, m_frames[recording] - start)};
}

}  // namespace masu::waveform

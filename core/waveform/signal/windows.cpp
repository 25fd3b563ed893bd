// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/waveform/signal/windows.h"

#include <algorithm>
#include <utility>

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

WindowPlan::WindowPlan(std::vector<RecordingSegment> segments, const WindowRule& rule)
    : m_rule(rule), m_segments(std::move(segments)) {
  m_ends.reserve(m_segments.size());
  std::uint64_t end = 0;
  for (const RecordingSegment& segment : m_segments) {
    end += windowCount(segment.frames, rule);
    m_ends.push_back(end);
  }
}

Window WindowPlan::at(std::uint64_t index) const {
  const auto found = std::upper_bound(m_ends.begin(), m_ends.end(), index);
  const auto place = static_cast<std::size_t>(found - m_ends.begin());
  const RecordingSegment& segment = m_segments[place];
  const std::uint64_t before = place == 0 ? 0 : m_ends[place - 1];
  const std::uint64_t start = (index - before) * m_rule.hop;
  return {place, segment.recording, segment.first + start, std::min(m_rule.length, segment.frames - start)};
}

}  // namespace masu::waveform

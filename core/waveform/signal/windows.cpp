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

FrameUse frameUse(std::uint64_t frames, const WindowRule& rule) {
  FrameUse use;
  use.frames = frames;
  const std::uint64_t count = windowCount(frames, rule);
  if (count == 0) return use;
  // Only the last window of a segment can reach beyond it.
  const std::uint64_t last = (count - 1) * rule.hop;
  const std::uint64_t present = std::min(rule.length, frames - last);
  use.padding = rule.length - present;
  use.paddedWindows = use.padding > 0 ? 1 : 0;
  use.rest = frames - last - present;
  if (rule.hop > rule.length) use.between = (count - 1) * (rule.hop - rule.length);
  return use;
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

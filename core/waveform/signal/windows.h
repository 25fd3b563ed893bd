// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <vector>

namespace masu::waveform {

/// How recordings are cut into windows of one length. Units: frames.
struct WindowRule {
  std::uint64_t length = 0;
  std::uint64_t hop = 0;  ///< from one start to the next; 0: one window a segment, what is longer is cut
  bool padRest = true;    ///< a last window that the segment does not fill is padded, else dropped
};

/// Frames of a recording that windows are cut from: without a gap, and under one label.
struct RecordingSegment {
  std::uint64_t recording = 0;
  std::uint64_t first = 0;
  std::uint64_t frames = 0;
};

/// Frames of a recording that become one sample: `present` from `start`, then rule.length − present of silence.
struct Window {
  std::uint64_t segment = 0;
  std::uint64_t recording = 0;
  std::uint64_t start = 0;
  std::uint64_t present = 0;
};

/// Windows of a segment of `frames`. One shorter than a window is always padded; an empty one has none.
/// Requires: rule.length > 0.
std::uint64_t windowCount(std::uint64_t frames, const WindowRule& rule);

/// What windows add to the frames of segments, and what they leave out of them. Units: frames, whatever their channels.
struct FrameUse {
  std::uint64_t frames = 0;         ///< of the segments
  std::uint64_t paddedWindows = 0;  ///< windows that their segment does not fill
  std::uint64_t padding = 0;        ///< frames of silence in these
  std::uint64_t rest = 0;           ///< after the last window of a segment, or in a dropped segment
  std::uint64_t between = 0;        ///< skipped by a hop that is longer than a window
  std::uint64_t unlabelled = 0;     ///< of the recordings, in no segment, since no label covers them

  void add(const FrameUse& other) {
    frames += other.frames;
    paddedWindows += other.paddedWindows;
    padding += other.padding;
    rest += other.rest;
    between += other.between;
    unlabelled += other.unlabelled;
  }
};

/// Of a segment of `frames`. Requires: rule.length > 0.
FrameUse frameUse(std::uint64_t frames, const WindowRule& rule);

/// The windows of all segments in order, found by number without listing them.
/// Invariant: with hop == length and padRest every frame of every segment is in exactly one window.
/// Threads: const calls are safe together. Cost: 32 bytes a segment; at() is a binary search.
class WindowPlan {
 public:
  WindowPlan() = default;
  /// Requires: rule.length > 0.
  WindowPlan(std::vector<RecordingSegment> segments, const WindowRule& rule);

  const WindowRule& rule() const { return m_rule; }
  std::uint64_t size() const { return m_ends.empty() ? 0 : m_ends.back(); }
  /// Requires: index < size().
  Window at(std::uint64_t index) const;

 private:
  WindowRule m_rule;
  std::vector<RecordingSegment> m_segments;
  std::vector<std::uint64_t> m_ends;  ///< windows of this and all earlier segments
};

}  // namespace masu::waveform

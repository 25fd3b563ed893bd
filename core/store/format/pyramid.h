// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace masu::store {

/// Where the blocks of one level of /pyramid are: each recording is cut into blocks of so many frames from its first
/// frame on (its last block may be short), and the blocks of all recordings follow each other.
class PyramidLevel {
 public:
  PyramidLevel(std::uint64_t frames, std::span<const std::uint64_t> lengths);

  /// "pyramid/64"
  std::string name() const;
  /// Of a block.
  std::uint64_t frames() const { return m_frames; }
  std::uint64_t blocks() const { return m_starts.back(); }
  /// The first block of a recording. Requires: recording <= number of recordings.
  std::uint64_t start(std::uint64_t recording) const { return m_starts[recording]; }

 private:
  std::uint64_t m_frames;
  std::vector<std::uint64_t> m_starts;
};

/// The levels over recordings of these lengths, fine to coarse: blocks of 64 frames, then of eight times as many,
/// as long as the longest recording has more than kPyramidTop blocks of the level before (frames, before the first).
/// Empty where every recording is short.
std::vector<PyramidLevel> pyramidOver(std::span<const std::uint64_t> lengths);

inline constexpr std::uint64_t kPyramidBase = 64;
inline constexpr std::uint64_t kPyramidStep = 8;
inline constexpr std::uint64_t kPyramidTop = 4096;

}  // namespace masu::store

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/format/pyramid.h"

#include <algorithm>

#include "core/store/format/layout.h"

namespace masu::store {

PyramidLevel::PyramidLevel(std::uint64_t frames, std::span<const std::uint64_t> lengths)
    : m_frames(frames), m_starts({0}) {
  m_starts.reserve(lengths.size() + 1);
  for (const std::uint64_t length : lengths)
    m_starts.push_back(m_starts.back() + length / frames + (length % frames != 0 ? 1 : 0));
}

std::string PyramidLevel::name() const {
  return std::string(layout::kPyramidPrefix) + std::to_string(m_frames);
}

std::vector<PyramidLevel> pyramidOver(std::span<const std::uint64_t> lengths) {
  std::vector<PyramidLevel> levels;
  std::uint64_t left = lengths.empty() ? 0 : *std::ranges::max_element(lengths);
  for (std::uint64_t frames = kPyramidBase; left > kPyramidTop; frames *= kPyramidStep) {
    levels.emplace_back(frames, lengths);
    const std::uint64_t step = frames == kPyramidBase ? kPyramidBase : kPyramidStep;
    left = left / step + (left % step != 0 ? 1 : 0);
  }
  return levels;
}

}  // namespace masu::store

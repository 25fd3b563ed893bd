// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/signal/signal_blocks.h"

#include <algorithm>
#include <cmath>

namespace masu::ui {

std::vector<Extent> extents(const ChannelBlocks& channel, double from, double framesPerColumn, int columns) {
  std::vector<Extent> out(static_cast<std::size_t>(std::max(0, columns)), Extent{NAN, NAN});
  const double perColumn = framesPerColumn / channel.block;
  const double start = (from - channel.first) / channel.block;
  const auto count = static_cast<double>(channel.low.size());
  for (std::size_t column = 0; column < out.size(); ++column) {
    const double begin = start + static_cast<double>(column) * perColumn;
    if (begin >= count || begin + perColumn <= 0) continue;
    const auto first = static_cast<std::size_t>(std::max(0.0, std::floor(begin)));
    // Frames join their neighbours by one more; blocks are so close that they join by themselves.
    const double reach = std::ceil(begin + perColumn) + (channel.block == 1 ? 1 : 0);
    const auto last = static_cast<std::size_t>(std::clamp(reach, static_cast<double>(first) + 1, count));
    float min = INFINITY;
    float max = -INFINITY;
    for (std::size_t i = first; i < last; ++i) {
      min = channel.low[i] < min ? channel.low[i] : min;
      max = channel.high[i] > max ? channel.high[i] : max;
    }
    if (min <= max) out[column] = {min, max};
  }
  return out;
}

Extent range(const ChannelBlocks& channel) {
  Extent whole{INFINITY, -INFINITY};
  for (const float value : channel.low)
    if (std::isfinite(value)) whole.low = std::min(whole.low, value);
  for (const float value : channel.high)
    if (std::isfinite(value)) whole.high = std::max(whole.high, value);
  return whole.low <= whole.high ? whole : Extent{};
}

}  // namespace masu::ui

#pragma once

#include <cstddef>
#include <vector>

#include "ui/charts/signal_lane.h"

namespace masu::ui {

/// A stretch of several channels as a view draws it: of every `block` frames from frame `first` on the least and the
/// greatest value. Missing values are NaN.
struct SignalBlocks {
  double first = 0;
  double block = 1;
  std::size_t firstChannel = 0;
  std::vector<std::vector<float>> low;   ///< a channel each
  std::vector<std::vector<float>> high;  ///< empty where block is 1: each value is both

  std::size_t blocks() const { return low.empty() ? 0 : low.front().size(); }
  double last() const { return first + block * static_cast<double>(blocks()); }
  bool covers(double from, double to) const { return blocks() > 0 && first <= from && last() >= to; }
  bool holds(std::size_t channel) const { return channel >= firstChannel && channel - firstChannel < low.size(); }
  /// Requires: holds(channel).
  const std::vector<float>& least(std::size_t channel) const { return low[channel - firstChannel]; }
  const std::vector<float>& greatest(std::size_t channel) const {
    return (high.empty() ? low : high)[channel - firstChannel];
  }
};

/// The least and greatest value under each of `columns` columns of device pixels from frame `from` on; NaN where there
/// is nothing. Neighbouring columns join. Cost: what lies under the columns. Requires: blocks.holds(channel).
std::vector<Extent> extents(const SignalBlocks& blocks, std::size_t channel, double from, double framesPerColumn,
                            int columns);

/// The least and greatest of a whole channel; {0, 0} where there is nothing.
Extent range(const SignalBlocks& blocks, std::size_t channel);

}  // namespace masu::ui

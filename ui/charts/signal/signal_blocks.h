// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QRectF>
#include <cstddef>
#include <span>
#include <vector>

namespace masu::ui {

/// The min and max of some frames, such as those under a column of device pixels.
struct Extent {
  float low = 0;
  float high = 0;
};

/// Which frames a plot shows.
struct FrameSpan {
  double first = 0;
  double shown = 1;

  double last() const { return first + shown; }
  qreal xOf(const QRectF& plot, double frame) const { return plot.left() + (frame - first) / shown * plot.width(); }
};

/// One channel as a view draws it: of every `block` frames from frame `first` on the smallest and the largest value.
/// Missing values are NaN. Lifetime: borrows the values.
struct ChannelBlocks {
  double first = 0;
  double block = 1;
  std::span<const float> low;
  std::span<const float> high;  ///< the same values where block is 1

  double last() const { return first + block * static_cast<double>(low.size()); }
};

/// A span of several channels.
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
  ChannelBlocks channel(std::size_t channel) const {
    const std::size_t at = channel - firstChannel;
    return {first, block, low[at], (high.empty() ? low : high)[at]};
  }
};

/// The min and max under each of `columns` columns of device pixels from frame `from` on, by which a
/// signal of any length draws at once; NaN where there is nothing. Neighbouring columns join. Cost: what is under the
/// columns.
std::vector<Extent> extents(const ChannelBlocks& channel, double from, double framesPerColumn, int columns);

/// The min and max of a whole channel; {0, 0} where there is nothing.
Extent range(const ChannelBlocks& channel);

}  // namespace masu::ui

#pragma once

#include "ui/charts/signal_blocks.h"
#include "ui/charts/time_axis.h"

class QPainter;

namespace masu::ui {

/// Paints a channel of blocks over the span of an axis: the least and greatest value under each column of device
/// pixels, or, where a column holds less than a frame, a line from sample to sample. Lifetime: one paint event.
class BlocksPainter {
 public:
  BlocksPainter(QPainter& painter, const SignalBlocks& blocks, const TimeAxis& axis)
      : m_painter(painter), m_blocks(blocks), m_axis(axis) {}

  /// `scale`: the values at the lower and upper edge of the plot.
  void paint(const QRectF& plot, std::size_t channel, const Extent& scale) const;

 private:
  void paintColumns(const QRectF& plot, std::size_t channel, const Extent& scale) const;
  void paintSamples(const QRectF& plot, std::size_t channel, const Extent& scale) const;
  void paintLine(const QPolygonF& line, bool dots) const;

  QPainter& m_painter;
  const SignalBlocks& m_blocks;
  const TimeAxis& m_axis;
};

}  // namespace masu::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>

#include "ui/charts/signal/signal_blocks.h"

class QPainter;
class QPolygonF;

namespace masu::ui {

/// Paints signals over a span of frames: the min and max under each column of device pixels, or, where a
/// column holds less than a frame, a line from sample to sample. Missing values leave a gap. Lifetime: one paint event.
class BlocksPainter {
 public:
  BlocksPainter(QPainter& painter, const FrameSpan& span, QColor ink) : m_painter(painter), m_span(span), m_ink(ink) {}

  /// `scale`: the values at the lower and upper edge of the plot.
  void paint(const QRectF& plot, const ChannelBlocks& channel, const Extent& scale) const;

 private:
  void paintColumns(const QRectF& plot, const ChannelBlocks& channel, const Extent& scale) const;
  void paintSamples(const QRectF& plot, const ChannelBlocks& channel, const Extent& scale) const;
  void paintLine(const QPolygonF& line, bool dots) const;

  QPainter& m_painter;
  FrameSpan m_span;
  QColor m_ink;
};

}  // namespace masu::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/signal/blocks_painter.h"

#include <QImage>
#include <QPainter>
#include <algorithm>
#include <cmath>

namespace masu::ui {
namespace {

constexpr double kDotsApart = 8;
constexpr double kDotLane = 26;  ///< lower plots have no dots

/// Where a value is in a plot: a pixel is left free at both edges.
class Heights {
 public:
  Heights(const QRectF& plot, const Extent& scale)
      : m_middle((static_cast<double>(scale.low) + static_cast<double>(scale.high)) / 2),
        m_centre(plot.center().y()),
        m_most(plot.height() / 2) {
    const double half = (static_cast<double>(scale.high) - static_cast<double>(scale.low)) / 2;
    m_unit = half > 0 ? (m_most - 1) / half : 0;
  }
  qreal of(double value) const { return m_centre - std::clamp((value - m_middle) * m_unit, -m_most, m_most); }

 private:
  double m_middle;
  double m_centre;
  double m_most;
  double m_unit = 0;
};

}  // namespace

void BlocksPainter::paint(const QRectF& plot, const ChannelBlocks& channel, const Extent& scale) const {
  const double columns = plot.width() * m_painter.device()->devicePixelRatioF();
  if (columns < 1) return;
  if (channel.block == 1 && m_span.shown < columns) return paintSamples(plot, channel, scale);
  paintColumns(plot, channel, scale);
}

/// Columns are written into a small image that stays in the processor's cache: several times as fast as drawing as many
/// lines.
void BlocksPainter::paintColumns(const QRectF& plot, const ChannelBlocks& channel, const Extent& scale) const {
  const qreal ratio = m_painter.device()->devicePixelRatioF();
  const int columns = static_cast<int>(plot.width() * ratio);
  const int rows = static_cast<int>(plot.height() * ratio);
  if (rows < 1) return;
  QImage image(columns, rows, QImage::Format_ARGB32_Premultiplied);
  image.fill(Qt::transparent);
  const QRgb ink = m_ink.rgba();
  const Heights heights(QRectF(0, 0, columns, rows), scale);
  const auto found = extents(channel, m_span.first, m_span.shown / columns, columns);
  auto* pixels = reinterpret_cast<QRgb*>(image.bits());
  const std::ptrdiff_t across = image.bytesPerLine() / static_cast<std::ptrdiff_t>(sizeof(QRgb));
  for (std::size_t i = 0; i < found.size(); ++i) {
    if (std::isnan(found[i].low)) continue;
    const int top = std::clamp(static_cast<int>(heights.of(static_cast<double>(found[i].high))), 0, rows - 1);
    const int bottom = std::clamp(static_cast<int>(heights.of(static_cast<double>(found[i].low))), top, rows - 1);
    QRgb* pixel = pixels + top * across + static_cast<std::ptrdiff_t>(i);
    for (int row = top; row <= bottom; ++row, pixel += across) *pixel = ink;
  }
  image.setDevicePixelRatio(ratio);
  m_painter.drawImage(plot.topLeft(), image);
}

void BlocksPainter::paintSamples(const QRectF& plot, const ChannelBlocks& channel, const Extent& scale) const {
  const Heights heights(plot, scale);
  const bool dots = plot.width() / m_span.shown >= kDotsApart && plot.height() >= kDotLane;
  m_painter.save();
  m_painter.setClipRect(plot);
  m_painter.setRenderHint(QPainter::Antialiasing);
  m_painter.setPen(QPen(m_ink, 1));
  m_painter.setBrush(m_ink);
  QPolygonF line;
  const double last = std::min(channel.last() - 1, std::ceil(m_span.last()));
  for (double frame = std::max(channel.first, std::floor(m_span.first)); frame <= last; ++frame) {
    const auto value = static_cast<double>(channel.low[static_cast<std::size_t>(frame - channel.first)]);
    if (std::isfinite(value)) {
      line << QPointF(m_span.xOf(plot, frame), heights.of(value));
    } else {
      paintLine(line, dots);
      line.clear();
    }
  }
  paintLine(line, dots);
  m_painter.restore();
}

void BlocksPainter::paintLine(const QPolygonF& line, bool dots) const {
  if (line.size() == 1) {
    m_painter.drawPoint(line.front());
  } else {
    m_painter.drawPolyline(line);
  }
  if (!dots) return;
  constexpr double kRadius = 1.5;
  for (const QPointF& point : line) m_painter.drawEllipse(point, kRadius, kRadius);
}

}  // namespace masu::ui

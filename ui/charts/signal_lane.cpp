#include "ui/charts/signal_lane.h"

#include <QFontMetricsF>
#include <QPainter>
#include <algorithm>
#include <cmath>

#include "ui/charts/paint.h"
#include "ui/theme/theme.h"

namespace masu::ui {

std::vector<Extent> extents(const std::vector<float>& values, double firstFrame, double framesPerColumn, int columns) {
  std::vector<Extent> out;
  out.reserve(static_cast<std::size_t>(std::max(0, columns)));
  const auto size = static_cast<double>(values.size());
  for (int column = 0; column < columns; ++column) {
    const double from = firstFrame + column * framesPerColumn;
    if (from >= size) break;
    const auto first = static_cast<std::size_t>(std::max(0.0, std::floor(from)));
    // One frame more than the column's own, so that neighbouring columns join.
    const auto last = static_cast<std::size_t>(std::clamp(std::ceil(from + framesPerColumn) + 1, from + 1, size));
    Extent extent{INFINITY, -INFINITY};
    for (std::size_t i = first; i < last; ++i) {
      if (std::isnan(values[i])) continue;
      extent.low = std::min(extent.low, values[i]);
      extent.high = std::max(extent.high, values[i]);
    }
    out.push_back(extent.low <= extent.high ? extent : Extent{});
  }
  return out;
}

void SignalLanePainter::paintTag(const QRectF& box, bool current) const {
  m_painter.setRenderHint(QPainter::Antialiasing);
  m_painter.setPen(Qt::NoPen);
  m_painter.setBrush(current ? tokens().tint2 : tokens().lineSoft);
  m_painter.drawRoundedRect(box, 3, 3);
  m_painter.setPen(current ? tokens().accent : tokens().text2);
  drawElided(m_painter, box.adjusted(2, 0, -2, 0), Qt::AlignCenter, m_lane.tag);
}

void SignalLanePainter::paintTexts(const QRectF& rect, bool stacked, bool current) const {
  qreal left = rect.left();
  if (!m_lane.tag.isEmpty()) {
    m_painter.setFont(uiFont(Type::hint, QFont::DemiBold));
    const qreal width = std::clamp(QFontMetricsF(m_painter.font()).horizontalAdvance(m_lane.tag) + 10, 18.0, 64.0);
    paintTag(QRectF(left, rect.top() + 1, width, 18), current);
    left += width + 8;
  }
  m_painter.setFont(uiFont(stacked ? Type::body : Type::table, QFont::Medium));
  m_painter.setPen(tokens().text);
  drawElided(m_painter, QRectF(left, rect.top(), rect.right() - left, 20), Qt::AlignLeft | Qt::AlignVCenter,
             m_lane.title);
  if (stacked) paintSecondLine(left, rect.top() + 24, rect.right());
  m_painter.setRenderHint(QPainter::Antialiasing, false);
}

void SignalLanePainter::paintSecondLine(qreal left, qreal top, qreal right) const {
  m_painter.setFont(uiFont(Type::hint));
  if (!m_lane.splitName.isEmpty()) {
    m_painter.setPen(Qt::NoPen);
    m_painter.setBrush(m_lane.splitColour);
    m_painter.setRenderHint(QPainter::Antialiasing);
    m_painter.drawRoundedRect(QRectF(left, top + 4, 8, 8), 2, 2);
    m_painter.setPen(tokens().text2);
    left += 14;
    left +=
        drawElided(m_painter, QRectF(left, top, right - left, 16), Qt::AlignLeft | Qt::AlignVCenter, m_lane.splitName) +
        6;
  }
  m_painter.setPen(tokens().text3);
  if (right - left > 16) {
    drawElided(m_painter, QRectF(left, top, right - left, 16), Qt::AlignLeft | Qt::AlignVCenter, m_lane.subtitle);
  }
}

void SignalLanePainter::paintPlot(const QRectF& plot) const {
  if (m_lane.missing) {
    m_painter.setFont(uiFont(Type::table));
    m_painter.setPen(tokens().bad);
    m_painter.drawText(plot, Qt::AlignCenter, tr("Could not be read"));
    return;
  }
  const qreal middle = std::floor(plot.center().y());
  drawHairline(m_painter, {plot.left(), middle}, {plot.right(), middle + 1}, tokens().line);
  if (!m_lane.values) {
    m_painter.fillRect(QRectF(plot.left(), middle - 4, plot.width(), 8), tokens().lineSoft);
    return;
  }
  const double end = m_span.first + m_span.shown;
  if (static_cast<double>(m_lane.frames) < end && m_lane.frames < m_lane.values->size()) {
    const qreal left = std::max(plot.left(), toX(plot, static_cast<double>(m_lane.frames)));
    fillHatched(m_painter, QRectF(left, plot.top(), plot.right() - left, plot.height()), tokens().line);
  }
  for (const double mark : m_lane.windowMarks) {
    if (mark < m_span.first || mark > end) continue;
    const qreal x = std::floor(toX(plot, mark));
    drawHairline(m_painter, {x, plot.top()}, {x + 1, plot.bottom()}, tokens().line2);
  }
  paintSignal(plot);
}

void SignalLanePainter::paintSignal(const QRectF& plot) const {
  const std::vector<float>& values = *m_lane.values;
  const qreal ratio = m_painter.device()->devicePixelRatioF();
  const int deviceColumns = static_cast<int>(plot.width() * ratio);
  if (deviceColumns <= 0) return;
  double half = m_span.amplitude.value_or(0);
  if (!m_span.amplitude) {
    for (const float value : values) half = std::max(half, std::isfinite(value) ? double(std::abs(value)) : 0);
  }
  if (half <= 0) half = 1;
  const double scale = (plot.height() / 2 - 2) / half;
  const auto toY = [&](double value) {
    return snapped(plot.center().y() - std::clamp(value * scale, -plot.height() / 2, plot.height() / 2), ratio);
  };
  m_painter.setPen(QPen(tokens().wave, 1 / ratio));
  const double perColumn = m_span.shown / deviceColumns;
  if (perColumn < 1) {
    QPolygonF line;
    const auto last = std::min(static_cast<double>(m_lane.frames), m_span.first + m_span.shown + 1);
    for (double frame = std::floor(m_span.first); frame < last; ++frame) {
      line << QPointF(toX(plot, frame), toY(static_cast<double>(values[static_cast<std::size_t>(frame)])));
    }
    m_painter.save();
    m_painter.setClipRect(plot);
    m_painter.setRenderHint(QPainter::Antialiasing);
    m_painter.drawPolyline(line);
    m_painter.restore();
    return;
  }
  std::vector<QLineF> lines;
  const auto columns = extents(values, m_span.first, perColumn, deviceColumns);
  for (std::size_t i = 0; i < columns.size(); ++i) {
    if (m_span.first + static_cast<double>(i) * perColumn >= static_cast<double>(m_lane.frames)) break;
    const qreal x = plot.left() + (static_cast<double>(i) + 0.5) / ratio;
    lines.emplace_back(x, toY(double(columns[i].high)), x, toY(double(columns[i].low)) + 1 / ratio);
  }
  m_painter.setRenderHint(QPainter::Antialiasing, false);
  m_painter.drawLines(lines.data(), static_cast<int>(lines.size()));
}

}  // namespace masu::ui

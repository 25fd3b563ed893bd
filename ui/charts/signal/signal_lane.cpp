// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/signal/signal_lane.h"

#include <QFontMetricsF>
#include <QPainter>
#include <algorithm>
#include <cmath>

#include "ui/charts/paint/paint.h"
#include "ui/charts/signal/blocks_painter.h"
#include "ui/theme/theme.h"

namespace masu::ui {

namespace {

/// Names of files differ where they end, and where a window begins is before them.
void drawShortened(QPainter& painter, const QRectF& rect, const QString& text) {
  drawElided(painter, rect, Qt::AlignLeft | Qt::AlignVCenter, text, Qt::ElideMiddle);
}

}  // namespace

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
  drawShortened(m_painter, QRectF(left, rect.top(), rect.right() - left, 20), m_lane.title);
  if (stacked) {
    // Beside a long tag there is no room: the line begins below it.
    const bool fits = left + secondLineWidth() <= rect.right();
    paintSecondLine(fits ? left : rect.left(), rect.top() + 24, rect.right());
  }
  m_painter.setRenderHint(QPainter::Antialiasing, false);
}

qreal SignalLanePainter::secondLineWidth() const {
  const QFontMetricsF metrics(uiFont(Type::hint));
  const qreal split = m_lane.splitName.isEmpty() ? 0 : 20 + metrics.horizontalAdvance(m_lane.splitName);
  return split + metrics.horizontalAdvance(m_lane.subtitle);
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
    drawShortened(m_painter, QRectF(left, top, right - left, 16), m_lane.subtitle);
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
  const double end = m_span.last();
  if (static_cast<double>(m_lane.frames) < end && m_lane.frames < m_lane.values->size()) {
    const qreal left = std::max(plot.left(), m_span.xOf(plot, static_cast<double>(m_lane.frames)));
    fillHatched(m_painter, QRectF(left, plot.top(), plot.right() - left, plot.height()), tokens().line);
  }
  for (const double mark : m_lane.windowMarks) {
    if (mark < m_span.first || mark > end) continue;
    const qreal x = std::floor(m_span.xOf(plot, mark));
    drawHairline(m_painter, {x, plot.top()}, {x + 1, plot.bottom()}, tokens().line2);
  }
  paintSignal(plot);
}

void SignalLanePainter::paintSignal(const QRectF& plot) const {
  const std::span<const float> values(*m_lane.values);
  const std::span<const float> present = values.first(std::min(m_lane.frames, values.size()));
  float half = 0;
  for (const float value : values) half = std::max(half, std::isfinite(value) ? std::abs(value) : 0);
  if (half <= 0) half = 1;
  const ChannelBlocks channel{0, 1, present, present};
  BlocksPainter(m_painter, m_span, tokens().wave).paint(plot.adjusted(0, 1, 0, -1), channel, {-half, half});
}

}  // namespace masu::ui

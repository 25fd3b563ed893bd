// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/signal/spectrum_view.h"

#include <QPainter>
#include <algorithm>
#include <cmath>

#include "ui/charts/paint/decimate.h"
#include "ui/charts/paint/paint.h"
#include "ui/text/format.h"
#include "ui/theme/theme.h"

namespace masu::ui {
namespace {

constexpr int kFoot = 20;
constexpr int kScale = 30;
constexpr double kShown = 80;
constexpr double kGrid = 20;

}  // namespace

DecibelRange decibelRange(const std::vector<float>& decibels) {
  if (decibels.empty()) return {};
  const auto loudest = static_cast<double>(*std::ranges::max_element(decibels));
  const double high = std::ceil(loudest / 10) * 10;
  return {high - kShown, high};
}

SpectrumView::SpectrumView(QWidget* parent) : QWidget(parent) {
  exposeAsChart(*this);
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  setAccessibleName(tr("Spectrum"));
}

void SpectrumView::setLevels(std::vector<float> decibels, double step, bool hertz) {
  m_decibels = std::move(decibels);
  m_step = step;
  m_hertz = hertz;
  const auto loudest = std::ranges::max_element(m_decibels);
  if (loudest == m_decibels.end()) {
    setAccessibleDescription({});
  } else {
    const QString at = formatNumber(m_step * static_cast<double>(loudest - m_decibels.begin()), 3);
    const QString level = formatNumber(static_cast<double>(*loudest), 3);
    setAccessibleDescription(hertz ? tr("loudest at %1 Hz, %2 dB").arg(at, level)
                                   : tr("loudest at %1 cycles a frame, %2 dB").arg(at, level));
  }
  update();
}

void SpectrumView::paintEvent(QPaintEvent*) {
  if (m_decibels.size() < 2) return;
  QPainter painter(this);
  const QRectF plot(kScale, 6, width() - kScale, height() - kFoot - 6);
  const DecibelRange range = decibelRange(m_decibels);
  const auto toY = [&](double decibels) {
    return plot.bottom() - (std::max(decibels, range.low) - range.low) / (range.high - range.low) * plot.height();
  };
  painter.setFont(uiFont(Type::hint));
  for (double level = std::ceil(range.low / kGrid) * kGrid; level <= range.high; level += kGrid) {
    const qreal y = std::floor(toY(level));
    drawHairline(painter, {plot.left(), y}, {plot.right(), y + 1}, tokens().line);
    painter.setPen(tokens().text3);
    drawFigures(painter, QRectF(0, y - 8, kScale - 6, 16), Qt::AlignRight | Qt::AlignVCenter, formatNumber(level, 3));
  }
  const double last = m_step * static_cast<double>(m_decibels.size() - 1);
  QPolygonF line;
  for (std::size_t i = 0; i < m_decibels.size(); ++i) {
    line << QPointF(plot.left() + plot.width() * static_cast<double>(i) / static_cast<double>(m_decibels.size() - 1),
                    toY(static_cast<double>(m_decibels[i])));
  }
  painter.setRenderHint(QPainter::Antialiasing);
  QPolygonF area = line;
  area << plot.bottomRight() << plot.bottomLeft();
  painter.setPen(Qt::NoPen);
  painter.setBrush(tokens().tint);
  painter.drawPolygon(area);
  painter.setPen(QPen(tokens().accent, 1.25));
  painter.drawPolyline(line);
  painter.setRenderHint(QPainter::Antialiasing, false);
  drawHairline(painter, plot.bottomLeft(), {plot.right(), plot.bottom() + 1}, tokens().line2);
  painter.setPen(tokens().text2);
  for (const double tick : roundTicks(0, last, 5)) {
    const qreal x = plot.left() + tick / last * plot.width();
    const qreal left = std::clamp(x - 30, plot.left(), plot.right() - 60);
    const Qt::Alignment side = x - 30 < plot.left()    ? Qt::AlignLeft
                               : x + 30 > plot.right() ? Qt::AlignRight
                                                       : Qt::AlignHCenter;
    drawFigures(painter, QRectF(left, plot.bottom() + 4, 60, 16), side | Qt::AlignVCenter,
                m_hertz ? formatFrequency(tick) : formatNumber(tick, 2));
  }
}

}  // namespace masu::ui

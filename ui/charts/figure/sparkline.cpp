// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/figure/sparkline.h"

#include <QPainter>
#include <QPolygonF>
#include <algorithm>
#include <cmath>

#include "ui/charts/paint/paint.h"
#include "ui/theme/theme.h"

namespace masu::ui {

Sparkline::Sparkline(Form form, QWidget* parent) : QWidget(parent), m_form(form) {
  exposeAsChart(*this);
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void Sparkline::append(double value) {
  if (m_values.size() >= kKept) m_values.erase(m_values.begin());
  m_values.push_back(value);
  update();
}

void Sparkline::setValues(std::vector<double> values) {
  if (values.size() > kKept) values.erase(values.begin(), values.end() - static_cast<std::ptrdiff_t>(kKept));
  m_values = std::move(values);
  update();
}

void Sparkline::clear() {
  setValues({});
}

void Sparkline::setFull(std::optional<double> full) {
  m_full = full;
  update();
}

void Sparkline::setLimit(std::optional<double> limit) {
  m_limit = limit;
  update();
}

void Sparkline::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  double full = m_full.value_or(0);
  if (!m_full) {
    for (const double value : m_values) full = std::max(full, std::isfinite(value) ? value * 1.1 : 0);
    if (m_limit) full = std::max(full, *m_limit * 1.1);
  }
  if (full <= 0) full = 1;
  if (m_form == Form::line) {
    paintLine(painter, full);
  } else {
    paintBars(painter, full);
  }
  if (m_limit) {
    const qreal y = std::floor((height() - 2) * (1 - std::min(1.0, *m_limit / full)));
    painter.setPen(QPen(tokens().accent, 1, Qt::DashLine));
    painter.drawLine(QPointF(0, y + 0.5), QPointF(width(), y + 0.5));
  }
  drawHairline(painter, {0, height() - 1.0}, {qreal(width()), qreal(height())}, tokens().line2);
}

void Sparkline::paintLine(QPainter& painter, double full) const {
  if (m_values.size() < 2) return;
  QPolygonF line;
  const double last = static_cast<double>(m_values.size() - 1);
  for (std::size_t i = 0; i < m_values.size(); ++i) {
    if (!std::isfinite(m_values[i])) continue;
    const double share = std::clamp(m_values[i] / full, 0.0, 1.0);
    line << QPointF(width() * static_cast<double>(i) / last, (height() - 3) * (1 - share) + 1);
  }
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(QPen(tokens().text2, 1.25));
  painter.drawPolyline(line);
}

void Sparkline::paintBars(QPainter& painter, double full) const {
  if (m_values.empty()) return;
  const double step = static_cast<double>(width()) / static_cast<double>(std::max<std::size_t>(m_values.size(), 60));
  for (std::size_t i = 0; i < m_values.size(); ++i) {
    if (!(m_values[i] > 0)) continue;
    const double tall = std::clamp(m_values[i] / full, 0.0, 1.0) * (height() - 2);
    painter.fillRect(QRectF(std::floor(static_cast<double>(i) * step), height() - 1 - std::max(1.0, std::floor(tall)),
                            std::max(2.0, std::floor(step) - 1), std::max(1.0, std::floor(tall))),
                     tokens().warn);
  }
}

}  // namespace masu::ui

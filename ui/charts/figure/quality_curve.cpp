// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/figure/quality_curve.h"

#include <QPainter>
#include <QPolygonF>
#include <algorithm>
#include <cmath>

#include "ui/charts/paint/paint.h"
#include "ui/theme/theme.h"

namespace masu::ui {

namespace {

/// Room for a dot at either end.
constexpr qreal kEdge = 5;
constexpr qreal kDot = 3.5;

/// Where a value is between two others, by its power.
double share(double value, double low, double high) {
  if (high <= low) return 0.5;
  return std::clamp(std::log(std::max(value, low) / low) / std::log(high / low), 0.0, 1.0);
}

}  // namespace

QualityCurve::QualityCurve(QWidget* parent) : QWidget(parent) {
  exposeAsChart(*this);
  setAccessibleName(tr("Quality of the shuffle by its memory"));
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void QualityCurve::setPoints(std::vector<Point> points, const Point& chosen, const Point& enough, double goal) {
  m_points = std::move(points);
  m_chosen = chosen;
  m_enough = enough;
  m_goal = goal;
  update();
}

QPointF QualityCurve::placeOf(const Point& point) const {
  double worst = 2 * m_goal;
  for (const Point& each : m_points) worst = std::max(worst, each.effect);
  const double x = share(point.bytes, std::max(1.0, m_points.front().bytes), m_points.back().bytes);
  const double y = share(point.effect, 1, worst);
  return {kEdge + x * (width() - 2 * kEdge), height() - 1 - kEdge - y * (height() - 1 - 2 * kEdge)};
}

void QualityCurve::paintEvent(QPaintEvent*) {
  if (m_points.empty()) return;
  QPainter painter(this);
  const qreal goal = std::floor(placeOf({m_points.front().bytes, m_goal}).y()) + 0.5;
  painter.setPen(QPen(tokens().text3, 1, Qt::DashLine));
  painter.drawLine(QPointF(0, goal), QPointF(width(), goal));
  drawHairline(painter, {0, height() - 1.0}, {qreal(width()), qreal(height())}, tokens().line2);
  QPolygonF line;
  for (const Point& point : m_points) line << placeOf(point);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(QPen(tokens().text2, 1.25));
  painter.drawPolyline(line);
  painter.drawEllipse(placeOf(m_enough), kDot, kDot);
  painter.setPen(Qt::NoPen);
  painter.setBrush(tokens().accent);
  painter.drawEllipse(placeOf(m_chosen), kDot, kDot);
}

}  // namespace masu::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/figure/rate_plot.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QPolygonF>
#include <algorithm>
#include <cmath>
#include <limits>

#include "ui/charts/paint/paint.h"
#include "ui/charts/paint/read_out.h"
#include "ui/text/format.h"
#include "ui/theme/theme.h"

namespace masu::ui {
namespace {

constexpr qreal kEdge = 4;
constexpr double kKeyStep = 1.0 / 70;

const QPointF* nearest(const std::vector<QPointF>& points, double rate) {
  const auto nearer = [rate](QPointF a, QPointF b) {
    return std::abs(std::log(a.x() / rate)) < std::abs(std::log(b.x() / rate));
  };
  const auto found = std::min_element(points.begin(), points.end(), nearer);
  return found == points.end() ? nullptr : &*found;
}

}  // namespace

RatePlot::RatePlot(QWidget* parent) : QWidget(parent) {
  exposeAsChart(*this);
  setAccessibleName(tr("Loss by learning rate"));
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  setMouseTracking(true);
  setFocusPolicy(Qt::TabFocus);
}

void RatePlot::setCurves(std::vector<Curve> curves) {
  m_curves = std::move(curves);
  m_marked.reset();
  m_lowRate = m_lowLoss = std::numeric_limits<double>::max();
  m_highRate = m_highLoss = 0;
  for (const Curve& curve : m_curves) {
    for (const QPointF point : curve.points) {
      m_lowRate = std::min(m_lowRate, point.x());
      m_highRate = std::max(m_highRate, point.x());
      m_lowLoss = std::min(m_lowLoss, point.y());
      m_highLoss = std::max(m_highLoss, point.y());
    }
  }
  describe();
  update();
}

double RatePlot::shareOf(double rate) const {
  if (!(m_highRate > m_lowRate)) return 0.5;
  return std::clamp(std::log(rate / m_lowRate) / std::log(m_highRate / m_lowRate), 0.0, 1.0);
}

QPointF RatePlot::placeOf(QPointF point) const {
  const double range = std::max(m_highLoss - m_lowLoss, 1e-12);
  const double y = (point.y() - m_lowLoss) / range;
  return {kEdge + shareOf(point.x()) * (width() - 2 * kEdge), height() - 1 - kEdge - y * (height() - 1 - 2 * kEdge)};
}

void RatePlot::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  drawHairline(painter, {0, height() - 1.0}, {qreal(width()), qreal(height())}, tokens().line2);
  for (const Curve& curve : m_curves) {
    QPolygonF line;
    for (const QPointF point : curve.points) line << placeOf(point);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(curve.colour, 1.5));
    painter.drawPolyline(line);
    if (!curve.suggested) continue;
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.setPen(QPen(curve.colour, 1, Qt::DashLine));
    const qreal x = std::floor(placeOf({*curve.suggested, m_lowLoss}).x()) + 0.5;
    painter.drawLine(QPointF(x, 0), QPointF(x, height() - 1));
  }
  if (m_marked) paintReadOut(painter);
}

/// Requires: something is marked.
ReadOut RatePlot::readOut() const {
  const double rate = m_lowRate * std::pow(m_highRate / m_lowRate, *m_marked);
  ReadOut readOut{formatNumber(rate, 2), {}};
  for (const Curve& curve : m_curves) {
    const QPointF* point = nearest(curve.points, rate);
    // A curve that diverged before has no point to show here.
    if (point == nullptr || shareOf(point->x()) < *m_marked - 2 * kKeyStep) continue;
    readOut.rows.push_back({curve.colour, curve.name, formatNumber(point->y(), 3)});
  }
  return readOut;
}

/// What is suggested, or what is read off, for those who cannot see it.
void RatePlot::describe() {
  if (m_marked) return setAccessibleDescription(readOut().text());
  QStringList parts;
  for (const Curve& curve : m_curves)
    if (curve.suggested) parts << tr("%1: %2 suggested").arg(curve.name, formatNumber(*curve.suggested, 2));
  setAccessibleDescription(parts.join(QLatin1String(", ")));
}

void RatePlot::paintReadOut(QPainter& painter) const {
  const ReadOut readOut = this->readOut();
  const qreal x = kEdge + *m_marked * (width() - 2 * kEdge);
  drawHairline(painter, {x, 0}, {x, height() - 1.0}, tokens().text3);
  painter.setRenderHint(QPainter::Antialiasing);
  readOut.draw(painter, rect(), {x, 0});
}

void RatePlot::mark(std::optional<double> share) {
  m_marked = share && !m_curves.empty() ? std::optional(std::clamp(*share, 0.0, 1.0)) : std::nullopt;
  describe();
  update();
}

void RatePlot::mouseMoveEvent(QMouseEvent* event) {
  mark((event->position().x() - kEdge) / std::max(1.0, width() - 2 * kEdge));
}

void RatePlot::leaveEvent(QEvent*) {
  mark(std::nullopt);
}

void RatePlot::keyPressEvent(QKeyEvent* event) {
  if (event->key() != Qt::Key_Left && event->key() != Qt::Key_Right) return QWidget::keyPressEvent(event);
  mark(m_marked.value_or(0.5) + (event->key() == Qt::Key_Left ? -kKeyStep : kKeyStep));
}

}  // namespace masu::ui

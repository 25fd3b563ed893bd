// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/figure/threshold_plot.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QPolygonF>
#include <algorithm>
#include <cmath>
#include <utility>

#include "ui/charts/paint/paint.h"
#include "ui/charts/paint/read_out.h"
#include "ui/text/format.h"
#include "ui/theme/theme.h"

namespace masu::ui {
namespace {

using metrics::ThresholdPoint;

constexpr qreal kEdge = 4;
constexpr qreal kDot = 3;

}  // namespace

ThresholdPlot::ThresholdPlot(Curve curve, QWidget* parent) : QWidget(parent), m_curve(curve) {
  exposeAsChart(*this);
  setAccessibleName(curve == Curve::roc ? tr("ROC curve") : tr("Precision-recall curve"));
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Maximum);
  setMouseTracking(true);
  setFocusPolicy(Qt::TabFocus);
}

void ThresholdPlot::setPoints(std::vector<ThresholdPoint> points) {
  m_points = std::move(points);
  m_marked.reset();
  describe();
  update();
}

/// Requires: there are points.
QPointF ThresholdPlot::place(const ThresholdPoint& point) const {
  const metrics::ThresholdRates rates = metrics::ratesOf(point, m_points.back());
  return m_curve == Curve::roc ? QPointF(rates.falsePositiveRate, rates.recall)
                               : QPointF(rates.recall, rates.precision);
}

QRectF ThresholdPlot::plot() const {
  return QRectF(rect()).adjusted(kEdge, kEdge, -kEdge, -kEdge);
}

QPointF ThresholdPlot::toPlot(QPointF shares) const {
  const QRectF area = plot();
  return {area.left() + shares.x() * area.width(), area.bottom() - shares.y() * area.height()};
}

void ThresholdPlot::paintEvent(QPaintEvent*) {
  if (m_points.empty()) return;
  QPainter painter(this);
  const QRectF area = plot();
  drawHairline(painter, area.bottomLeft(), area.bottomRight(), tokens().line2);
  drawHairline(painter, area.topLeft(), area.bottomLeft(), tokens().line2);
  painter.setRenderHint(QPainter::Antialiasing);
  const bool isRoc = m_curve == Curve::roc;
  const double share = metrics::ratesOf(m_points.back(), m_points.back()).precision;
  painter.setPen(QPen(tokens().text3, 1, Qt::DashLine));
  painter.drawLine(toPlot({0, isRoc ? 0 : share}), toPlot({1, isRoc ? 1 : share}));
  QPolygonF line;
  if (isRoc) line << toPlot({0, 0});
  for (const ThresholdPoint& point : m_points) line << toPlot(place(point));
  painter.setPen(QPen(tokens().accent, 1.5));
  painter.drawPolyline(line);
  if (!m_marked) return;
  const QPointF at = toPlot(place(m_points[*m_marked]));
  painter.setBrush(tokens().accent);
  painter.drawEllipse(at, kDot, kDot);
  readOut().draw(painter, rect(), {at.x(), 0});
}

/// Requires: something is marked.
ReadOut ThresholdPlot::readOut() const {
  const ThresholdPoint& point = m_points[*m_marked];
  const metrics::ThresholdRates rates = metrics::ratesOf(point, m_points.back());
  ReadOut readOut{tr("threshold %1").arg(formatPercent(point.probability, 1)), {}};
  readOut.rows.push_back({tokens().accent, tr("recall"), formatPercent(rates.recall, 1)});
  if (m_curve == Curve::roc)
    readOut.rows.push_back({tokens().text3, tr("false positive rate"), formatPercent(rates.falsePositiveRate, 1)});
  else
    readOut.rows.push_back({tokens().text3, tr("precision"), formatPercent(rates.precision, 1)});
  return readOut;
}

/// What is read off, for those who cannot see it.
void ThresholdPlot::describe() {
  if (m_marked) return setAccessibleDescription(readOut().text());
  setAccessibleDescription(m_points.empty() ? QString()
                                            : tr("%n threshold(s)", nullptr, static_cast<int>(m_points.size())));
}

void ThresholdPlot::mark(std::optional<std::size_t> point) {
  m_marked = point;
  describe();
  update();
}

/// The nearest point: curves are steep as well as flat.
void ThresholdPlot::mouseMoveEvent(QMouseEvent* event) {
  if (m_points.empty()) return;
  const auto distance = [&](const ThresholdPoint& point) {
    const QPointF off = toPlot(place(point)) - event->position();
    return QPointF::dotProduct(off, off);
  };
  const auto nearest = std::ranges::min_element(m_points, {}, distance);
  mark(static_cast<std::size_t>(nearest - m_points.begin()));
}

void ThresholdPlot::leaveEvent(QEvent*) {
  mark(std::nullopt);
}

/// Right lowers the threshold, along the curve. The first press begins at the end that it comes from.
void ThresholdPlot::keyPressEvent(QKeyEvent* event) {
  const bool isRight = event->key() == Qt::Key_Right;
  if (m_points.empty() || (!isRight && event->key() != Qt::Key_Left)) return QWidget::keyPressEvent(event);
  const std::size_t last = m_points.size() - 1;
  if (!m_marked) return mark(isRight ? 0 : last);
  if (isRight ? *m_marked < last : *m_marked > 0) mark(isRight ? *m_marked + 1 : *m_marked - 1);
}

}  // namespace masu::ui

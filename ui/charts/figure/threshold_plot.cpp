// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/figure/threshold_plot.h"

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

ThresholdPlot::ThresholdPlot(Curve curve, QWidget* parent) : PointPlot(parent), m_curve(curve) {
  setAccessibleName(curve == Curve::roc ? tr("ROC curve") : tr("Precision-recall curve"));
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Maximum);
}

void ThresholdPlot::setPoints(std::vector<ThresholdPoint> points) {
  m_points = std::move(points);
  pointsChanged();
}

QPointF ThresholdPlot::placeOf(std::size_t point) const {
  const metrics::ThresholdRates rates = metrics::ratesOf(m_points[point], m_points.back());
  return toPlot(m_curve == Curve::roc ? QPointF(rates.falsePositiveRate, rates.recall)
                                      : QPointF(rates.recall, rates.precision));
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
  for (std::size_t point = 0; point < m_points.size(); ++point) line << placeOf(point);
  painter.setPen(QPen(tokens().accent, 1.5));
  painter.drawPolyline(line);
  if (!marked()) return;
  const QPointF at = placeOf(*marked());
  painter.setBrush(tokens().accent);
  painter.drawEllipse(at, kDot, kDot);
  readOut(*marked()).draw(painter, rect(), {at.x(), 0});
}

ReadOut ThresholdPlot::readOut(std::size_t point) const {
  const metrics::ThresholdRates rates = metrics::ratesOf(m_points[point], m_points.back());
  ReadOut readOut{tr("threshold %1").arg(formatPercent(m_points[point].probability, 1)), {}};
  readOut.rows.push_back({tokens().accent, tr("recall"), formatPercent(rates.recall, 1)});
  if (m_curve == Curve::roc)
    readOut.rows.push_back({tokens().text3, tr("false positive rate"), formatPercent(rates.falsePositiveRate, 1)});
  else
    readOut.rows.push_back({tokens().text3, tr("precision"), formatPercent(rates.precision, 1)});
  return readOut;
}

QString ThresholdPlot::summary() const {
  return m_points.empty() ? QString() : tr("%n threshold(s)", nullptr, static_cast<int>(m_points.size()));
}

}  // namespace masu::ui

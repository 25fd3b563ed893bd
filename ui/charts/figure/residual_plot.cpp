// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/figure/residual_plot.h"

#include <QPainter>
#include <algorithm>
#include <cmath>
#include <utility>

#include "ui/charts/paint/paint.h"
#include "ui/charts/paint/read_out.h"
#include "ui/text/format.h"
#include "ui/theme/theme.h"

namespace masu::ui {
namespace {

using metrics::ValuePoint;

constexpr qreal kMargin = 6;
constexpr qreal kSampleDot = 2;
constexpr qreal kMarkedDot = 3.5;
constexpr int kDigits = 4;

double errorOf(const ValuePoint& point) {
  return point.prediction - point.truth;
}

}  // namespace

ResidualPlot::ResidualPlot(QWidget* parent) : PointPlot(parent) {
  setAccessibleName(tr("Errors by prediction"));
  setToolTip(
      tr("Prediction to the right, prediction minus truth upwards. For a good model the dots scatter evenly above "
         "and below the dashed line."));
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
}

void ResidualPlot::setPoints(std::vector<ValuePoint> points) {
  m_points = std::move(points);
  // A difference of two large numbers may be infinite.
  std::erase_if(m_points, [](const ValuePoint& point) { return !std::isfinite(errorOf(point)); });
  m_mostError = 0;
  for (const ValuePoint& point : m_points) m_mostError = std::max(m_mostError, std::abs(errorOf(point)));
  pointsChanged();
}

QRectF ResidualPlot::plot() const {
  return QRectF(rect()).adjusted(kMargin, kMargin, -kMargin, -kMargin);
}

QPointF ResidualPlot::placeOf(std::size_t point) const {
  const ValuePoint& one = m_points[point];
  const QRectF area = plot();
  const double least = m_points.front().prediction / 2;
  const double width = m_points.back().prediction / 2 - least;
  const double across = width > 0 ? (one.prediction / 2 - least) / width : 0.5;
  const double up = m_mostError > 0 ? errorOf(one) / m_mostError : 0;
  return {area.left() + across * area.width(), area.center().y() - up * area.height() / 2};
}

void ResidualPlot::paintEvent(QPaintEvent*) {
  if (m_points.empty()) return;
  QPainter painter(this);
  const QRectF area = plot();
  drawHairline(painter, area.topLeft(), area.bottomLeft(), tokens().line2);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(QPen(tokens().text3, 1, Qt::DashLine));
  painter.drawLine(QPointF(area.left(), area.center().y()), QPointF(area.right(), area.center().y()));
  painter.setPen(Qt::NoPen);
  QColor dot = tokens().accent;
  dot.setAlphaF(0.6F);
  painter.setBrush(dot);
  for (std::size_t point = 0; point < m_points.size(); ++point)
    painter.drawEllipse(placeOf(point), kSampleDot, kSampleDot);
  if (!marked()) return;
  const QPointF at = placeOf(*marked());
  painter.setBrush(tokens().text);
  painter.drawEllipse(at, kMarkedDot, kMarkedDot);
  readOut(*marked()).draw(painter, rect(), {at.x(), 0});
}

ReadOut ResidualPlot::readOut(std::size_t point) const {
  const ValuePoint& one = m_points[point];
  ReadOut readOut{tr("prediction %1").arg(formatNumber(one.prediction, kDigits)), {}};
  readOut.rows = {{tokens().text3, tr("truth"), formatNumber(one.truth, kDigits)},
                  {tokens().accent, tr("error"), formatNumber(errorOf(one), kDigits)}};
  return readOut;
}

QString ResidualPlot::summary() const {
  if (m_points.empty()) return {};
  return tr("%n sample(s), off by %1 at most", nullptr, static_cast<int>(m_points.size()))
      .arg(formatNumber(m_mostError, kDigits));
}

}  // namespace masu::ui

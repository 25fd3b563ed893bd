// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/figure/residual_plot.h"

#include <QKeyEvent>
#include <QMouseEvent>
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

ResidualPlot::ResidualPlot(QWidget* parent) : QWidget(parent) {
  exposeAsChart(*this);
  setAccessibleName(tr("Errors by prediction"));
  setToolTip(
      tr("Prediction to the right, prediction minus truth upwards. For a good model the dots scatter evenly above "
         "and below the dashed line."));
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
  setMouseTracking(true);
  setFocusPolicy(Qt::TabFocus);
}

void ResidualPlot::setPoints(std::vector<ValuePoint> points) {
  m_points = std::move(points);
  // A difference of two large numbers may be infinite.
  std::erase_if(m_points, [](const ValuePoint& point) { return !std::isfinite(errorOf(point)); });
  m_mostError = 0;
  for (const ValuePoint& point : m_points) m_mostError = std::max(m_mostError, std::abs(errorOf(point)));
  m_marked.reset();
  describe();
  update();
}

QRectF ResidualPlot::plot() const {
  return QRectF(rect()).adjusted(kMargin, kMargin, -kMargin, -kMargin);
}

/// Requires: there are points.
QPointF ResidualPlot::place(double prediction, double error) const {
  const QRectF area = plot();
  const double least = m_points.front().prediction / 2;
  const double width = m_points.back().prediction / 2 - least;
  const double across = width > 0 ? (prediction / 2 - least) / width : 0.5;
  const double up = m_mostError > 0 ? error / m_mostError : 0;
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
  for (const ValuePoint& point : m_points)
    painter.drawEllipse(place(point.prediction, errorOf(point)), kSampleDot, kSampleDot);
  if (!m_marked) return;
  const ValuePoint& marked = m_points[*m_marked];
  const QPointF at = place(marked.prediction, errorOf(marked));
  painter.setBrush(tokens().text);
  painter.drawEllipse(at, kMarkedDot, kMarkedDot);
  readOut().draw(painter, rect(), {at.x(), 0});
}

/// Requires: something is marked.
ReadOut ResidualPlot::readOut() const {
  const ValuePoint& point = m_points[*m_marked];
  ReadOut readOut{tr("prediction %1").arg(formatNumber(point.prediction, kDigits)), {}};
  readOut.rows = {{tokens().text3, tr("truth"), formatNumber(point.truth, kDigits)},
                  {tokens().accent, tr("error"), formatNumber(errorOf(point), kDigits)}};
  return readOut;
}

/// What is read off, or how far all are off, for those who cannot see it.
void ResidualPlot::describe() {
  if (m_marked) return setAccessibleDescription(readOut().text());
  setAccessibleDescription(m_points.empty()
                               ? QString()
                               : tr("%n sample(s), off by %1 at most", nullptr, static_cast<int>(m_points.size()))
                                     .arg(formatNumber(m_mostError, kDigits)));
}

void ResidualPlot::mark(std::optional<std::size_t> point) {
  m_marked = point;
  describe();
  update();
}

void ResidualPlot::mouseMoveEvent(QMouseEvent* event) {
  if (m_points.empty()) return;
  const auto distance = [&](const ValuePoint& point) {
    const QPointF off = place(point.prediction, errorOf(point)) - event->position();
    return QPointF::dotProduct(off, off);
  };
  const auto nearest = std::ranges::min_element(m_points, {}, distance);
  mark(static_cast<std::size_t>(nearest - m_points.begin()));
}

void ResidualPlot::leaveEvent(QEvent*) {
  mark(std::nullopt);
}

/// By prediction. The first press begins at the end that it comes from.
void ResidualPlot::keyPressEvent(QKeyEvent* event) {
  const bool isRight = event->key() == Qt::Key_Right;
  if (m_points.empty() || (!isRight && event->key() != Qt::Key_Left)) return QWidget::keyPressEvent(event);
  const std::size_t last = m_points.size() - 1;
  if (!m_marked) return mark(isRight ? 0 : last);
  if (isRight ? *m_marked < last : *m_marked > 0) mark(isRight ? *m_marked + 1 : *m_marked - 1);
}

}  // namespace masu::ui

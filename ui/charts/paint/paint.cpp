// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/paint/paint.h"

#include <QAccessibleWidget>
#include <QFontMetricsF>
#include <QWidget>
#include <cmath>

namespace masu::ui {

namespace {

constexpr const char* kHeard = "heardAsChart";

QAccessibleInterface* heardChart(const QString& /*className*/, QObject* object) {
  auto* widget = qobject_cast<QWidget*>(object);
  const bool chart = widget != nullptr && widget->property(kHeard).toBool();
  return chart ? new QAccessibleWidget(widget, QAccessible::Chart) : nullptr;
}

}  // namespace

void exposeAsChart(QWidget& widget) {
  QAccessible::installFactory(heardChart);  // once, however often
  widget.setProperty(kHeard, true);
}

void fillHatched(QPainter& painter, const QRectF& rect, const QColor& lines) {
  constexpr qreal kStep = 6;
  painter.save();
  painter.setClipRect(rect, Qt::IntersectClip);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(QPen(lines, 1));
  // Starting at a multiple of the step keeps the pattern still while the rectangle is dragged.
  const qreal first = std::floor((rect.left() - rect.height()) / kStep) * kStep;
  for (qreal x = first; x < rect.right(); x += kStep) {
    painter.drawLine(QPointF(x, rect.bottom()), QPointF(x + rect.height(), rect.top()));
  }
  painter.restore();
}

qreal snapped(qreal position, qreal pixelRatio) {
  return std::round(position * pixelRatio) / pixelRatio;
}

qreal drawElided(QPainter& painter, const QRectF& rect, Qt::Alignment alignment, const QString& text,
                 Qt::TextElideMode shortened) {
  const QFontMetricsF metrics(painter.font());
  const QString shown = metrics.elidedText(text, shortened, rect.width());
  painter.drawText(rect, static_cast<int>(alignment) | Qt::TextSingleLine, shown);
  return metrics.horizontalAdvance(shown);
}

void drawHairline(QPainter& painter, QPointF from, QPointF to, const QColor& colour) {
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing, false);
  const QRectF line(from, QSizeF(std::max(1.0, to.x() - from.x()), std::max(1.0, to.y() - from.y())));
  painter.fillRect(line, colour);
  painter.restore();
}

}  // namespace masu::ui

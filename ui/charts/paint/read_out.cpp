// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/paint/read_out.h"

#include <QFontMetricsF>
#include <QStringList>
#include <algorithm>

#include "ui/theme/theme.h"

namespace masu::ui {
namespace {

constexpr qreal kPadX = 8;
constexpr qreal kPadY = 6;
constexpr qreal kLine = 16;
constexpr qreal kSwatch = 8;
constexpr qreal kGap = 6;
constexpr qreal kApart = 12;

}  // namespace

QSizeF ReadOut::size() const {
  const QFontMetricsF plain(uiFont(Type::hint));
  const QFont bold = uiFont(Type::hint, QFont::DemiBold);
  qreal names = 0;
  qreal values = 0;
  for (const CurveValue& row : rows) {
    names = std::max(names, plain.horizontalAdvance(row.name));
    values = std::max(values, figuresWidth(bold, row.value));
  }
  const qreal titleWidth = kSwatch + kGap + figuresWidth(bold, title);
  const qreal inner = std::max(titleWidth, kSwatch + kGap + names + kGap + values);
  return {inner + 2 * kPadX, kLine * static_cast<qreal>(rows.size() + 1) + 2 * kPadY};
}

QString ReadOut::text() const {
  QStringList parts(title);
  for (const CurveValue& row : rows) parts << row.name + QLatin1Char(' ') + row.value;
  return parts.join(QLatin1String(", "));
}

void ReadOut::draw(QPainter& painter, const QRectF& bounds, QPointF anchor) const {
  QRectF box(QPointF(anchor.x() + kApart, anchor.y()), size());
  if (box.right() > bounds.right()) box.moveRight(anchor.x() - kApart);
  box.moveLeft(std::max(box.left(), bounds.left()));
  box.moveTopLeft(QPointF(box.topLeft().toPoint()));

  painter.save();
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(QPen(tokens().line2, 1));
  painter.setBrush(tokens().surface);
  painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), 4, 4);

  const QRectF inner = box.adjusted(kPadX, kPadY, -kPadX, -kPadY);
  painter.setFont(uiFont(Type::hint, QFont::DemiBold));
  painter.setPen(tokens().text);
  drawFigures(painter, QRectF(inner.left() + kSwatch + kGap, inner.top(), inner.width(), kLine),
              Qt::AlignLeft | Qt::AlignVCenter, title);
  qreal top = inner.top() + kLine;
  for (const CurveValue& row : rows) {
    painter.setPen(Qt::NoPen);
    painter.setBrush(row.colour);
    painter.drawRoundedRect(QRectF(inner.left(), top + 4, kSwatch, kSwatch), 2, 2);
    const QRectF line(inner.left() + kSwatch + kGap, top, inner.width() - kSwatch - kGap, kLine);
    painter.setPen(tokens().text);
    painter.setFont(uiFont(Type::hint));
    painter.drawText(line, Qt::AlignLeft | Qt::AlignVCenter, row.name);
    painter.setFont(uiFont(Type::hint, QFont::DemiBold));
    drawFigures(painter, line, Qt::AlignRight | Qt::AlignVCenter, row.value);
    top += kLine;
  }
  painter.restore();
}

}  // namespace masu::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QPainter>
#include <QString>
#include <vector>

namespace masu::ui {

/// The boxed values beside a chart's hairline: a title, then one line a curve.
struct ReadOut {
  struct CurveValue {
    QColor colour;
    QString name;
    QString value;
  };
  QString title;
  std::vector<CurveValue> rows;

  QSizeF size() const;
  /// All of it in one line, for those who cannot see it.
  QString text() const;
  /// Draws it right of `anchor`, or left where it would leave `bounds`.
  void draw(QPainter& painter, const QRectF& bounds, QPointF anchor) const;
};

}  // namespace masu::ui

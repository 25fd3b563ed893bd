// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/figure/point_plot.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <algorithm>
#include <ranges>

#include "ui/charts/paint/paint.h"
#include "ui/charts/paint/read_out.h"

namespace masu::ui {

PointPlot::PointPlot(QWidget* parent) : QWidget(parent) {
  exposeAsChart(*this);
  setMouseTracking(true);
  setFocusPolicy(Qt::TabFocus);
}

void PointPlot::mark(std::optional<std::size_t> point) {
  m_marked = point;
  setAccessibleDescription(m_marked ? readOut(*m_marked).text() : summary());
  update();
}

/// The nearest point: curves are steep as well as flat.
void PointPlot::mouseMoveEvent(QMouseEvent* event) {
  if (pointCount() == 0) return;
  const auto distance = [&](std::size_t point) {
    const QPointF off = placeOf(point) - event->position();
    return QPointF::dotProduct(off, off);
  };
  mark(*std::ranges::min_element(std::views::iota(std::size_t{0}, pointCount()), {}, distance));
}

void PointPlot::leaveEvent(QEvent*) {
  mark(std::nullopt);
}

/// The first press begins at the end that it comes from.
void PointPlot::keyPressEvent(QKeyEvent* event) {
  const bool isRight = event->key() == Qt::Key_Right;
  if (pointCount() == 0 || (!isRight && event->key() != Qt::Key_Left)) return QWidget::keyPressEvent(event);
  const std::size_t last = pointCount() - 1;
  if (!m_marked) return mark(isRight ? 0 : last);
  if (isRight ? *m_marked < last : *m_marked > 0) mark(isRight ? *m_marked + 1 : *m_marked - 1);
}

}  // namespace masu::ui

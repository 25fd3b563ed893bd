#include "ui/pages/common/pane_line.h"

#include <QPainter>

#include "ui/theme/theme.h"

namespace masu::ui {

PaneLine::PaneLine(Qt::Orientation orientation, QWidget* parent) : QWidget(parent) {
  if (orientation == Qt::Vertical) {
    setFixedWidth(1);
  } else {
    setFixedHeight(1);
  }
}

void PaneLine::paintEvent(QPaintEvent*) {
  QPainter(this).fillRect(rect(), tokens().line);
}

}  // namespace masu::ui

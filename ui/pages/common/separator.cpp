// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/common/separator.h"

#include <QPainter>

#include "ui/theme/theme.h"

namespace masu::ui {

Separator::Separator(Qt::Orientation orientation, QWidget* parent) : QWidget(parent) {
  if (orientation == Qt::Vertical) {
    setFixedWidth(1);
  } else {
    setFixedHeight(1);
  }
}

void Separator::paintEvent(QPaintEvent*) {
  QPainter(this).fillRect(rect(), tokens().line);
}

}  // namespace masu::ui

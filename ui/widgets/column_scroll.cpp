// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/column_scroll.h"

#include <QScrollArea>

namespace masu::ui {

QScrollArea* makeColumnScroll(QWidget* column) {
  auto* scroll = new QScrollArea;
  scroll->setWidget(column);
  scroll->setWidgetResizable(true);
  scroll->setFrameShape(QFrame::NoFrame);
  scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  // What is below shows where the column paints nothing.
  scroll->viewport()->setAutoFillBackground(false);
  return scroll;
}

}  // namespace masu::ui

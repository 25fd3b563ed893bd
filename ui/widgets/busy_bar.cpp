// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/busy_bar.h"

#include <QPainter>

#include "ui/theme/theme.h"

namespace masu::ui {

BusyBar::BusyBar(QWidget* parent) : QWidget(parent) {
  setAttribute(Qt::WA_TransparentForMouseEvents);
}

void BusyBar::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.fillRect(rect(), tokens().accent);
}

}  // namespace masu::ui

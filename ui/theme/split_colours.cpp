// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/split_colours.h"

#include <QCoreApplication>
#include <QPainter>
#include <QPixmap>

#include "ui/theme/theme.h"

namespace masu::ui {

QColor splitColour(int split) {
  switch (split) {
    case 0:
      return tokens().train;
    case 1:
      return tokens().validation;
    case 2:
      return tokens().test;
    default:
      return tokens().unused;
  }
}

QString splitTitle(int split) {
  switch (split) {
    case 0:
      return QCoreApplication::translate("masu::ui::Split", "Train");
    case 1:
      return QCoreApplication::translate("masu::ui::Split", "Validation");
    case 2:
      return QCoreApplication::translate("masu::ui::Split", "Test");
    default:
      return QCoreApplication::translate("masu::ui::Split", "Unused");
  }
}

QIcon splitIcon(int split) {
  constexpr int kSide = 8;
  constexpr int kRoom = 14;  // keeps the text of a button off the square
  constexpr int kScale = 4;  // sharp up to 400 %
  QPixmap pixmap(kRoom * kScale, kSide * kScale);
  pixmap.fill(Qt::transparent);
  QPainter painter(&pixmap);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(Qt::NoPen);
  painter.setBrush(splitColour(split));
  painter.drawRoundedRect(QRect(3 * kScale, 0, kSide * kScale, kSide * kScale), 2 * kScale, 2 * kScale);
  return QIcon(pixmap);
}

}  // namespace masu::ui

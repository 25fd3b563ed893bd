// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QScrollArea>

class QWidget;

namespace masu::ui {

/// Takes a column of widgets and scrolls it up and down where it is taller than its place; it draws no frame.
QScrollArea* makeColumnScroll(QWidget* column);

}  // namespace masu::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

namespace masu::ui {

/// The 2 px accent bar above content that is being worked out. Still, as nothing in the look moves.
class BusyBar : public QWidget {
  Q_OBJECT

 public:
  explicit BusyBar(QWidget* parent = nullptr);

 protected:
  void paintEvent(QPaintEvent* event) override;
};

}  // namespace masu::ui

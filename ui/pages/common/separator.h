// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

namespace masu::ui {

/// The hairline where two panes meet.
class Separator : public QWidget {
  Q_OBJECT

 public:
  explicit Separator(Qt::Orientation orientation, QWidget* parent = nullptr);

 protected:
  void paintEvent(QPaintEvent* event) override;
};

}  // namespace masu::ui

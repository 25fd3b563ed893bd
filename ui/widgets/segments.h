// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSet>
#include <QWidget>

#include "ui/widgets/buttons.h"

class QButtonGroup;

namespace masu::ui {

/// One of a few, side by side in one frame. Left and Right move, as in any button group.
class Segments : public QWidget {
  Q_OBJECT

 public:
  explicit Segments(const QStringList& names, ButtonSize buttonSize = ButtonSize::normal, QWidget* parent = nullptr);

  int current() const;
  void setCurrent(int index);  ///< emits nothing
  QAbstractButton* button(int index) const;
  /// Leaves one out, or brings it back: the frame closes around those that are left.
  void setOffered(int index, bool offered);

 Q_SIGNALS:
  void currentChanged(int index);  ///< by the user

 private:
  void frame();

  QButtonGroup* m_group;
  QSet<int> m_leftOut;
};

}  // namespace masu::ui

#pragma once

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

 Q_SIGNALS:
  void currentChanged(int index);  ///< by the user

 private:
  QButtonGroup* m_group;
};

}  // namespace masu::ui

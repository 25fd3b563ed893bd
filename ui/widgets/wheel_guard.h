#pragma once

#include <QObject>

namespace masu::ui {

/// Keeps the mouse wheel from editing what nobody works on: a number, a choice or a slider without the keyboard focus
/// leaves the wheel to what it is on, so that the panel scrolls; nor does the wheel give it the focus. Scroll bars are
/// no fields. Install it on the application; it guards every window. Lifetime: as the filter that it is.
class WheelGuard : public QObject {
  Q_OBJECT

 public:
  using QObject::QObject;

  bool eventFilter(QObject* watched, QEvent* event) override;
};

}  // namespace masu::ui

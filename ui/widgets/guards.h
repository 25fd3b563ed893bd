// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

namespace masu::ui {

/// Keeps the mouse wheel from editing what nobody works on: a number, a choice or a slider without the keyboard focus
/// leaves the wheel to what it is on, so that the panel scrolls; nor does the wheel give it the focus. Scroll bars are
/// not fields. Install it on the application; it guards every window. Lifetime: as the filter that it is.
class WheelGuard : public QObject {
  Q_OBJECT

 public:
  using QObject::QObject;

  bool eventFilter(QObject* watched, QEvent* event) override;
};

/// Installed on the application: no label, tool tip or question takes a text for markup because it looks like it. Names
/// come from files, and `<img src=…>` in one would read another. A label that means markup says Qt::RichText itself.
class PlainTextGuard : public QObject {
 public:
  using QObject::QObject;

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;
};

}  // namespace masu::ui

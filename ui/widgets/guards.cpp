// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/guards.h"

#include <QAbstractSlider>
#include <QAbstractSpinBox>
#include <QComboBox>
#include <QEvent>
#include <QLabel>
#include <QScrollBar>

namespace masu::ui {

namespace {

/// Null where the wheel edits nothing.
QWidget* fieldIn(QObject* watched) {
  auto* widget = qobject_cast<QWidget*>(watched);
  const bool slider = qobject_cast<QAbstractSlider*>(widget) != nullptr && qobject_cast<QScrollBar*>(widget) == nullptr;
  const bool field =
      slider || qobject_cast<QAbstractSpinBox*>(widget) != nullptr || qobject_cast<QComboBox*>(widget) != nullptr;
  return field ? widget : nullptr;
}

}  // namespace

bool WheelGuard::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() != QEvent::Wheel && event->type() != QEvent::Polish) return false;
  QWidget* field = fieldIn(watched);
  if (field == nullptr) return false;
  if (event->type() == QEvent::Polish) {
    if (field->focusPolicy() == Qt::WheelFocus) field->setFocusPolicy(Qt::StrongFocus);
    return false;
  }
  if (field->hasFocus()) return false;
  event->ignore();  // Qt hands what is ignored to the parent.
  return true;
}

bool PlainTextGuard::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() != QEvent::Polish) return false;
  auto* label = qobject_cast<QLabel*>(watched);
  if (label != nullptr && label->textFormat() == Qt::AutoText) label->setTextFormat(Qt::PlainText);
  return false;
}

}  // namespace masu::ui

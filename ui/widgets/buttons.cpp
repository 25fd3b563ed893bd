// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/buttons.h"

#include "ui/widgets/labels.h"

namespace masu::ui {

namespace {

constexpr int kIconGap = 3;

/// As the style sheet knows it.
QString nameOf(ButtonKind kind) {
  switch (kind) {
    case ButtonKind::normal:
      break;
    case ButtonKind::primary:
      return QStringLiteral("primary");
    case ButtonKind::next:
      return QStringLiteral("next");
    case ButtonKind::link:
      return QStringLiteral("link");
    case ButtonKind::ghost:
      return QStringLiteral("ghost");
    case ButtonKind::danger:
      return QStringLiteral("danger");
  }
  return {};
}

void style(QAbstractButton& button, ButtonKind kind, ButtonSize buttonSize) {
  if (kind != ButtonKind::normal) button.setProperty("kind", nameOf(kind));
  if (buttonSize == ButtonSize::small) button.setProperty("scale", "small");
  if (buttonSize == ButtonSize::large) button.setProperty("scale", "large");
  button.setIconSize(buttonSize == ButtonSize::small ? QSize(14, 14) : QSize(size::kIcon, size::kIcon));
}

QColor Tokens::*iconToken(ButtonKind kind) {
  if (kind == ButtonKind::primary) return &Tokens::onAccent;
  if (kind == ButtonKind::next || kind == ButtonKind::link) return &Tokens::accent;
  if (kind == ButtonKind::danger) return &Tokens::bad;
  return &Tokens::text2;
}

/// Fusion leaves 4 px between icon and text, and the icons have room of their own; the look wants a little more.
void setIcon(QPushButton& button, const QString& iconName, ButtonKind kind) {
  const bool after = kind == ButtonKind::next;
  button.setIcon(themeIcon(iconName, iconToken(kind), after ? Qt::AlignRight : Qt::AlignLeft));
}

}  // namespace

QPushButton* makeButton(const QString& text, const QString& iconName, ButtonKind kind, ButtonSize buttonSize) {
  auto* button = new QPushButton(text);
  style(*button, kind, buttonSize);
  if (!iconName.isEmpty()) {
    setIcon(*button, iconName, kind);
    button->setIconSize(button->iconSize() + QSize(kIconGap, 0));
  }
  button->setAutoDefault(false);
  return button;
}

void setButtonKind(QPushButton& button, ButtonKind kind, const QString& iconName) {
  setStyleProperty(&button, "kind", nameOf(kind));
  setIcon(button, iconName, kind);
}

QToolButton* makeIconButton(const QString& iconName, const QString& name, ButtonSize buttonSize, ButtonKind kind) {
  auto* button = new QToolButton;
  button->setProperty("iconOnly", "true");
  style(*button, kind, buttonSize);
  button->setIcon(themeIcon(iconName, iconToken(kind)));
  button->setToolTip(name);
  button->setAccessibleName(name);
  return button;
}

}  // namespace masu::ui

#include "ui/widgets/buttons.h"

namespace masu::ui {

namespace {

constexpr int kIconGap = 3;

void style(QAbstractButton& button, ButtonKind kind, ButtonSize buttonSize) {
  switch (kind) {
    case ButtonKind::normal:
      break;
    case ButtonKind::primary:
      button.setProperty("kind", "primary");
      break;
    case ButtonKind::next:
      button.setProperty("kind", "next");
      break;
    case ButtonKind::link:
      button.setProperty("kind", "link");
      break;
    case ButtonKind::ghost:
      button.setProperty("kind", "ghost");
      break;
    case ButtonKind::danger:
      button.setProperty("kind", "danger");
      break;
  }
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

}  // namespace

QPushButton* makeButton(const QString& text, const QString& iconName, ButtonKind kind, ButtonSize buttonSize) {
  auto* button = new QPushButton(text);
  style(*button, kind, buttonSize);
  if (!iconName.isEmpty()) {
    // Fusion leaves 4 px between icon and text, and the icons have room of their own; the look wants a little more.
    const bool behind = kind == ButtonKind::next;
    button->setIcon(themeIcon(iconName, iconToken(kind), behind ? Qt::AlignRight : Qt::AlignLeft));
    button->setIconSize(button->iconSize() + QSize(kIconGap, 0));
  }
  button->setAutoDefault(false);
  return button;
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

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPushButton>
#include <QToolButton>

#include "ui/theme/icons.h"

namespace masu::ui {

/// One primary a page; `next` and `link` are accent text; `ghost` has no frame until the pointer is over it.
enum class ButtonKind { normal, primary, next, link, ghost, danger };
enum class ButtonSize { small, normal, large };

/// A button of the look: text, an icon of the family ("" for none), a kind and a size. The theme's style sheet does the
/// rest.
QPushButton* makeButton(const QString& text, const QString& iconName = {}, ButtonKind kind = ButtonKind::normal,
                        ButtonSize size = ButtonSize::normal);
/// A button with an icon becomes another kind: the primary one of its page, or no longer that.
void setButtonKind(QPushButton& button, ButtonKind kind, const QString& iconName);
/// A square button with an icon alone; `name` is its tool tip and accessible name.
QToolButton* makeIconButton(const QString& iconName, const QString& name, ButtonSize size = ButtonSize::normal,
                            ButtonKind kind = ButtonKind::normal);

}  // namespace masu::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include "ui/theme/tokens.h"

namespace masu::ui {

/// Paths of small tinted pictures; a style sheet can draw an indicator from a file alone.
struct StyleImages {
  QString down, downOff, up, right, check, checkOff, dot, close;
};

/// The one style sheet over Fusion. Widgets choose among its rules by dynamic properties:
/// QPushButton, QToolButton: kind = primary | next | ghost | link | danger; scale = small | large; iconOnly = true.
/// QLabel: role = title | purpose | heading | caption | hint | label | strong | figure | bad | warn | accent.
/// QFrame, QWidget: pane = steps | surface | sunken | header | toolbar | actions | strip | side | card | banner-warn |
/// banner-bad; line = horizontal | vertical. QLineEdit …: invalid = true; mono = true; scale = small.
QString styleSheetFrom(const Tokens& tokens, const StyleImages& images);

}  // namespace masu::ui

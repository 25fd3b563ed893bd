// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QIcon>
#include <QPixmap>
#include <QString>

#include "ui/theme/tokens.h"

namespace masu::ui {

/// An icon of Masu's family (resources/icons/NAME.svg), drawn in a token of the theme in force when it is painted, so
/// that switching the theme retints it. Disabled icons take text-off, checked ones the accent. Where an icon is asked
/// for wider than high, `alignment` says where in that room it is drawn: the rest is the gap to the text beside it.
QIcon themeIcon(const QString& name, QColor Tokens::*token = &Tokens::text2, Qt::Alignment alignment = Qt::AlignCenter);

/// The same as pixels, for painters. Cached per name, colour, size and pixel ratio. Threads: the GUI thread.
QPixmap iconPixmap(const QString& name, const QColor& colour, int pixels = size::kIcon, qreal pixelRatio = 1);

/// SVG text of an icon with its strokes in `colour`.
QByteArray tintedSvg(const QString& name, const QColor& colour);

}  // namespace masu::ui

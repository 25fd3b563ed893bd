// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QIcon>
#include <QString>

namespace masu::ui {

/// The four sets in the order they are always shown: 0 train, 1 validation, 2 test, 3 unused.
QColor splitColour(int split);
QString splitTitle(int split);
/// A square of the colour, with the room that keeps the text of a button off it.
QIcon splitIcon(int split);

/// store::Split counts unused as 0; this is its place among the four as shown.
constexpr int shownSplit(int storedCode) {
  return storedCode == 0 ? 3 : storedCode - 1;
}
/// The other way round.
constexpr int storedSplit(int shown) {
  return shown == 3 ? 0 : shown + 1;
}

}  // namespace masu::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <Qt>

namespace masu::ui {

/// What Masu's item models provide beside the text; TableDelegate paints by it.
enum ItemRole : int {
  ValueRole = Qt::UserRole + 1,  ///< the raw figure, for sorting and tests
  PendingRole,                   ///< bool: not read yet; painted as a grey bar
  MissingRole,                   ///< bool: the source had no value here
  SwatchRole,                    ///< QColor of the small square before the text
  HollowSwatchRole,              ///< bool: the square is an outline
  TrailingSwatchRole,            ///< QColor of a small square after the text
  SecondaryRole,                 ///< bool: shown in the colour of labels
  StrongRole,                    ///< bool: a figure that people look for
  TotalRole,                     ///< bool: the row sums up those above
  FailedRole,                    ///< bool: could not be read
};

}  // namespace masu::ui

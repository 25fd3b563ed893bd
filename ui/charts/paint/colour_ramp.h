// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <array>

namespace masu::ui {

/// The colours of a picture of levels: surface → accent → ink, in steps that look even (their lightness in Oklab runs
/// straight through each half). Follows the theme at the time it is made.
class ColourRamp {
 public:
  ColourRamp();

  /// What is outside of 0 … 1 has the colour of the nearer end, NaN that of 0.
  QRgb at(double share) const;

 private:
  std::array<QRgb, 256> m_colours;
};

}  // namespace masu::ui

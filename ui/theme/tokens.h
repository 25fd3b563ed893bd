// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <array>

namespace masu::ui {

/// Every colour of the desktop application, once light and once dark. Nothing else in ui/ names a colour.
struct Tokens {
  QColor steps, surface, sunken, hover;
  QColor line, lineSoft, line2, edge;
  QColor text, text2, text3, textOff;
  QColor accent, pressed, onAccent, tint, tint2;
  QColor warn, warnBg, bad, badBg;
  QColor train, validation, test, unused;
  QColor trainBg, validationBg, testBg;
  QColor wave, hist, histAll;
  std::array<QColor, 4> runs;          ///< one model, one colour, on Fit and Train
  std::array<QColor, 5> ledgerFirst;   ///< shades of run 1 for ledger items
  std::array<QColor, 4> ledgerSecond;  ///< shades of run 2
  std::array<QColor, 3> ledgerShared;  ///< what models share

  static const Tokens& light();
  static const Tokens& dark();
};

/// Every size, in device-independent pixels.
namespace size {
inline constexpr int kStepBar = 184;
inline constexpr int kStepBarFolded = 56;
inline constexpr int kFoldWidth = 1100;  ///< below it the step bar shows icons only and side panels fold
inline constexpr int kLeft = 20;         ///< margins of a page
inline constexpr int kRight = 16;
inline constexpr int kSide = 280;
inline constexpr int kForm = 640;
inline constexpr int kStart = 1060;
inline constexpr int kHeader = 56;
inline constexpr int kToolBar = 44;
inline constexpr int kActionBar = 56;
inline constexpr int kJobStrip = 36;
inline constexpr int kStep = 32;
inline constexpr int kControlSmall = 24;
inline constexpr int kRow = 26;
inline constexpr int kRowBrowse = 24;
inline constexpr int kTableHeader = 28;
inline constexpr int kHistogramHeader = 76;
inline constexpr int kRadius = 4;
inline constexpr int kRadiusTag = 3;
inline constexpr int kIcon = 16;
}  // namespace size

}  // namespace masu::ui

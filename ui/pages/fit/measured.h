// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <vector>

#include "core/estimate/comparison.h"

class QGridLayout;

namespace masu::ui {

/// What the first steps of a run took beside its estimate: a row for each item. Hidden while nothing was
/// measured.
class FitMeasured : public QWidget {
  Q_OBJECT

 public:
  explicit FitMeasured(QWidget* parent = nullptr);

  /// None hides it.
  void setRows(const std::vector<estimate::Compared>& rows);
  /// The text of a cell; row 0 is the first item.
  QString text(int row, int column) const;

 private:
  QGridLayout* m_grid;
};

}  // namespace masu::ui

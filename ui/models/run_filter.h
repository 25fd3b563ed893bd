// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSortFilterProxyModel>

#include "ui/models/run_table_model.h"

namespace masu::ui {

/// The runs of a table in another order, and those alone that a text names. Figures that a run lacks come last in any
/// order. Lifetime: borrows the table.
class RunFilter : public QSortFilterProxyModel {
  Q_OBJECT

 public:
  explicit RunFilter(RunTableModel& runs, QObject* parent = nullptr);

  /// Every word of it is in what the row shows, in the run's note or in its folder's name; capitals do not matter.
  void setText(const QString& text);
  /// Rows are about to go. What hears of it, such as that another row is current, leaves the table of runs as it is
  /// until they are gone: a change of it would have them removed a second time.
  bool isRemoving() const { return m_removing; }

 protected:
  bool filterAcceptsRow(int row, const QModelIndex& parent) const override;
  bool lessThan(const QModelIndex& left, const QModelIndex& right) const override;

 private:
  RunTableModel& m_runs;
  QStringList m_words;
  bool m_removing = false;
};

}  // namespace masu::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/run_filter.h"

#include <algorithm>
#include <cmath>

#include "ui/models/roles.h"
#include "ui/text/to_qt.h"

namespace masu::ui {

RunFilter::RunFilter(RunTableModel& runs, QObject* parent) : QSortFilterProxyModel(parent), m_runs(runs) {
  // Heard before any view's selection, which is connected later.
  connect(this, &QAbstractItemModel::rowsAboutToBeRemoved, this, [this] { m_removing = true; });
  connect(this, &QAbstractItemModel::rowsRemoved, this, [this] { m_removing = false; });
  setSourceModel(&runs);
}

void RunFilter::setText(const QString& text) {
  m_words = text.simplified().split(QLatin1Char(' '), Qt::SkipEmptyParts);
  invalidateFilter();
}

bool RunFilter::filterAcceptsRow(int row, const QModelIndex& /*parent*/) const {
  if (m_words.isEmpty()) return true;
  const RunTableModel::Run& run = m_runs.runs()[static_cast<std::size_t>(row)];
  QString shown = toQt(run.folder.filename()) + QLatin1Char('\n') + toQt(run.title.note);
  for (int column = 0; column < m_runs.columnCount(); ++column)
    shown += QLatin1Char('\n') + m_runs.index(row, column).data().toString();
  return std::ranges::all_of(
      m_words, [&](const QString& word) { return shown.contains(word, Qt::CaseInsensitive); });
}

bool RunFilter::lessThan(const QModelIndex& left, const QModelIndex& right) const {
  if (left.column() == RunTableModel::kRun)
    return left.data().toString().localeAwareCompare(right.data().toString()) < 0;
  const double first = left.data(ValueRole).toDouble();
  const double second = right.data(ValueRole).toDouble();
  if (!std::isnan(first) && !std::isnan(second)) return first < second;
  // In descending order the two come the other way round.
  return sortOrder() == Qt::AscendingOrder ? std::isnan(second) && !std::isnan(first)
                                           : std::isnan(first) && !std::isnan(second);
}

}  // namespace masu::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStyledItemDelegate>

namespace masu::ui {

/// Paints the cells of Masu's tables by the roles of ui/models/roles.h: swatches, tabular figures, missing values, grey
/// bars for what has not been read yet, a hairline under each row. The first column begins at the page's left margin
/// and the last ends at its right.
class TableDelegate : public QStyledItemDelegate {
  Q_OBJECT

 public:
  explicit TableDelegate(int rowHeight, QObject* parent = nullptr);

  /// The column that is looked at, tinted; −1 for none.
  void setCurrentColumn(int column) { m_currentColumn = column; }
  void setMargins(int left, int right);

  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
  QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;

 private:
  QRectF contentRect(const QStyleOptionViewItem& option, const QModelIndex& index) const;
  void paintBackground(QPainter& painter, const QStyleOptionViewItem& option, const QModelIndex& index) const;
  void paintText(QPainter& painter, QRectF rect, const QModelIndex& index, Qt::TextElideMode shortened) const;

  int m_rowHeight;
  int m_currentColumn = -1;
  int m_left;
  int m_right;
};

}  // namespace masu::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStyledItemDelegate>

namespace masu::ui {

/// Width of one dot's column in the plan.
inline constexpr int kDotWidth = 26;

/// Paints the cells of an import plan: box, names, menus, histogram, dots.
class ImportPlanDelegate : public QStyledItemDelegate {
  Q_OBJECT

 public:
  using QStyledItemDelegate::QStyledItemDelegate;
  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;

 private:
  void paintBox(QPainter& painter, const QRect& rect, bool checked) const;
  void paintMenu(QPainter& painter, const QRect& rect, const QModelIndex& index) const;
  void paintHistogram(QPainter& painter, const QRect& rect, const QModelIndex& index) const;
  void paintDots(QPainter& painter, const QRect& rect, const QModelIndex& index) const;
};

}  // namespace masu::ui

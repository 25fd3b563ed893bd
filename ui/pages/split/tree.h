// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTreeView>

#include "core/store/splits/splits_file.h"
#include "ui/delegates/table_delegate.h"

namespace masu::ui {

class SplitTreeModel;

/// Paints a row of many samples as a bar of its splits; the rest as TableDelegate does.
class SplitTreeDelegate : public TableDelegate {
  Q_OBJECT

 public:
  explicit SplitTreeDelegate(QObject* parent = nullptr);
  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
};

/// The tree of groups, recordings and samples on Split. Opening a node fetches its first samples, reaching their end
/// the next. T, V, E and U, or a drag onto a split, move what is selected.
class SplitTree : public QTreeView {
  Q_OBJECT

 public:
  explicit SplitTree(SplitTreeModel& rows, QWidget* parent = nullptr);

 Q_SIGNALS:
  void moveRequested(store::Split to);
  void selectionMade();

 protected:
  void drawBranches(QPainter* painter, const QRect& rect, const QModelIndex& index) const override;
  void keyPressEvent(QKeyEvent* event) override;
  void contextMenuEvent(QContextMenuEvent* event) override;
  void selectionChanged(const QItemSelection& selected, const QItemSelection& deselected) override;
  void startDrag(Qt::DropActions actions) override;

 private:
  void fetchAtEnd();
};

}  // namespace masu::ui

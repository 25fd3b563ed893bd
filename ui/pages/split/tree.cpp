// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/split/tree.h"

#include <QContextMenuEvent>
#include <QDrag>
#include <QHeaderView>
#include <QKeyEvent>
#include <QMenu>
#include <QMimeData>
#include <QPainter>
#include <QScrollBar>

#include "ui/charts/figure/split_bar.h"
#include "ui/models/split_tree_model.h"
#include "ui/pages/common/table_setup.h"
#include "ui/pages/split/targets.h"
#include "ui/theme/icons.h"
#include "ui/theme/theme.h"

namespace masu::ui {
namespace {

constexpr int kBarWidth = 96;
constexpr int kBarHeight = 8;
constexpr int kIndent = 18;
constexpr int kChevron = 12;
/// How near the end of a node's rows fetches more of them.
constexpr int kRowsAhead = 32;

}  // namespace

SplitTreeDelegate::SplitTreeDelegate(QObject* parent) : TableDelegate(size::kRow, parent) {
  setMargins(4, size::kRight);
}

void SplitTreeDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const {
  TableDelegate::paint(painter, option, index);
  const QVariantList tally = index.data(SplitTreeModel::TallyRole).toList();
  if (tally.size() != 4) return;
  SplitCounts counts = {};
  for (int split = 0; split < 4; ++split) counts[static_cast<std::size_t>(split)] = tally[split].toULongLong();
  const QRect room = option.rect.adjusted(8, 0, -8, -1);
  paintSplitBar(*painter,
                QRectF(room.left(), room.center().y() - kBarHeight / 2, std::min(kBarWidth, room.width()), kBarHeight),
                counts);
}

SplitTree::SplitTree(SplitTreeModel& rows, QWidget* parent) : QTreeView(parent) {
  setHeader(makeTableHeader(this));
  setModel(&rows);
  setItemDelegate(new SplitTreeDelegate(this));
  setFrameShape(QFrame::NoFrame);
  setIndentation(kIndent);
  setUniformRowHeights(true);
  setSelectionMode(QAbstractItemView::ExtendedSelection);
  setDragEnabled(true);
  setDragDropMode(QAbstractItemView::DragOnly);
  setAllColumnsShowFocus(true);
  setExpandsOnDoubleClick(true);
  setAccessibleName(tr("Groups and samples"));
  header()->setStretchLastSection(false);
  header()->setSectionResizeMode(SplitTreeModel::kName, QHeaderView::Stretch);
  setColumnWidth(SplitTreeModel::kSplit, 124);
  setColumnWidth(SplitTreeModel::kLabel, 72);
  setColumnWidth(SplitTreeModel::kSamples, 96);
  connect(this, &QTreeView::expanded, this, &SplitTree::fetchAtEnd);
  connect(verticalScrollBar(), &QScrollBar::valueChanged, this, &SplitTree::fetchAtEnd);
}

/// QTreeView fetches more of its root alone.
void SplitTree::fetchAtEnd() {
  QModelIndex last = indexAt(viewport()->rect().bottomLeft());
  if (!last.isValid()) last = indexAt(viewport()->rect().center());
  const QModelIndex parent = last.parent();
  if (parent.isValid() && model()->canFetchMore(parent) && last.row() + kRowsAhead >= model()->rowCount(parent)) {
    model()->fetchMore(parent);
  }
}

void SplitTree::keyPressEvent(QKeyEvent* event) {
  for (const SplitKey& key : splitKeys()) {
    if (event->modifiers() != Qt::NoModifier || key.key != QKeySequence(event->key())) continue;
    Q_EMIT moveRequested(key.split);
    return;
  }
  QTreeView::keyPressEvent(event);
}

void SplitTree::selectionChanged(const QItemSelection& selected, const QItemSelection& deselected) {
  QTreeView::selectionChanged(selected, deselected);
  Q_EMIT selectionMade();
}

void SplitTree::drawBranches(QPainter* painter, const QRect& rect, const QModelIndex& index) const {
  const bool selected = selectionModel()->isSelected(index);
  painter->fillRect(rect, selected ? tokens().tint : tokens().surface);
  painter->fillRect(QRect(rect.left(), rect.bottom(), rect.width(), 1), tokens().lineSoft);
  if (!model()->hasChildren(index)) return;
  const qreal ratio = devicePixelRatioF();
  const QPixmap chevron =
      iconPixmap(isExpanded(index) ? QStringLiteral("chevron-down") : QStringLiteral("chevron-right"), tokens().text2,
                 kChevron, ratio);
  painter->drawPixmap(QPoint(rect.right() - kChevron, rect.center().y() - kChevron / 2), chevron);
}

void SplitTree::contextMenuEvent(QContextMenuEvent* event) {
  if (!selectionModel()->hasSelection()) return;
  QMenu menu(this);
  for (const SplitKey& key : splitKeys()) {
    QAction* action = menu.addAction(splitSwatch(key.split), key.action);
    action->setShortcut(key.key);
    action->setEnabled(isEnabled());
    connect(action, &QAction::triggered, this, [this, to = key.split] { Q_EMIT moveRequested(to); });
  }
  menu.exec(event->globalPos());
}

void SplitTree::startDrag(Qt::DropActions) {
  const QModelIndexList none;
  auto* drag = new QDrag(this);
  drag->setMimeData(model()->mimeData(none));
  drag->setPixmap(iconPixmap(QStringLiteral("split"), tokens().accent, 24, devicePixelRatioF()));
  drag->exec(Qt::MoveAction);
}

}  // namespace masu::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/common/table_setup.h"

#include <QHeaderView>
#include <QPainter>
#include <QTableView>

#include "ui/delegates/table_delegate.h"
#include "ui/theme/theme.h"

namespace masu::ui {
namespace {

constexpr int kArrow = 10;

/// A header whose first and last sections keep the page's margins, as the cells below do. Where a table can be sorted,
/// an arrow shows by which column, and in which order.
class TableHeader : public QHeaderView {
 public:
  explicit TableHeader(QWidget* parent) : QHeaderView(Qt::Horizontal, parent) {
    setFixedHeight(size::kTableHeader);
    setHighlightSections(false);
    setSectionsClickable(false);
  }

 protected:
  void paintSection(QPainter* painter, const QRect& rect, int section) const override {
    const bool last = section == model()->columnCount() - 1;
    painter->save();
    painter->fillRect(rect, tokens().surface);
    painter->fillRect(QRect(rect.left(), rect.bottom(), rect.width(), 1), tokens().line);
    painter->setFont(uiFont(Type::hint, QFont::Medium));
    painter->setPen(tokens().text2);
    QRect inner = rect.adjusted(section == 0 ? size::kLeft : 8, 0, last ? -size::kRight : -8, 0);
    if (isSortIndicatorShown() && sortIndicatorSection() == section) {
      const bool ascending = sortIndicatorOrder() == Qt::AscendingOrder;
      const QPixmap arrow = iconPixmap(ascending ? QStringLiteral("arrow-up") : QStringLiteral("arrow-down"),
                                       tokens().text2, kArrow, devicePixelRatioF());
      painter->drawPixmap(inner.right() + 1 - kArrow, inner.center().y() - kArrow / 2, arrow);
      inner.adjust(0, 0, -kArrow - 2, 0);
    }
    const int alignment = model()->headerData(section, Qt::Horizontal, Qt::TextAlignmentRole).toInt();
    const QString text = model()->headerData(section, Qt::Horizontal, Qt::DisplayRole).toString();
    painter->drawText(inner, alignment == 0 ? int(Qt::AlignLeft | Qt::AlignVCenter) : alignment,
                      painter->fontMetrics().elidedText(text, Qt::ElideRight, inner.width()));
    painter->restore();
  }
};

}  // namespace

QHeaderView* makeTableHeader(QWidget* parent) {
  return new TableHeader(parent);
}

QTableView* makeTable(QAbstractItemModel* model) {
  auto* view = new QTableView;
  view->setHorizontalHeader(makeTableHeader(view));
  view->setModel(model);
  view->setItemDelegate(new TableDelegate(size::kRow, view));
  view->verticalHeader()->hide();
  view->verticalHeader()->setDefaultSectionSize(size::kRow);
  view->verticalHeader()->setMinimumSectionSize(size::kRow);
  view->setShowGrid(false);
  view->setFrameShape(QFrame::NoFrame);
  view->setSelectionBehavior(QAbstractItemView::SelectRows);
  view->setSelectionMode(QAbstractItemView::SingleSelection);
  view->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
  view->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
  view->setTabKeyNavigation(false);
  // What a table shows may come later, with its columns.
  if (model->columnCount() > 0) view->horizontalHeader()->setSectionResizeMode(0, QHeaderView::Stretch);
  return view;
}

}  // namespace masu::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/import/table/plan_view.h"

#include <QHeaderView>
#include <QInputDialog>
#include <QKeyEvent>
#include <QMenu>
#include <QPainter>
#include <algorithm>
#include <array>
#include <numeric>
#include <utility>

#include "ui/pages/import/table/plan_delegate.h"
#include "ui/text/column_labels.h"
#include "ui/text/to_qt.h"
#include "ui/theme/theme.h"

namespace masu::ui {

namespace {

constexpr std::array<int, ImportPlanModel::columnCount_> kWidths = {42, 106, 82, 76, 88, 122, 58, 98, 138};
/// How far columns give way, in this order.
constexpr std::array<std::pair<int, int>, 3> kNarrowest = {
    {{ImportPlanModel::distribution, 56}, {ImportPlanModel::range, 88}, {ImportPlanModel::name, 76}}};
constexpr std::array kRoles = {table::Role::feature, table::Role::category, table::Role::label,  table::Role::weight,
                               table::Role::group,   table::Role::kept,     table::Role::ignored};

/// Names the five types over their dots.
class PlanHeader : public QHeaderView {
 public:
  explicit PlanHeader(const ImportPlanModel& model, QWidget* parent)
      : QHeaderView(Qt::Horizontal, parent), m_model(model) {}

 protected:
  void paintSection(QPainter* painter, const QRect& rect, int section) const override {
    const Tokens& t = tokens();
    painter->fillRect(rect, t.surface);
    painter->fillRect(rect.left(), rect.bottom(), rect.width(), 1, t.line);
    painter->setFont(uiFont(Type::hint, QFont::Medium));
    painter->setPen(t.text2);
    if (section != ImportPlanModel::loss) {
      const auto alignment =
          static_cast<Qt::Alignment>(m_model.headerData(section, Qt::Horizontal, Qt::TextAlignmentRole).toInt());
      painter->drawText(rect.adjusted(8, 0, -8, -1), static_cast<int>(alignment),
                        m_model.headerData(section, Qt::Horizontal, Qt::DisplayRole).toString());
      return;
    }
    int left = rect.left();
    for (const table::DType type : kComparedTypes) {
      const bool chosen = type == m_model.dtype();
      painter->setFont(uiFont(Type::hint, chosen ? QFont::DemiBold : QFont::Normal));
      painter->setPen(chosen ? t.accent : t.text3);
      painter->drawText(QRect(left, rect.top(), kDotWidth, rect.height() - 1), Qt::AlignCenter,
                        toQt(table::name(type)));
      left += kDotWidth;
    }
  }

 private:
  const ImportPlanModel& m_model;
};

}  // namespace

ImportPlanView::ImportPlanView(QWidget* parent) : QTableView(parent), m_model(new ImportPlanModel(this)) {
  setModel(m_model);
  setItemDelegate(new ImportPlanDelegate(this));
  auto* header = new PlanHeader(*m_model, this);
  header->setFixedHeight(size::kTableHeader + 2);
  header->setSectionsClickable(false);
  setHorizontalHeader(header);
  verticalHeader()->hide();
  verticalHeader()->setMinimumSectionSize(size::kRow);
  verticalHeader()->setDefaultSectionSize(size::kRow);
  setShowGrid(false);
  setSelectionBehavior(SelectRows);
  setSelectionMode(SingleSelection);
  setHorizontalScrollMode(ScrollPerPixel);
  setVerticalScrollMode(ScrollPerPixel);
  setEditTriggers(NoEditTriggers);
  setMouseTracking(true);
  setAccessibleName(tr("Columns of the plan"));
  fitColumns();
}

/// What is left over goes to the names, then to the ranges. Where room lacks, columns that can do with less give way,
/// so that no scroll bar covers the last line: it is often the label.
void ImportPlanView::fitColumns() {
  std::array<int, ImportPlanModel::columnCount_> widths = kWidths;
  const int taken = std::accumulate(widths.begin(), widths.end(), 0);
  const int spare = std::max(0, viewport()->width() - taken);
  widths[ImportPlanModel::name] += spare * 2 / 3;
  widths[ImportPlanModel::range] += spare - spare * 2 / 3;
  int lacks = std::max(0, taken - viewport()->width());
  for (const auto& [column, least] : kNarrowest) {
    const int given = std::min(lacks, widths[static_cast<std::size_t>(column)] - least);
    widths[static_cast<std::size_t>(column)] -= given;
    lacks -= given;
  }
  for (int i = 0; i < ImportPlanModel::columnCount_; ++i) setColumnWidth(i, widths[static_cast<std::size_t>(i)]);
}

void ImportPlanView::resizeEvent(QResizeEvent* event) {
  QTableView::resizeEvent(event);
  fitColumns();
}

void ImportPlanView::mouseReleaseEvent(QMouseEvent* event) {
  QTableView::mouseReleaseEvent(event);
  const QModelIndex index = indexAt(event->pos());
  if (!index.isValid() || event->button() != Qt::LeftButton) return;
  if (index.column() == ImportPlanModel::use) return toggleUse(index.row());
  if (index.data(ImportPlanModel::MenuRole).toBool()) openMenu(index);
}

void ImportPlanView::keyPressEvent(QKeyEvent* event) {
  const int row = currentIndex().row();
  if (row >= 0) {
    switch (event->key()) {
      case Qt::Key_Space:
        return toggleUse(row);
      case Qt::Key_R:
        return openMenu(m_model->index(row, ImportPlanModel::purpose));
      case Qt::Key_S:
        return openMenu(m_model->index(row, ImportPlanModel::stored));
      case Qt::Key_Return:
      case Qt::Key_Enter:
        return openMenu(currentIndex());
      default:
        break;
    }
  }
  QTableView::keyPressEvent(event);
}

void ImportPlanView::toggleUse(int row) {
  const QModelIndex index = m_model->index(row, ImportPlanModel::use);
  const bool used = index.data(Qt::CheckStateRole).toInt() == Qt::Checked;
  m_model->setData(index, used ? Qt::Unchecked : Qt::Checked, Qt::CheckStateRole);
}

void ImportPlanView::openMenu(const QModelIndex& index) {
  const QPoint below = viewport()->mapToGlobal(visualRect(index).bottomLeft());
  if (index.column() == ImportPlanModel::stored && isNumber(m_model->column(index.row()))) return openTypes(below);
  if (index.column() == ImportPlanModel::purpose) openRoles(index.row(), below);
  if (index.column() == ImportPlanModel::found) openKinds(index.row(), below);
  if (index.column() == ImportPlanModel::missing) openMissing(index.row(), below);
}

void ImportPlanView::openRoles(int row, QPoint at) {
  QMenu menu(this);
  for (const table::Role role : kRoles) {
    QAction* action = menu.addAction(roleName(role), this, [this, row, role] { Q_EMIT roleChosen(row, role); });
    action->setCheckable(true);
    action->setChecked(m_model->column(row).role == role);
  }
  menu.exec(at);
}

void ImportPlanView::openKinds(int row, QPoint at) {
  using table::Kind;
  QMenu menu(this);
  const Kind found = m_model->column(row).kind;
  for (const Kind kind : {Kind::decimal, Kind::boolean, Kind::time, Kind::category, Kind::text}) {
    const QString name = kind == Kind::decimal ? tr("number") : kind == Kind::category ? tr("words") : kindName(kind);
    QAction* action = menu.addAction(name, this, [this, row, kind] { Q_EMIT kindChosen(row, kind); });
    action->setCheckable(true);
    action->setChecked(kind == found || (kind == Kind::decimal && found == Kind::integer));
  }
  menu.exec(at);
}

void ImportPlanView::openMissing(int row, QPoint at) {
  using ingest::MissingPolicy;
  QMenu menu(this);
  const std::optional<ingest::MissingRule> rule = m_model->missingRule(row);
  const auto add = [&](const QString& name, std::optional<MissingPolicy> policy) {
    QAction* action = menu.addAction(name, this, [this, row, policy] {
      if (!policy) return Q_EMIT missingChosen(row, std::nullopt);
      ingest::MissingRule chosen{*policy, 0};
      bool accepted = true;
      if (*policy == MissingPolicy::constant)
        chosen.constant = QInputDialog::getDouble(this, tr("Missing"), tr("What a missing number becomes:"), 0, -1e300,
                                                  1e300, 6, &accepted);
      if (accepted) Q_EMIT missingChosen(row, chosen);
    });
    action->setCheckable(true);
    action->setChecked(policy ? rule && rule->policy == *policy : !rule);
  };
  add(tr("As for all columns"), std::nullopt);
  menu.addSeparator();
  add(tr("Keep as missing"), MissingPolicy::nan);
  add(tr("Zero"), MissingPolicy::zero);
  add(tr("A number …"), MissingPolicy::constant);
  add(tr("Column mean"), MissingPolicy::mean);
  add(tr("Drop the record"), MissingPolicy::drop);
  menu.exec(at);
}

void ImportPlanView::openTypes(QPoint at) {
  QMenu menu(this);
  for (const table::DType type : kComparedTypes) {
    QAction* action = menu.addAction(tr("%1, all numbers").arg(toQt(table::name(type))), this,
                                     [this, type] { Q_EMIT typeChosen(type); });
    action->setCheckable(true);
    action->setChecked(m_model->dtype() == type);
  }
  menu.exec(at);
}

}  // namespace masu::ui

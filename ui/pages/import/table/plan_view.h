// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTableView>

#include "ui/pages/import/table/plan_model.h"

namespace masu::ui {

/// The plan as a table: menus on role, found and stored type, and missing cells open with one click or Enter; Space
/// uses a column or not, R and S open the menus of the current row.
class ImportPlanView : public QTableView {
  Q_OBJECT

 public:
  explicit ImportPlanView(QWidget* parent = nullptr);
  ImportPlanModel* plan() const { return m_model; }

 Q_SIGNALS:
  void roleChosen(int row, masu::table::Role role);
  void typeChosen(masu::table::DType type);
  void kindChosen(int row, masu::table::Kind kind);
  /// Nothing: as for all columns.
  void missingChosen(int row, std::optional<masu::ingest::MissingRule> rule);

 protected:
  void keyPressEvent(QKeyEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  void openMenu(const QModelIndex& index);
  void openRoles(int row, QPoint at);
  void openTypes(QPoint at);
  void openKinds(int row, QPoint at);
  void openMissing(int row, QPoint at);
  void toggleUse(int row);
  void fitColumns();

  ImportPlanModel* m_model;
};

}  // namespace masu::ui

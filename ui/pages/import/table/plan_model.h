// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractTableModel>
#include <memory>
#include <optional>

#include "core/ingest/plan/import_plan.h"
#include "ui/pages/import/plan/loss.h"

namespace masu::ui {

/// The columns of an import plan, one a row. Thin: reads a published snapshot; edits are asked for by signal, as the
/// page owns the plan.
class ImportPlanModel : public QAbstractTableModel {
  Q_OBJECT

 public:
  enum Column { use, name, purpose, found, stored, range, missing, distribution, loss, columnCount_ };
  enum Role { HistogramRole = Qt::UserRole + 100, LossRole, LabelRole, MenuRole };

  using QAbstractTableModel::QAbstractTableModel;

  void setPlan(std::shared_ptr<const ingest::ImportPlan> plan);
  const ingest::ColumnPlan& column(int row) const { return m_plan->columns[static_cast<std::size_t>(row)]; }
  /// What was chosen for the missing cells of this column alone.
  std::optional<ingest::MissingRule> missingRule(int row) const;
  table::DType dtype() const { return m_plan ? m_plan->dtype : table::DType::f32; }

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
  Qt::ItemFlags flags(const QModelIndex& index) const override;
  bool setData(const QModelIndex& index, const QVariant& value, int role) override;

 Q_SIGNALS:
  void useAsked(int row, bool used);

 private:
  QString text(int row, int section) const;
  QString storedText(const ingest::ColumnPlan& column) const;
  QString lossText(const ingest::ColumnPlan& column) const;
  bool isEstimated() const;
  QString about() const;
  QString rangeText(const ingest::ColumnPlan& column) const;
  double missingShare(const ingest::ColumnPlan& column) const;

  std::shared_ptr<const ingest::ImportPlan> m_plan;
};

}  // namespace masu::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractTableModel>
#include <memory>

#include "core/ingest/plan/import_plan.h"

namespace masu::ui {

/// The recordings of a plan, one a row; those that will be rejected come first.
class ImportRecordingsModel : public QAbstractTableModel {
  Q_OBJECT

 public:
  enum Column { file, length, rate, channels, label, group, windows, columnCount_ };
  enum Role { ProblemRole = Qt::UserRole + 100 };

  using QAbstractTableModel::QAbstractTableModel;

  void setPlan(std::shared_ptr<const ingest::ImportPlan> plan);
  const ingest::RecordingPlan& recording(int row) const {
    return m_plan->recordings().files[m_order[static_cast<std::size_t>(row)]];
  }
  int rowOf(const std::string& path) const;
  std::uint64_t windowsOf(int row) const { return m_windows[static_cast<std::size_t>(row)]; }

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
  QString text(int row, int section) const;
  QString labelText(int row) const;

  std::shared_ptr<const ingest::ImportPlan> m_plan;
  std::vector<std::size_t> m_order;
  std::vector<std::uint64_t> m_windows;  ///< beside m_order
};

}  // namespace masu::ui

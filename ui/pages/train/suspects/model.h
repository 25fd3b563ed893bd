// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractTableModel>
#include <memory>

#include "core/tasks/suspects/suspects_task.h"

namespace masu::ui {

/// The samples whose label is probably wrong, the most suspicious first: those whose places an outcome has.
class SuspectsModel : public QAbstractTableModel {
  Q_OBJECT

 public:
  enum Column { kSample, kSource, kLabel, kProposed, kConfidence, kOther, kMargin, kColumns };

  explicit SuspectsModel(QObject* parent = nullptr);

  /// Null: none.
  void setOutcome(std::shared_ptr<const tasks::SuspectsOutcome> outcome);
  /// Whether the dataset says where its samples are from.
  bool hasSources() const;
  /// Its number in the dataset. Requires: there is such a row.
  std::uint64_t sampleAt(int row) const { return m_outcome->found.suspects[static_cast<std::size_t>(row)].sample; }

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
  QString textOf(std::size_t row, int column) const;

  std::shared_ptr<const tasks::SuspectsOutcome> m_outcome;
};

}  // namespace masu::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractTableModel>
#include <QStringList>
#include <cstdint>
#include <span>
#include <vector>

#include "core/metrics/figures/figures.h"

namespace masu::ui {

/// How well each class is recognized: precision, recall, F1 and the number of its samples. The class that is recognized
/// worst is first, so that it is seen among hundreds; classes without a sample are last.
class ClassFiguresModel : public QAbstractTableModel {
  Q_OBJECT

 public:
  enum Column { kClass, kPrecision, kRecall, kF1, kSamples, kColumns };

  explicit ClassFiguresModel(QObject* parent = nullptr);

  /// `confusion` as for metrics::perClass(); empty for no rows. `classes` by their codes.
  void setMatrix(std::span<const std::uint64_t> confusion, const QStringList& classes);

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
  struct Row {
    QString name;
    metrics::ClassFigures figures;
  };

  std::vector<std::uint64_t> m_confusion;
  QStringList m_classes;
  std::vector<Row> m_rows;
};

}  // namespace masu::ui

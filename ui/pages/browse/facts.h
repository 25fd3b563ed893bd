// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

#include "core/store/read/dataset.h"

class QStandardItemModel;

namespace masu::ui {

/// What a dataset is and what its storage cost: each column with its statistics and measured loss, the size at other
/// types, the sources, and the recipe that makes it again. Accepted where further files are to be appended, and done
/// with kReport where its report is to be saved.
class BrowseFacts : public QDialog {
  Q_OBJECT

 public:
  explicit BrowseFacts(const store::Dataset& dataset, QWidget* parent = nullptr);

  static constexpr int kReport = QDialog::Accepted + 1;

  enum Column {
    kName,
    kRole,
    kStored,
    kMin,
    kMax,
    kMean,
    kDeviation,
    kMissing,
    kError,
    kRelative,
    kRms,
    kSnr,
    kToZero
  };

  const QStandardItemModel& columns() const { return *m_columns; }
  const QStandardItemModel& sizes() const { return *m_sizes; }

 private:
  QWidget* makeFoot(const store::Dataset& dataset);
  void fillColumns(const store::Dataset& dataset);
  void fillSizes(const store::Dataset& dataset);
  void fillSources(const store::Dataset& dataset);
  QWidget* makeRecipe(const store::Dataset& dataset);

  QStandardItemModel* m_columns;
  QStandardItemModel* m_sizes;
  QStandardItemModel* m_sources;
};

}  // namespace masu::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractTableModel>
#include <QStringList>
#include <vector>

#include "core/metrics/run_event.h"

namespace masu::ui {

/// The samples that a model predicted worst, the worst first: their true values and the predictions.
class WorstPredictionsModel : public QAbstractTableModel {
  Q_OBJECT

 public:
  enum Column { kSample, kTruth, kPrediction, kLoss, kColumns };

  explicit WorstPredictionsModel(QObject* parent = nullptr);

  /// `classes` by their codes; empty where values are predicted.
  void setPredictions(std::vector<metrics::WorstPrediction> predictions, const QStringList& classes);
  /// Its number in the dataset. Requires: there is such a row.
  std::uint64_t sampleAt(int row) const { return m_predictions[static_cast<std::size_t>(row)].sample; }

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
  QString textOf(double value) const;

  std::vector<metrics::WorstPrediction> m_predictions;
  QStringList m_classes;
};

}  // namespace masu::ui

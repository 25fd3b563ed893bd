// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractTableModel>
#include <QStringList>
#include <vector>

#include "core/tasks/suspects/noise_pairs.h"

namespace masu::ui {

/// How many samples labelled with one class are estimated to be really of another, pair by pair of classes.
class NoiseModel : public QAbstractTableModel {
  Q_OBJECT

 public:
  enum Column { kLabel, kReally, kSuspects, kEstimated, kShare, kColumns };

  explicit NoiseModel(QObject* parent = nullptr);

  /// `labelled`: how many samples each class labels. Requires: both know the classes of all pairs.
  void setPairs(std::vector<tasks::NoisePair> pairs, const QStringList& classes, std::vector<std::uint64_t> labelled);

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
  std::vector<tasks::NoisePair> m_pairs;
  QStringList m_classes;
  std::vector<std::uint64_t> m_labelled;
};

}  // namespace masu::ui

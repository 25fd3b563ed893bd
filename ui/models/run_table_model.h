// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractTableModel>
#include <filesystem>
#include <vector>

#include "core/metrics/run_log.h"
#include "core/metrics/run_title.h"

namespace masu::ui {

/// The runs of a project: live ones first, coloured as on the charts, then earlier ones.
class RunTableModel : public QAbstractTableModel {
  Q_OBJECT

 public:
  enum Column { kRun, kEpoch, kTrainLoss, kValidationLoss, kValidationAccuracy, kTestAccuracy, kTime, kColumns };
  enum class State { live, done, stopped };
  struct Run {
    metrics::RunSummary summary;
    State state = State::done;
    int colour = -1;               ///< of its curves, as a run's number; -1: they are not shown
    std::filesystem::path folder;  ///< of the run, which several models may share
    bool resumable = false;        ///< it was interrupted and can be resumed
    metrics::RunTitle title = {};  ///< what people call it
  };

  explicit RunTableModel(QObject* parent = nullptr);

  void setRuns(std::vector<Run> runs);
  /// Runs that predict values have R² in place of accuracy.
  void setPredictsValues(bool values);
  bool predictsValues() const { return m_values; }
  /// The rows whose curves are shown, in the order of their colours.
  void setCharted(const std::vector<int>& rows);
  const std::vector<Run>& runs() const { return m_runs; }
  QString nameOf(const Run& run) const;

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
  bool isOneOfSeveral(const Run& run) const;
  QString modelOf(const Run& run) const;
  static QString hintOf(const Run& run);
  QString textOf(const Run& run, int column) const;
  QVariant valueOf(const Run& run, int column) const;

  bool m_values = false;
  std::vector<Run> m_runs;
};

/// A figure of a run with three decimals: "0.875"; a dash where it is absent (NaN).
QString figureText(double value);

/// Seconds a live run still takes, from the epochs it has done; negative while unknown.
double secondsLeft(const metrics::RunSummary& run);

}  // namespace masu::ui

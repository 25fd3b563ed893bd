// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>
#include <QWidget>

#include "core/metrics/run_log.h"

class QTableView;

namespace masu::ui {

class ClassFiguresModel;
class ReliabilityPlot;
class Segments;
class ThresholdPlot;

/// How well a model recognizes each class, as a table, and plots of what its probabilities are worth: of two classes
/// also the ROC and the precision-recall curve.
class ClassView : public QWidget {
  Q_OBJECT

 public:
  explicit ClassView(QWidget* parent = nullptr);

  /// Null where no run is chosen, or one that predicts values: nothing is shown.
  void showRun(const metrics::RunSummary* run, const QStringList& classes);

  /// What is written above it and below it. Requires: the run predicts classes and has a confusion matrix.
  static QString caption(const metrics::RunSummary& run);
  static QString foot(const metrics::RunSummary& run);

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  void showPlot();
  static QString splitText(const metrics::RunSummary& run);
  static QString thresholdText(const metrics::RunSummary& run, const metrics::ChosenThreshold& chosen);

  ClassFiguresModel* m_figures;
  QTableView* m_table;
  Segments* m_plot;  ///< which of those below is shown
  ReliabilityPlot* m_reliability;
  ThresholdPlot* m_roc;
  ThresholdPlot* m_precision;
  bool m_hasPlots = false;
};

}  // namespace masu::ui

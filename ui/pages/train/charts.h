// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <optional>

#include "core/metrics/run_log.h"
#include "ui/charts/figure/metric_chart.h"

class QHBoxLayout;
class QLabel;
class QSlider;

namespace masu::ui {

class Segments;
class Sparkline;

/// A run as it is drawn.
struct ChartedRun {
  QString name;
  metrics::RunSummary summary;
};

/// Loss and accuracy of the runs that are charted over each other, and under them how the machine did with the first.
class TrainCharts : public QWidget {
  Q_OBJECT

 public:
  explicit TrainCharts(QWidget* parent = nullptr);

  /// Shows nothing.
  void reset();
  /// The logs as they are now; called four times a second while one is live.
  void update(const std::vector<ChartedRun>& runs);
  /// Runs that predict values have R² in place of accuracy.
  void setPredictsValues(bool values);
  /// The estimated memory of the first run, drawn beside its actual memory; unset: not known.
  void setEstimatedMemory(std::optional<std::uint64_t> bytes);

  const MetricChart& accuracy() const { return *m_accuracy; }
  const Sparkline& memory() const { return *m_memory.line; }

 private:
  struct Gauge {
    QLabel* value = nullptr;
    Sparkline* line = nullptr;
  };

  QWidget* buildBar();
  QWidget* buildGauges();
  Gauge addGauge(QHBoxLayout* row, const QString& name, bool bars);
  void drawCurves(const std::vector<ChartedRun>& runs);
  void drawGauges(const metrics::RunSummary& run);
  void drawLegend(const std::vector<ChartedRun>& runs);
  void clearGauges();

  QHBoxLayout* m_legend = nullptr;
  QStringList m_named;
  QSlider* m_smooth = nullptr;
  Segments* m_scale = nullptr;
  MetricChart* m_loss = nullptr;
  MetricChart* m_accuracy = nullptr;  ///< or of R²
  QLabel* m_accuracyName = nullptr;
  bool m_values = false;
  Gauge m_rate;
  Gauge m_ready;
  Gauge m_waiting;
  Gauge m_memory;
  std::optional<std::uint64_t> m_estimated;
};

}  // namespace masu::ui

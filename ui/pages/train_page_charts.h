#pragma once

#include <QWidget>
#include <map>

#include "core/metrics/run_log.h"
#include "ui/charts/metric_chart.h"

class QHBoxLayout;
class QLabel;
class QSlider;

namespace masu::ui {

class Segments;
class Sparkline;

/// Loss and accuracy of the runs that are charted, and under them how the machine is doing.
class TrainCharts : public QWidget {
  Q_OBJECT

 public:
  explicit TrainCharts(QWidget* parent = nullptr);

  /// A new run: forgets what was gathered of the one before.
  void reset();
  /// The log as it stands; called four times a second. Gathers the loss of steps between epochs.
  void update(const std::vector<metrics::RunSummary>& runs, bool live);

  const MetricChart& loss() const { return *m_loss; }
  const MetricChart& accuracy() const { return *m_accuracy; }

 private:
  struct Gauge {
    QLabel* value = nullptr;
    Sparkline* line = nullptr;
  };

  QWidget* buildBar();
  QWidget* buildGauges();
  Gauge addGauge(QHBoxLayout* row, const QString& name, bool bars);
  void gather(const std::vector<metrics::RunSummary>& runs);
  void drawCurves(const std::vector<metrics::RunSummary>& runs);
  void drawGauges(const std::vector<metrics::RunSummary>& runs);
  void drawLegend(const std::vector<metrics::RunSummary>& runs);
  std::vector<QPointF> trainLoss(const metrics::RunSummary& run, std::size_t index) const;

  QHBoxLayout* m_legend = nullptr;
  QStringList m_named;
  QSlider* m_smooth = nullptr;
  Segments* m_scale = nullptr;
  MetricChart* m_loss = nullptr;
  MetricChart* m_accuracy = nullptr;
  Gauge m_rate;
  Gauge m_ready;
  Gauge m_waiting;
  Gauge m_memory;
  std::map<std::size_t, std::vector<QPointF>> m_steps;  ///< run → (epochs done, loss) as they were seen live
};

}  // namespace masu::ui

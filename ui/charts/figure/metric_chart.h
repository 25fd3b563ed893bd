// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QChartView>
#include <QColor>
#include <QPointF>
#include <QString>
#include <optional>
#include <utility>
#include <vector>

class QLineSeries;
class QValueAxis;

namespace masu::ui {

/// A curve of a metric, in values; x counts epochs, steps or seconds.
struct MetricSeries {
  QString name;
  QColor colour;
  /// Of train: 1 px at 60 %; else of validation: 1.75 px, with a dot at its last point and in the read-out.
  bool thin = false;
  std::vector<QPointF> points;
};

/// Loss or accuracy over a run. Draws its own grid, labels and read-out; the pointer, or Left and Right, show the
/// values at the nearest point of any thick curve. Cost: each curve is drawn with at most kPointsDrawn points.
class MetricChart : public QChartView {
  Q_OBJECT

 public:
  explicit MetricChart(QWidget* parent = nullptr);
  ~MetricChart() override;

  void setSeries(std::vector<MetricSeries> series);
  /// Where the x axis ends whatever the curves say; its unit as the read-out shows it ("Epoch").
  void setSpan(double last, const QString& unit);
  void setLogarithmic(bool logarithmic);
  void setSmoothing(double strength);
  /// Bounds of the values, such as 1 for accuracy; unset: what the curves need.
  void setBounds(std::optional<double> low, std::optional<double> high);
  /// What an empty chart says.
  void setPlaceholder(const QString& text);

  /// Where the hairline is; unset: nowhere. Shared by charts of one run.
  std::optional<double> marked() const { return m_marked; }
  void setMarked(std::optional<double> x);

 Q_SIGNALS:
  void markedChanged(std::optional<double> x);

 protected:
  void drawBackground(QPainter* painter, const QRectF& rect) override;
  void drawForeground(QPainter* painter, const QRectF& rect) override;
  void resizeEvent(QResizeEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void leaveEvent(QEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  bool event(QEvent* event) override;

 private:
  bool empty() const;
  void rebuild();
  void restyle();
  void updateRange();
  double mapped(double value) const;
  QPointF toPlot(QPointF value) const;
  std::vector<double> stops() const;
  void markNearest(double x);
  void drawReadOut(QPainter& painter) const;
  void describe();
  QString describedAt(double x) const;

  std::vector<MetricSeries> m_series;         ///< as given
  std::vector<std::vector<QPointF>> m_shown;  ///< smoothed, in values
  std::vector<QLineSeries*> m_lines;          ///< beside m_series; owned by the chart
  QValueAxis* m_x = nullptr;
  QValueAxis* m_y = nullptr;
  bool m_logarithmic = false;
  double m_smoothing = 0;
  double m_span = 1;
  QString m_unit;
  QString m_placeholder;
  std::optional<double> m_lowBound;
  std::optional<double> m_highBound;
  std::optional<double> m_marked;
};

}  // namespace masu::ui

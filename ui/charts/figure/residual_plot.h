// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/metrics/figures/value_points.h"
#include "ui/charts/figure/point_plot.h"

namespace masu::ui {

/// How predictions of values are off: a dot for each sample, its prediction to the right and its error, prediction
/// minus truth, upwards; on the dashed line the two are equal.
class ResidualPlot : public PointPlot {
  Q_OBJECT

 public:
  explicit ResidualPlot(QWidget* parent = nullptr);

  /// Smallest prediction first; without any nothing is drawn.
  void setPoints(std::vector<metrics::ValuePoint> points);

  QSize sizeHint() const override { return {176, 120}; }
  QSize minimumSizeHint() const override { return {96, 64}; }

 protected:
  void paintEvent(QPaintEvent* event) override;
  std::size_t pointCount() const override { return m_points.size(); }
  QPointF placeOf(std::size_t point) const override;
  ReadOut readOut(std::size_t point) const override;
  QString summary() const override;

 private:
  QRectF plot() const;

  std::vector<metrics::ValuePoint> m_points;
  double m_mostError = 0;  ///< of them all, whatever its sign
};

}  // namespace masu::ui

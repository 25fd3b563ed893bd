// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/metrics/figures/ranking.h"
#include "ui/charts/figure/point_plot.h"

namespace masu::ui {

/// The ROC or the precision-recall curve of two classes, for every threshold of the second one's probability. A dashed
/// line shows what chance gives. The pointer, or Left and Right, read a threshold off.
class ThresholdPlot : public PointPlot {
  Q_OBJECT

 public:
  enum class Curve { roc, precision };

  explicit ThresholdPlot(Curve curve, QWidget* parent = nullptr);

  /// Without any nothing is drawn. Requires: metrics::areCurve().
  void setPoints(std::vector<metrics::ThresholdPoint> points);

  QSize sizeHint() const override { return {176, 96}; }
  QSize minimumSizeHint() const override { return {96, 64}; }

 protected:
  void paintEvent(QPaintEvent* event) override;
  std::size_t pointCount() const override { return m_points.size(); }
  QPointF placeOf(std::size_t point) const override;
  ReadOut readOut(std::size_t point) const override;
  QString summary() const override;

 private:
  QRectF plot() const;
  /// Where shares from 0 to 1 are.
  QPointF toPlot(QPointF shares) const;

  Curve m_curve;
  std::vector<metrics::ThresholdPoint> m_points;
};

}  // namespace masu::ui

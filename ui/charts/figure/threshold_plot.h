// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <cstddef>
#include <optional>
#include <vector>

#include "core/metrics/figures/ranking.h"

namespace masu::ui {

struct ReadOut;

/// The ROC or the precision-recall curve of two classes, for every threshold of the second one's probability. A dashed
/// line shows what chance gives. The pointer, or Left and Right, read a threshold off.
class ThresholdPlot : public QWidget {
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
  void mouseMoveEvent(QMouseEvent* event) override;
  void leaveEvent(QEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;

 private:
  /// Where a point is, both shares from 0 to 1.
  QPointF place(const metrics::ThresholdPoint& point) const;
  QRectF plot() const;
  QPointF toPlot(QPointF shares) const;
  void mark(std::optional<std::size_t> point);
  ReadOut readOut() const;
  void describe();

  Curve m_curve;
  std::vector<metrics::ThresholdPoint> m_points;
  std::optional<std::size_t> m_marked;  ///< of m_points
};

}  // namespace masu::ui

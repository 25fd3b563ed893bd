// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <cstddef>
#include <optional>
#include <vector>

#include "core/metrics/figures/value_points.h"

namespace masu::ui {

struct ReadOut;

/// How predictions of values are off: a dot for each sample, its prediction to the right and its error, prediction
/// minus truth, upwards; on the dashed line the two are equal. The pointer, or Left and Right, read a sample off.
class ResidualPlot : public QWidget {
  Q_OBJECT

 public:
  explicit ResidualPlot(QWidget* parent = nullptr);

  /// Smallest prediction first; without any nothing is drawn.
  void setPoints(std::vector<metrics::ValuePoint> points);

  QSize sizeHint() const override { return {176, 120}; }
  QSize minimumSizeHint() const override { return {96, 64}; }

 protected:
  void paintEvent(QPaintEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void leaveEvent(QEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;

 private:
  QRectF plot() const;
  QPointF place(double prediction, double error) const;
  void mark(std::optional<std::size_t> point);
  ReadOut readOut() const;
  void describe();

  std::vector<metrics::ValuePoint> m_points;
  double m_mostError = 0;               ///< of them all, whatever its sign
  std::optional<std::size_t> m_marked;  ///< of m_points
};

}  // namespace masu::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <optional>
#include <vector>

#include "core/metrics/figures/calibration.h"

namespace masu::ui {

struct ReadOut;

/// How often a model is right by the probability that it gives to the predicted class: a bar for each range of it, the
/// diagonal dashed, which calibrated probabilities follow. The pointer, or Left and Right, read a bar off.
class ReliabilityPlot : public QWidget {
  Q_OBJECT

 public:
  explicit ReliabilityPlot(QWidget* parent = nullptr);

  /// Of equal width, from 0 to 1; without any nothing is drawn.
  void setBins(std::vector<metrics::ReliabilityBin> bins);

  QSize sizeHint() const override { return {176, 96}; }
  QSize minimumSizeHint() const override { return {96, 64}; }

 protected:
  void paintEvent(QPaintEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void leaveEvent(QEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;

 private:
  QRectF plot() const;
  bool isShown(int bin) const;
  /// To the nearest bin with a sample; none where there is none.
  void mark(std::optional<int> bin);
  ReadOut readOut() const;
  void describe();

  std::vector<metrics::ReliabilityBin> m_bins;
  std::optional<int> m_marked;  ///< of m_bins
};

}  // namespace masu::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/metrics/rate_curve.h"
#include "ui/widgets/section.h"

class QLabel;
class QPushButton;

namespace masu::ui {

class RatePlot;

/// What the search for a learning rate found: the loss of each model against the rate, and the rate to take.
class TrainRates : public Section {
  Q_OBJECT

 public:
  explicit TrainRates(QWidget* parent = nullptr);

  void showCurves(const std::vector<metrics::RateCurve>& curves);
  /// Hidden until there are others.
  void clear() { hide(); }
  /// The smallest of those suggested, which suits all models of a run; kAbsent where there is none.
  double suggested() const { return m_suggested; }

 Q_SIGNALS:
  void taken(double rate);

 private:
  RatePlot* m_plot;
  QLabel* m_sentence;
  QPushButton* m_take;
  double m_suggested = metrics::kAbsent;
};

}  // namespace masu::ui

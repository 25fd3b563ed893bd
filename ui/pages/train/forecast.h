// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include "core/tasks/train/stream_task.h"
#include "ui/widgets/section.h"

class QLabel;

namespace masu::ui {

class QualityCurve;

/// The forecast of a run's stream: how long an epoch of data takes and what limits it, and how well the shuffle mixes
/// against the memory it takes.
class TrainForecast : public Section {
  Q_OBJECT

 public:
  explicit TrainForecast(QWidget* parent = nullptr);

  void showForecast(const tasks::ForecastOutcome& forecast);
  /// What the run takes of memory at most; nothing while it is not known.
  void showMemory(std::optional<std::uint64_t> bytes);
  /// Hidden until there is another one.
  void clear();
  QString sentence() const;

 private:
  void showQuality(const loader::ShuffleForecast& shuffle);

  KeyValues* m_values;
  QualityCurve* m_curve;
  QLabel* m_sentence;
};

}  // namespace masu::ui

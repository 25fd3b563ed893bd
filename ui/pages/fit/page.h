// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include "core/tasks/train/estimate_task.h"
#include "ui/pages/common/dataset_page.h"

class QLabel;
class QPushButton;

namespace masu::ui {

class FitChoices;
class FitMeasured;
class FitView;

/// Estimate what a run needs before it starts. Models are traced once; from then on every control has its effect at
/// once, by arithmetic over the trace. Measuring starts a run, shows its memory beside the estimate, and corrects the
/// estimate.
class FitPage : public DatasetPage {
  Q_OBJECT

 public:
  FitPage(Session& session, JobRunner& runner, QWidget* parent = nullptr);
  ~FitPage() override;

  QString stepState() const override;
  void triggerPrimary() override;
  QString commandLine() const override;

  const std::optional<tasks::EstimateOutcome>& outcome() const { return m_outcome; }
  QString verdict() const;
  const FitMeasured& measured() const;
  /// As its button: a job that can be cancelled.
  void measure();

 protected:
  void datasetChanged() override;
  void manifestChanged() override;

 private:
  tasks::EstimateRequest requestOf() const;
  void forget();
  void updateSplit();
  void trace();
  void take(Result<tasks::EstimateOutcome> outcome);
  void recount();

  JobSlot m_job;
  std::optional<tasks::EstimateOutcome> m_outcome;
  FitChoices* m_choices = nullptr;
  FitView* m_view = nullptr;
  QLabel* m_traced = nullptr;
  QPushButton* m_measure = nullptr;
  QPushButton* m_train = nullptr;
};

}  // namespace masu::ui

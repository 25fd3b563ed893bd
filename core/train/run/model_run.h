// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/loader/stream/training_streams.h"
#include "core/metrics/figures/chosen_threshold.h"
#include "core/metrics/figures/temperature.h"
#include "core/metrics/run_spec.h"
#include "core/train/learning/learner.h"
#include "core/train/learning/step_meter.h"
#include "core/train/run/run_data.h"
#include "core/train/run/run_state.h"

namespace masu::train {

/// One model in a run.
struct ModelRun {
  int number = 0;
  metrics::PlannedRun plan;
  std::unique_ptr<Learner> learner;
  Score trained;  ///< in the epoch under way
  StepMeter meter;
  double bestLoss = std::numeric_limits<double>::infinity();
  bool hasBest = false;
  int epochsWithoutBetter = 0;
  bool stoppedEarly = false;  ///< validation had not become better for RunSpec::patience epochs: it learns no more
  double seconds = 0;         ///< that it learned and was evaluated
  std::optional<metrics::Temperature> temperature = {};  ///< once it was fitted
  std::optional<metrics::ChosenThreshold> threshold = {};  ///< once it was chosen, by the probabilities at that

  /// By which outputs are divided before the softmax.
  double divisor() const { return temperature ? temperature->divisor() : 1; }

  /// All but the hyperparameters, so that an identically built model resumes from it. Errors: those of
  /// Learner::state().
  Result<ModelRunState> state() const;
  /// Errors: those of Learner::setState().
  Result<void> restore(const ModelRunState& state);
};

/// What a run asks of its streams. Errors: an augmentation that nobody knows.
Result<loader::TrainingRequest> streamRequestOf(const metrics::RunSpec& spec, const RunData& data);
/// The models of a run before its first step. Errors: a schedule that nobody knows; as Learner::create().
Result<std::vector<ModelRun>> makeModelRuns(const metrics::RunSpec& spec, const RunData& data,
                                            std::uint64_t stepsPerEpoch);
/// Of an epoch that begins.
Score newScoreOf(const RunData& data);

}  // namespace masu::train

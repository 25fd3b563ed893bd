// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <limits>
#include <memory>
#include <string>

#include "core/train/learning/learner.h"
#include "core/train/learning/step_meter.h"
#include "core/train/run/run_state.h"

namespace masu::train {

/// One model in a run.
struct ModelRun {
  int number = 0;
  std::string model;
  std::unique_ptr<Learner> learner;
  Score trained;  ///< in the epoch under way
  StepMeter meter;
  double bestLoss = std::numeric_limits<double>::infinity();
  bool hasBest = false;
  int epochsWithoutBetter = 0;
  bool stoppedEarly = false;  ///< stopped early
  double seconds = 0;    ///< that it learned and was evaluated
};

}  // namespace masu::train

#pragma once

#include <limits>
#include <memory>
#include <string>

#include "core/train/learner.h"
#include "core/train/run_state.h"
#include "core/train/step_meter.h"

namespace masu::train {

/// One model in a run.
struct Entrant {
  int number = 0;
  std::string model;
  std::unique_ptr<Learner> learner;
  Score trained;  ///< in the epoch under way
  StepMeter meter;
  double bestLoss = std::numeric_limits<double>::infinity();
  bool hasBest = false;
  int epochsWithoutBetter = 0;
  bool resting = false;  ///< stopped early
  double seconds = 0;    ///< that it learned and was evaluated
};

}  // namespace masu::train

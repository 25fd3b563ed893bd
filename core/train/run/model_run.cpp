// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/run/model_run.h"

#include <utility>

namespace masu::train {

Result<ModelRunState> ModelRun::state() const {
  MASU_TRY(std::string kept, learner->state());
  return ModelRunState{std::move(kept), trained.sums(), bestLoss, hasBest, epochsWithoutBetter, stoppedEarly};
}

Result<void> ModelRun::restore(const ModelRunState& state) {
  MASU_CHECK(learner->setState(state.learner));
  trained = Score(state.trained);
  bestLoss = state.bestLoss;
  hasBest = state.hasBest;
  epochsWithoutBetter = state.epochsWithoutBetter;
  stoppedEarly = state.stoppedEarly;
  return {};
}

Result<loader::TrainingRequest> streamRequestOf(const metrics::RunSpec& spec, const RunData& data) {
  MASU_TRY(loader::TrainingRequest request, loader::trainingRequestOf(spec, data.resources));
  request.narrow = bestDevice() == Device::cuda;
  return request;
}

Result<std::vector<ModelRun>> makeModelRuns(const metrics::RunSpec& spec, const RunData& data,
                                            std::uint64_t stepsPerEpoch) {
  LearnerOptions options = learnerOptionsOf(spec, data.lossSpec);
  MASU_TRY(options.schedule, scheduleFrom(spec.schedule));
  options.steps = static_cast<std::uint64_t>(spec.epochs) * stepsPerEpoch;
  std::vector<ModelRun> modelRuns;
  for (const metrics::PlannedRun& planned : metrics::plannedRuns(spec)) {
    options.model = planned.model;
    options.learningRate = planned.learningRate;
    options.seed = planned.seed;
    ModelRun modelRun;
    modelRun.number = static_cast<int>(modelRuns.size());
    modelRun.plan = planned;
    modelRun.trained = newScoreOf(data);
    MASU_TRY(modelRun.learner, Learner::create(options, data.summary));
    modelRuns.push_back(std::move(modelRun));
  }
  return modelRuns;
}

Score newScoreOf(const RunData& data) {
  return {data.summary.classes.size(), data.summary.valueCount()};
}

}  // namespace masu::train

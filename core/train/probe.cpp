#include "core/train/probe.h"

#include <algorithm>
#include <chrono>

#include "core/train/blank_batch.h"
#include "core/train/learner.h"

namespace masu::train {

namespace {

using Clock = std::chrono::steady_clock;

double secondsSince(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

/// The quickest of some steps: what disturbs a machine only ever makes a step longer.
Result<double> secondsOfStep(Learner& learner, const DataFacts& facts, std::uint64_t samples) {
  constexpr int kMostSteps = 20;
  constexpr int kFewestSteps = 3;
  constexpr double kEnough = 0.5;
  const BlankBatch blank(facts, samples);
  Score score(facts.classes.size(), facts.valueCount());
  MASU_CHECK(learner.learn(blank.batch, score));  // fills caches and compiles kernels
  double best = 0;
  const auto begin = Clock::now();
  for (int step = 0; step < kMostSteps && (step < kFewestSteps || secondsSince(begin) < kEnough); ++step) {
    const auto start = Clock::now();
    MASU_CHECK(learner.learn(blank.batch, score));
    const double seconds = secondsSince(start);
    best = step == 0 ? seconds : std::min(best, seconds);
  }
  return best;
}

}  // namespace

Result<StepTiming> timeSteps(const metrics::RunSpec& spec, const std::string& model, const DataFacts& facts) {
  LearnerOptions options;
  options.model = model;
  options.optimizer = spec.optimizer;
  options.seed = spec.seed;
  options.goal.loss = facts.predictsValues() ? Loss::squared : Loss::crossEntropy;
  MASU_TRY(const auto learner, Learner::create(options, facts));
  const std::uint64_t half = std::max<std::uint64_t>(spec.batch / 2, 1);
  MASU_TRY(const double few, secondsOfStep(*learner, facts, half));
  if (half == spec.batch) return StepTiming{0, few};
  MASU_TRY(const double many, secondsOfStep(*learner, facts, spec.batch));
  const double perSample = std::max(0.0, many - few) / static_cast<double>(spec.batch - half);
  return StepTiming{std::max(0.0, many - perSample * static_cast<double>(spec.batch)), perSample};
}

}  // namespace masu::train

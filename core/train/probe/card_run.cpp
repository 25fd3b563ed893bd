// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/probe/card_run.h"

#include <algorithm>
#include <chrono>

#include <torch/cuda.h>

#include "core/base/units.h"
#include "core/estimate/ledger.h"
#include "core/train/data/zero_batch.h"
#include "core/train/models/guarded.h"
#include "core/train/probe/dry_run.h"
#include "core/train/probe/memory_meter.h"

namespace masu::train {

namespace {

using Clock = std::chrono::steady_clock;

constexpr const char* kFailed = MASU_TEXT("core", "The model could not be traced: {0}.");

/// A card has done its steps long after they were begun.
Result<void> waitForCard() {
  return guarded(kFailed, []() -> Result<void> {
    torch::cuda::synchronize();
    return {};
  });
}

/// Full and short batches, learned and evaluated as a run does: libraries take another workspace for each shape, and
/// for a short batch a larger one may do. The most that the card's allocator took.
Result<std::uint64_t> peakOfRun(Learner& learner, const DatasetSummary& summary, std::uint64_t batch) {
  Score score(summary.classes.size(), summary.valueCount());
  const MemoryMeter meter;
  const ZeroBatch full(summary, batch);
  const ZeroBatch learned(summary, lastBatch(summary, store::Split::train, batch));
  const ZeroBatch evaluated(summary, lastBatch(summary, store::Split::validation, batch));
  for (int epoch = 0; epoch < 2; ++epoch) {
    for (int step = 0; step < 2; ++step) MASU_CHECK(learner.learn(full.batch, score));
    MASU_CHECK(learner.learn(learned.batch, score));
    MASU_CHECK(learner.finishEpoch());
    MASU_CHECK(learner.evaluate(full.batch, 1, score));
    MASU_CHECK(learner.evaluate(evaluated.batch, 1, score));
  }
  MASU_CHECK(waitForCard());
  return static_cast<std::uint64_t>(meter.read().cardPeak);
}

/// A step, of the quickest series: what disturbs a machine only ever makes one longer.
Result<double> secondsOfStep(Learner& learner, const DatasetSummary& summary, std::uint64_t samples) {
  constexpr int kSeries = 4;
  constexpr int kSteps = 5;
  const ZeroBatch blank(summary, samples);
  Score score(summary.classes.size(), summary.valueCount());
  double quickest = 0;
  for (int series = 0; series <= kSeries; ++series) {
    const auto begin = Clock::now();
    for (int step = 0; step < kSteps; ++step) MASU_CHECK(learner.learn(blank.batch, score));
    MASU_CHECK(learner.finishEpoch());
    MASU_CHECK(waitForCard());
    const double seconds = secondsSince(begin) / kSteps;
    // In the first, libraries choose and load what they compute with.
    if (series > 0) quickest = series == 1 ? seconds : std::min(quickest, seconds);
  }
  return quickest;
}

}  // namespace

Result<estimate::CardSteps> runOnCard(const metrics::RunSpec& spec, const estimate::ModelFootprint& counted,
                                      const DatasetSummary& summary, std::uint64_t samples) {
  LearnerOptions options = triedLearner(spec, counted.model, summary);
  options.device = Device::cuda;
  MASU_TRY(const auto learner, Learner::create(options, summary));
  MASU_TRY(const estimate::Optimizer optimizer, estimate::optimizerFrom(spec.optimizer));
  // First, as the allocator keeps what it has once taken for any shape.
  MASU_TRY(const std::uint64_t peak, peakOfRun(*learner, summary, samples));
  const std::uint64_t half = std::max<std::uint64_t>(samples / 2, 2);
  MASU_TRY(const double few, secondsOfStep(*learner, summary, half));
  MASU_TRY(const double many, secondsOfStep(*learner, summary, samples));
  estimate::CardSteps steps;
  const std::uint64_t copies = 2 + estimate::stateCopies(optimizer);  // weights, gradients and the optimizer's
  const std::uint64_t held = copies * counted.parameterBytes + counted.bufferBytes;
  // The workspace of convolutions, nearly all of it, was seen to grow with the batch.
  const std::uint64_t sample = ceilDivide(peak - std::min(peak, held), samples);
  steps.workspaceBytesPerSample = sample - std::min(sample, counted.activationBytesPerSample);
  const StepTiming timing = timingOf(few, many, half, samples);
  steps.stepSeconds = timing.fixedSeconds;
  steps.stepSecondsPerSample = timing.secondsPerSample;
  return steps;
}

}  // namespace masu::train

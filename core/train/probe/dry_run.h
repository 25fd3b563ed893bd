// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

#include "core/base/result.h"
#include "core/base/units.h"
#include "core/metrics/run_spec.h"
#include "core/train/data/dataset_summary.h"
#include "core/train/learning/learner.h"

namespace masu::train {

/// How long a training step takes: so much whatever the batch, and so much a sample.
struct StepTiming {
  double fixedSeconds = 0;
  double secondsPerSample = 0;
};
/// From steps of two sizes. Requires: fewSamples <= manySamples, and neither is 0.
StepTiming timingOf(double few, double many, std::uint64_t fewSamples, std::uint64_t manySamples);

/// A learner as it is tried on blank batches, on the processor.
LearnerOptions triedLearner(const metrics::RunSpec& spec, const std::string& model, const DatasetSummary& summary);
/// Samples of the last batch of a split, which is short.
std::uint64_t lastBatch(const DatasetSummary& summary, store::Split split, std::uint64_t batch);

/// What this process held, and how long steps took, while a model went through all that a run does with it.
struct DryRun {
  Bytes settled;  ///< with weights, gradients and optimizer, between steps of few samples, and nothing lying free
  Bytes score;    ///< what counts the predictions of an epoch, held once
  Bytes saving;   ///< the most that writing checkpoint and state takes beside that
  std::uint64_t fewSamples = 0;
  std::uint64_t manySamples = 0;
  Bytes fewPeak;  ///< the most held in steps of so many samples, without what the batch itself takes
  Bytes manyPeak;
  StepTiming timing;
};

/// Goes through three short epochs of blank batches of `samples`, and one of half of it: full and short batches learned
/// and evaluated, and saved. Takes about a second beside some fifteen of the steps. Requires: samples > 1. Errors: as
/// Learner.
Result<DryRun> runDry(const metrics::RunSpec& spec, const std::string& model, const DatasetSummary& summary,
                      std::uint64_t samples);

}  // namespace masu::train

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/probe/dry_run.h"

#include <algorithm>
#include <chrono>

#include <malloc.h>

#include "core/base/units.h"
#include "core/flow/machine.h"
#include "core/train/data/zero_batch.h"
#include "core/train/learning/learner.h"
#include "core/train/run/process_memory.h"
#include "core/train/run/run_state.h"

namespace masu::train {

namespace {

using Clock = std::chrono::steady_clock;
constexpr std::uint64_t kFewest = 2;

/// What earlier steps left free would hide what the next ones need.
void restartPeak() {
  malloc_trim(0);
  restartPeakMemory();
}

/// As a run with one model does at the end of an epoch.
Result<void> save(Learner& learner, const Score& score) {
  MASU_CHECK(learner.checkpointBytes());
  RunState state;
  MASU_TRY(std::string text, learner.state());
  state.modelRuns.push_back({std::move(text), score.sums()});
  encodeState(state);
  return {};
}

class Stage {
 public:
  Stage(Learner& learner, const DatasetSummary& summary)
      : m_learner(learner), m_summary(summary), m_score(summary.classes.size(), summary.valueCount()) {}

  const Score& score() const { return m_score; }
  Result<void> warmUp();

  struct Reading {
    Bytes peak;
    double seconds = 0;  ///< the quickest step: what disturbs a machine only ever makes one longer
  };
  Result<Reading> epochs(int count, std::uint64_t batch);

 private:
  Result<void> learn(const ZeroBatch& blank, Reading& reading);

  Learner& m_learner;
  const DatasetSummary& m_summary;
  Score m_score;
};

/// From then on the libraries' own code and tables are there, gradients, and what the optimizer keeps.
Result<void> Stage::warmUp() {
  const ZeroBatch blank(m_summary, kFewest);
  MASU_CHECK(m_learner.learn(blank.batch, m_score));
  MASU_CHECK(m_learner.finishEpoch());
  MASU_CHECK(m_learner.evaluate(blank.batch, 1, m_score));
  return save(m_learner, m_score);
}

Result<void> Stage::learn(const ZeroBatch& blank, Reading& reading) {
  const auto start = Clock::now();
  MASU_CHECK(m_learner.learn(blank.batch, m_score));
  const double seconds = secondsSince(start);
  reading.seconds = reading.seconds == 0 ? seconds : std::min(reading.seconds, seconds);
  return {};
}

/// Blocks of another size take the places of those that were freed, so that the heap reaches its full size only when
/// full and short batches, learned and evaluated, and a saving have followed each other.
Result<Stage::Reading> Stage::epochs(int count, std::uint64_t batch) {
  constexpr int kFewestSteps = 4;
  constexpr int kMostSteps = 20;
  constexpr double kEnough = 0.25;
  const ZeroBatch full(m_summary, batch);
  const ZeroBatch learned(m_summary, lastBatch(m_summary, store::Split::train, batch));
  const ZeroBatch evaluated(m_summary, lastBatch(m_summary, store::Split::validation, batch));
  restartPeak();
  Reading reading;
  for (int epoch = 0; epoch < count; ++epoch) {
    const auto begin = Clock::now();
    for (int step = 0; step < kMostSteps && (step < kFewestSteps || secondsSince(begin) < kEnough); ++step) {
      MASU_CHECK(learn(full, reading));
    }
    MASU_CHECK(m_learner.learn(learned.batch, m_score));
    MASU_CHECK(m_learner.finishEpoch());
    MASU_CHECK(m_learner.evaluate(full.batch, 1, m_score));
    MASU_CHECK(m_learner.evaluate(evaluated.batch, 1, m_score));
    reading.peak = std::max(reading.peak, flow::peakMemory());
    MASU_CHECK(save(m_learner, m_score));
    restartPeakMemory();
  }
  reading.peak = reading.peak - std::min(reading.peak, full.bytes() + learned.bytes() + evaluated.bytes());
  return reading;
}

}  // namespace

StepTiming timingOf(double few, double many, std::uint64_t fewSamples, std::uint64_t manySamples) {
  if (fewSamples == manySamples) return {0, many / static_cast<double>(manySamples)};
  const double perSample = std::max(0.0, many - few) / static_cast<double>(manySamples - fewSamples);
  return {std::max(0.0, many - perSample * static_cast<double>(manySamples)), perSample};
}

LearnerOptions triedLearner(const metrics::RunSpec& spec, const std::string& model, const DatasetSummary& summary) {
  LearnerOptions options;
  options.model = model;
  options.optimizer = spec.optimizer;
  options.seed = spec.seed;
  options.lossSpec.loss = summary.predictsValues() ? Loss::squared : Loss::crossEntropy;
  return options;
}

std::uint64_t lastBatch(const DatasetSummary& summary, store::Split split, std::uint64_t batch) {
  const std::uint64_t samples = summary.samplesOf(split) % batch;
  return samples > 0 ? samples : batch;
}

Result<DryRun> runDry(const metrics::RunSpec& spec, const std::string& model, const DatasetSummary& summary,
                      std::uint64_t samples) {
  restartPeak();
  MASU_TRY(const auto learner, Learner::create(triedLearner(spec, model, summary), summary));
  Stage stage(*learner, summary);
  DryRun dryRun;
  MASU_CHECK(stage.warmUp());
  dryRun.score = stage.score().bytes();
  restartPeak();
  dryRun.settled = residentMemory();
  MASU_CHECK(save(*learner, stage.score()));
  dryRun.saving = flow::peakMemory() - std::min(flow::peakMemory(), dryRun.settled);
  dryRun.manySamples = samples;
  dryRun.fewSamples = std::max(samples / 2, kFewest);
  // The batch of the run first, in a heap as it is at the beginning of one.
  MASU_TRY(const Stage::Reading many, stage.epochs(3, dryRun.manySamples));
  MASU_TRY(const Stage::Reading few, stage.epochs(1, dryRun.fewSamples));
  dryRun.fewPeak = few.peak;
  dryRun.manyPeak = many.peak;
  dryRun.timing = timingOf(few.seconds, many.seconds, dryRun.fewSamples, dryRun.manySamples);
  return dryRun;
}

}  // namespace masu::train

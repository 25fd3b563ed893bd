#include "core/train/rehearsal.h"

#include <algorithm>
#include <chrono>

#include <malloc.h>

#include "core/flow/machine.h"
#include "core/train/blank_batch.h"
#include "core/train/learner.h"
#include "core/train/process_memory.h"
#include "core/train/run_state.h"

namespace masu::train {

namespace {

using Clock = std::chrono::steady_clock;
constexpr std::uint64_t kFewest = 2;

double secondsSince(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

/// What earlier steps left free would hide what the next ones need.
void countPeakAnew() {
  malloc_trim(0);
  restartPeakMemory();
}

class Stage {
 public:
  Stage(Learner& learner, const DataFacts& facts)
      : m_learner(learner), m_facts(facts), m_score(facts.classes.size(), facts.valueCount()) {}

  Result<void> learn(const BlankBatch& blank) { return m_learner.learn(blank.batch, m_score); }
  Result<void> judge(const BlankBatch& blank) { return m_learner.judge(blank.batch, m_score); }

  const Score& score() const { return m_score; }

  struct Reading {
    Bytes peak;
    double seconds = 0;  ///< the quickest step: what disturbs a machine only ever makes one longer
  };
  Result<Reading> steps(std::uint64_t samples);

 private:
  Learner& m_learner;
  const DataFacts& m_facts;
  Score m_score;
};

/// Blocks of another size take the places of those that were freed, so that the heap reaches its full size only when
/// full and short batches, learned and judged, have followed each other.
Result<Stage::Reading> Stage::steps(std::uint64_t samples) {
  constexpr int kMostSteps = 20;
  constexpr int kFewestSteps = 3;
  constexpr double kEnough = 0.5;
  const BlankBatch full(m_facts, samples);
  const BlankBatch rest(m_facts, std::max(samples / 3, kFewest));
  countPeakAnew();
  MASU_CHECK(learn(full));
  MASU_CHECK(learn(rest));
  MASU_CHECK(judge(full));
  MASU_CHECK(judge(rest));
  Reading reading;
  const auto begin = Clock::now();
  for (int step = 0; step < kMostSteps && (step < kFewestSteps || secondsSince(begin) < kEnough); ++step) {
    const auto start = Clock::now();
    MASU_CHECK(learn(full));
    const double seconds = secondsSince(start);
    reading.seconds = step == 0 ? seconds : std::min(reading.seconds, seconds);
  }
  reading.peak = flow::peakMemory() - std::min(flow::peakMemory(), full.bytes() + rest.bytes());
  return reading;
}

StepTiming timingOf(double few, double many, std::uint64_t fewSamples, std::uint64_t manySamples) {
  if (fewSamples == manySamples) return {0, many / static_cast<double>(manySamples)};
  const double perSample = std::max(0.0, many - few) / static_cast<double>(manySamples - fewSamples);
  return {std::max(0.0, many - perSample * static_cast<double>(manySamples)), perSample};
}

/// As a run with one model does at the end of an epoch.
Result<void> save(Learner& learner, const Score& score) {
  MASU_CHECK(learner.checkpointBytes());
  RunState state;
  MASU_TRY(std::string text, learner.state());
  state.entrants.push_back({std::move(text), score.sums()});
  encodeState(state);
  return {};
}

}  // namespace

Result<Rehearsal> rehearse(const metrics::RunSpec& spec, const std::string& model, const DataFacts& facts,
                           std::uint64_t samples) {
  LearnerOptions options;
  options.model = model;
  options.optimizer = spec.optimizer;
  options.seed = spec.seed;
  options.goal.loss = facts.predictsValues() ? Loss::squared : Loss::crossEntropy;
  MASU_TRY(const auto learner, Learner::create(options, facts));
  Stage stage(*learner, facts);
  Rehearsal rehearsal;
  {
    const BlankBatch blank(facts, kFewest);
    MASU_CHECK(stage.learn(blank));
    MASU_CHECK(stage.judge(blank));
  }
  MASU_CHECK(save(*learner, stage.score()));  // the libraries' own code and tables are there from now on
  rehearsal.score = stage.score().bytes();
  const Bytes untrimmed = residentMemory();
  countPeakAnew();
  rehearsal.settled = residentMemory();
  rehearsal.slack = untrimmed - std::min(untrimmed, rehearsal.settled);
  MASU_CHECK(save(*learner, stage.score()));
  rehearsal.saving = flow::peakMemory() - std::min(flow::peakMemory(), rehearsal.settled);
  rehearsal.manySamples = samples;
  rehearsal.fewSamples = std::max(samples / 2, kFewest);
  MASU_TRY(const Stage::Reading few, stage.steps(rehearsal.fewSamples));
  MASU_TRY(const Stage::Reading many, stage.steps(rehearsal.manySamples));
  rehearsal.fewPeak = few.peak;
  rehearsal.manyPeak = many.peak;
  rehearsal.timing = timingOf(few.seconds, many.seconds, rehearsal.fewSamples, rehearsal.manySamples);
  return rehearsal;
}

}  // namespace masu::train

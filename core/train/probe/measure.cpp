// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <chrono>
#include <thread>

#include "core/base/units.h"
#include "core/flow/machine.h"
#include "core/loader/stream/training_streams.h"
#include "core/train/learning/learner.h"
#include "core/train/models/confine.h"
#include "core/train/models/guarded.h"
#include "core/train/probe/memory_meter.h"
#include "core/train/probe/probe.h"
#include "core/train/run/process_memory.h"
#include "core/train/run/run_data.h"
#include "core/train/run/run_state.h"

namespace masu::train {

namespace {

using Clock = std::chrono::steady_clock;
constexpr const char* kFailed = MASU_TEXT("core", "A training step could not be measured: {0}.");
constexpr int kFewestSteps = 4;  ///< the first sets up libraries and the optimizer's state
constexpr int kMostSteps = 32;
constexpr double kEnoughSeconds = 1;

Bytes positive(std::int64_t bytes) {
  return {static_cast<std::uint64_t>(std::max<std::int64_t>(bytes, 0))};
}

/// A model at its first steps.
struct Beginner {
  std::unique_ptr<Learner> learner;
  Score trained;
  estimate::MeasuredModel measured;
};

/// A run's beginning: what is opened for it, and what it holds meanwhile.
class Beginning {
 public:
  Beginning(const metrics::RunSpec& spec, const std::stop_token& stop) : m_spec(spec), m_stop(stop) {}

  Result<estimate::Measurement> measure();

 private:
  Result<void> openStreams();
  void waitUntilFull() const;
  Result<void> make(const std::string& model);
  Result<void> learn();
  Result<void> step(const loader::Batch& batch, bool first);
  Result<void> evaluate();
  Result<void> save();
  Score newScore() const { return {m_data.summary.classes.size(), m_data.summary.valueCount()}; }

  const metrics::RunSpec& m_spec;
  const std::stop_token& m_stop;
  RunData m_data;
  std::uint64_t m_queue = 0;
  std::unique_ptr<loader::BatchStream> m_stream;
  std::unique_ptr<loader::BatchStream> m_scoring;
  std::vector<Beginner> m_beginners;
  estimate::Measurement m_measured;
};

Result<void> Beginning::openStreams() {
  MASU_TRY(loader::TrainingRequest request, loader::trainingRequestOf(m_spec, m_data.resources));
  request.epochs = kMostSteps;
  const loader::StreamOptions learning = loader::learningStream(request);
  MASU_TRY(m_stream, openStream(m_data.dataset, learning));
  m_queue = m_stream->report().setting.ahead;
  if (m_data.summary.samplesOf(store::Split::validation) == 0) return {};
  MASU_TRY(m_scoring, openStream(m_data.dataset, loader::scoringStream(request, store::Split::validation)));
  return {};
}

/// As much ready as there will be while a step takes longer than loading, or as comes in two seconds.
void Beginning::waitUntilFull() const {
  constexpr std::chrono::milliseconds kPause{5};
  constexpr double kLongest = 2;
  const auto begin = Clock::now();
  while (m_stream->report().queueFill < m_queue && secondsSince(begin) < kLongest && !m_stop.stop_requested()) {
    std::this_thread::sleep_for(kPause);
  }
}

Result<void> Beginning::make(const std::string& model) {
  LearnerOptions options;
  options.model = model;
  options.optimizer = m_spec.optimizer;
  options.seed = m_spec.seed;
  options.slices = m_spec.slices;
  options.lossSpec = m_data.lossSpec;
  const MemoryMeter meter;
  Beginner beginner;
  MASU_TRY(beginner.learner, Learner::create(options, m_data.summary));
  beginner.trained = newScore();
  beginner.measured.model = model;
  beginner.measured.weights = positive(meter.read().held);
  m_beginners.push_back(std::move(beginner));
  return {};
}

/// What loading takes is the workers' time between two moments at which they had no more to do.
Result<void> Beginning::learn() {
  const auto begin = Clock::now();
  const double workedBefore = m_stream->report().workerSeconds;
  std::uint64_t taken = 0;
  for (int i = 0; i < kFewestSteps || (i < kMostSteps && secondsSince(begin) < kEnoughSeconds); ++i) {
    MASU_TRY(const loader::BatchPtr batch, m_stream->next(m_stop));
    if (batch == nullptr) break;
    taken += batch->samples;
    MASU_CHECK(step(*batch, i == 0));
  }
  waitUntilFull();
  const double worked = m_stream->report().workerSeconds - workedBefore;
  if (taken > 0) m_measured.loaderSecondsPerSample = worked / m_data.resources.threads / static_cast<double>(taken);
  return {};
}

/// A short last batch is another measurement, of which only its memory could count.
Result<void> Beginning::step(const loader::Batch& batch, bool first) {
  m_measured.batch = std::max(m_measured.batch, batch.samples);
  for (Beginner& beginner : m_beginners) {
    estimate::MeasuredModel& measured = beginner.measured;
    const auto begin = Clock::now();
    const MemoryMeter meter;
    MASU_CHECK(beginner.learner->learn(batch, beginner.trained));
    const double seconds = secondsSince(begin);
    const MemoryReading reading = meter.read();
    if (first) {
      measured.learning = positive(reading.held);
    } else if (batch.samples == m_measured.batch) {
      measured.turn = std::max(measured.turn, positive(reading.peak));
      measured.seconds = measured.seconds == 0 ? seconds : std::min(measured.seconds, seconds);
    }
  }
  return {};
}

Result<void> Beginning::evaluate() {
  for (Beginner& beginner : m_beginners) MASU_CHECK(beginner.learner->finishEpoch());
  if (m_scoring == nullptr) return {};
  MASU_TRY(const loader::BatchPtr batch, m_scoring->next(m_stop));
  if (batch == nullptr) return {};
  std::vector<Score> scores(m_beginners.size(), newScore());
  for (std::size_t i = 0; i < m_beginners.size(); ++i)
    MASU_CHECK(m_beginners[i].learner->evaluate(*batch, 1, scores[i]));
  return {};
}

Result<void> Beginning::save() {
  RunState state;
  for (Beginner& beginner : m_beginners) {
    MASU_CHECK(beginner.learner->checkpointBytes());
    MASU_TRY(std::string text, beginner.learner->state());
    state.modelRuns.push_back({std::move(text), beginner.trained.sums()});
  }
  encodeState(state);
  return {};
}

Result<estimate::Measurement> Beginning::measure() {
  MASU_TRY(m_data, openRunData(m_spec, m_stop));
  const Bytes before = residentMemory();
  MASU_CHECK(openStreams());
  waitUntilFull();
  m_measured.loader = residentMemory() - std::min(residentMemory(), before);
  for (const std::string& model : m_spec.models) MASU_CHECK(make(model));
  MASU_CHECK(learn());
  MASU_CHECK(evaluate());
  MASU_CHECK(save());
  if (m_stop.stop_requested()) return fail(Error::cancelled());
  for (const Beginner& beginner : m_beginners) m_measured.models.push_back(beginner.measured);
  m_measured.peak = flow::peakMemory();
  return m_measured;
}

}  // namespace

Result<estimate::Measurement> measure(const metrics::RunSpec& spec, const std::stop_token& stop) {
  return guarded(kFailed, [&] { return Beginning(spec, stop).measure(); });
}

}  // namespace masu::train

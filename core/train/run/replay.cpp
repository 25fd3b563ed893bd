// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/run/replay.h"

#include <algorithm>
#include <bit>
#include <chrono>
#include <cmath>
#include <optional>
#include <system_error>
#include <utility>
#include <vector>

#include "core/base/hash.h"
#include "core/flow/machine.h"
#include "core/metrics/receipt.h"
#include "core/metrics/step_log.h"
#include "core/table/number_text.h"
#include "core/train/models/compute_facts.h"
#include "core/train/models/confine.h"
#include "core/train/models/guarded.h"
#include "core/train/run/checkpoint_check.h"
#include "core/train/run/model_run.h"
#include "core/train/run/run_directory.h"
#include "core/train/run/run_state.h"

namespace masu::train {

namespace {

namespace fs = std::filesystem;
using metrics::Compared;
using metrics::Difference;

constexpr const char* kFailed = MASU_TEXT("core", "The steps could not be trained again: {0}.");

/// To the last bit.
std::string numberText(double value) {
  return std::isnan(value) ? "NaN" : table::numberText(value, table::DType::f64);
}

/// The models of a run on their way through its steps once more.
class Replay {
 public:
  Replay(const metrics::ReplaySpec& asked, const ReplaySink& sink, const JobContext& job)
      : m_asked(asked), m_sink(sink), m_job(job) {}

  Result<metrics::ReplaySummary> run();

 private:
  using Clock = std::chrono::steady_clock;

  Result<void> open();
  Result<void> checkModels() const;
  void noteSessions();
  void findStates();
  bool wasKept(int epoch) const;
  /// The last step after which a pass may begin to reach this one; 0: at the first.
  std::uint64_t beginFor(std::uint64_t step) const;
  void countSteps();
  Result<void> openStream(const std::string& state);
  Result<void> begin();
  Result<void> beginAt(std::uint64_t done);
  Result<void> trainUpTo(std::uint64_t step);
  Result<void> trainAndCompare(const loader::Batch& batch);
  void compareLoss(std::size_t model);
  Result<void> compareWeights(int epoch);
  void compareRate(std::size_t model);
  Result<void> compareBeginning();
  Result<void> compareFiles();
  /// That of the last step that was trained. Requires: there is one.
  int epoch() const { return static_cast<int>((m_done - 1) / m_receipt.stepsPerEpoch) + 1; }
  bool hasStopped(std::size_t model, int epoch) const;
  void differs(Difference difference) { m_summary.difference = std::move(difference); }
  bool isOver() const { return m_summary.difference.has_value(); }
  void report(bool now);

  const metrics::ReplaySpec& m_asked;
  const ReplaySink& m_sink;
  const JobContext& m_job;
  metrics::RunSpec m_spec;
  metrics::RunReceipt m_receipt;
  metrics::StepLog m_log;
  RunData m_data;
  std::vector<std::uint64_t> m_keptStates;  ///< steps done in the states that were kept, ascending
  std::unique_ptr<loader::BatchStream> m_stream;
  std::vector<ModelRun> m_modelRuns;
  std::uint64_t m_done = 0;  ///< steps, over all epochs
  metrics::ReplayProgress m_progress;
  Clock::time_point m_reported;
  metrics::ReplaySummary m_summary;
};

Result<void> Replay::open() {
  MASU_TRY(m_receipt, metrics::readReceipt(m_asked.run));
  MASU_TRY(m_log, metrics::StepLog::read(m_asked.run / metrics::kStepLogName));
  MASU_TRY(m_spec, metrics::readSpec(m_asked.run));
  MASU_CHECK(checkModels());
  for (const std::uint64_t step : m_asked.steps) {
    if (m_log.has(step)) continue;
    return fail(Errc::notFound, MASU_TEXT("core", "The log of the run in {0} does not have step {1}."),
                {m_asked.run.string(), std::to_string(step)}, {m_asked.run.string()});
  }
  m_spec.dataset = m_asked.dataset;
  m_spec.manifest = m_asked.manifest;
  m_spec.verify = true;
  m_spec.memoryBytes = m_asked.memoryBytes;
  MASU_TRY(m_data, openRunData(m_spec, m_job.stop));
  noteSessions();
  findStates();
  return {};
}

/// The models that are built are those of the spec: receipt and log are asked for each of them by its number.
Result<void> Replay::checkModels() const {
  const bool isOfSpec = metrics::hasModelsOf(m_receipt, m_spec);
  if (isOfSpec && m_log.models() == m_receipt.models.size()) return {};
  const fs::path file = m_asked.run / (isOfSpec ? metrics::kStepLogName : metrics::kReceiptName);
  return fail(Errc::damaged,
              MASU_TEXT("core", "{0} is damaged: its models are not those of spec.json. Copy the run again."),
              {file.string()}, {file.string()});
}

/// Other versions, kernels or processors may give other bits: that is noted, but does not end the replay.
void Replay::noteSessions() {
  const metrics::ReceiptSession here = thisSession(m_spec.threads);
  const auto note = [&](const char* text, const std::string& then, const std::string& now) {
    const Message message{text, {then, now}};
    if (then != now &&
        std::ranges::find(m_summary.notes, message.english(), &Message::english) == m_summary.notes.end())
      m_summary.notes.push_back(message);
  };
  for (const metrics::ReceiptSession& session : m_receipt.sessions) {
    note(MASU_TEXT("core", "The run was trained by Masu {0}, and this is {1}: bits may differ."), session.masu,
         here.masu);
    note(MASU_TEXT("core", "The run was trained with LibTorch {0}, and this is {1}: bits may differ."),
         session.libtorch, here.libtorch);
    note(MASU_TEXT("core", "The run was trained with kernels for {0}, and these are for {1}: bits may differ."),
         session.kernels, here.kernels);
    note(MASU_TEXT("core", "The run was trained on the processor {0}, and this is {1}: bits may differ."),
         session.processor, here.processor);
    note(MASU_TEXT("core", "The run was trained on {0}, and models are on {1} here: bits may differ."), session.device,
         here.device);
  }
}

/// Whether the run's own rule has kept the state after an epoch: of the states with later steps, the last `keep`.
bool Replay::wasKept(int epoch) const {
  if (!keepsEpoch(m_spec, epoch)) return false;
  const auto follows = [this](int other) {
    return m_log.lastStep() > static_cast<std::uint64_t>(other) * m_receipt.stepsPerEpoch;
  };
  const int instead = droppedAt(m_spec, epoch);
  std::error_code ignored;
  const bool isDropped =
      instead > 0 && (follows(instead) || fs::exists(RunDirectory::epochState(m_asked.run, instead), ignored));
  return follows(epoch) && !isDropped;
}

void Replay::findStates() {
  std::error_code ignored;
  for (int epoch = 1; epoch <= m_spec.epochs; ++epoch) {
    const fs::path file = RunDirectory::epochState(m_asked.run, epoch);
    if (fs::exists(file, ignored)) {
      m_keptStates.push_back(static_cast<std::uint64_t>(epoch) * m_receipt.stepsPerEpoch);
    } else if (wasKept(epoch)) {
      m_summary.notes.push_back(
          {MASU_TEXT("core", "{0} no longer exists: steps after it are trained again from an earlier state."),
           {file.string()}});
    }
  }
}

std::uint64_t Replay::beginFor(std::uint64_t step) const {
  const auto after = std::ranges::lower_bound(m_keptStates, step);
  return after == m_keptStates.begin() ? 0 : *std::prev(after);
}

/// How many steps the pass takes altogether.
void Replay::countSteps() {
  std::uint64_t done = 0;
  for (const std::uint64_t step : m_asked.steps) {
    done = std::max(done, beginFor(step));
    m_progress.total += step - std::min(step, done);
    done = std::max(done, step);
  }
}

Result<void> Replay::openStream(const std::string& state) {
  MASU_TRY(const loader::TrainingRequest request, streamRequestOf(m_spec, m_data));
  loader::StreamOptions learning = loader::learningStream(request);
  learning.resume = state;
  m_stream.reset();  // its memory is for the next one
  MASU_TRY(m_stream, train::openStream(m_data.dataset, learning));
  if (m_stream->batchesPerEpoch() == m_receipt.stepsPerEpoch) return {};
  return fail(
      Errc::unsupported,
      MASU_TEXT("core",
                "The run in {0} had {1} steps an epoch, and its order has {2} as computed now, so that its "
                "steps cannot be trained again: use the version of Masu that trained it."),
      {m_asked.run.string(), std::to_string(m_receipt.stepsPerEpoch), std::to_string(m_stream->batchesPerEpoch())},
      {m_asked.run.string()});
}

/// The models as they were before the first step, see compareBeginning().
Result<void> Replay::begin() {
  MASU_CHECK(openStream({}));
  MASU_TRY(m_modelRuns, makeModelRuns(m_spec, m_data, m_receipt.stepsPerEpoch));
  m_done = 0;
  return {};
}

Result<void> Replay::beginAt(std::uint64_t done) {
  if (done == 0) return begin();
  const auto epoch = static_cast<int>(done / m_receipt.stepsPerEpoch);
  const fs::path file = RunDirectory::epochState(m_asked.run, epoch);
  MASU_TRY(const RunState state, readState(file));
  if (state.epoch != epoch + 1 || state.steps != 0 || state.modelRuns.size() != m_receipt.models.size()) {
    return fail(Errc::damaged,
                MASU_TEXT("core", "{0} is damaged: it is not the state after epoch {1}. Remove it to begin before it."),
                {file.string(), std::to_string(epoch)}, {file.string()});
  }
  MASU_CHECK(openStream(state.stream));
  MASU_TRY(m_modelRuns, makeModelRuns(m_spec, m_data, m_receipt.stepsPerEpoch));
  for (std::size_t i = 0; i < m_modelRuns.size(); ++i) MASU_CHECK(m_modelRuns[i].restore(state.modelRuns[i]));
  m_done = done;
  return compareWeights(epoch);
}

/// Whether a model had stopped early before an epoch: validation is not done again. Of an epoch that was not closed the
/// log alone says it.
bool Replay::hasStopped(std::size_t model, int epoch) const {
  const auto noted = std::ranges::find(m_receipt.epochs, epoch, &metrics::ReceiptEpoch::epoch);
  if (noted != m_receipt.epochs.end()) return noted->weights[model].empty();
  return m_log.has(m_done) && std::isnan(m_log.loss(m_done, model));
}

void Replay::compareRate(std::size_t model) {
  const double expected = m_receipt.models[model].learningRate;
  const double found = m_modelRuns[model].learner->highestRate();
  if (std::bit_cast<std::uint64_t>(expected) == std::bit_cast<std::uint64_t>(found)) return;
  differs({Compared::spec,
           modelName(m_receipt, model),
           0,
           0,
           numberText(expected),
           numberText(found),
           {MASU_TEXT("core", "The learning rate of {0} is {1} in the receipt, and {2} by the settings of the run."),
            {m_receipt.models[model].model, numberText(expected), numberText(found)}}});
}

/// Wherever the steps begin that are trained again: what the models were before the first one follows from the
/// settings.
Result<void> Replay::compareBeginning() {
  MASU_TRY(m_modelRuns, makeModelRuns(m_spec, m_data, m_receipt.stepsPerEpoch));
  for (std::size_t i = 0; i < m_modelRuns.size() && !isOver(); ++i) compareRate(i);
  if (!isOver()) MASU_CHECK(compareWeights(0));
  m_modelRuns.clear();
  return {};
}

/// Before any step: it takes less time, and does not depend on the machine.
Result<void> Replay::compareFiles() {
  MASU_TRY(CheckpointCheck check, compareCheckpoints(m_spec, m_receipt, m_data, m_job.stop));
  m_summary.files = check.equal;
  m_summary.difference = std::move(check.difference);
  m_summary.notes.insert(m_summary.notes.end(), check.notes.begin(), check.notes.end());
  return {};
}

Result<void> Replay::compareWeights(int epoch) {
  const auto noted = std::ranges::find(m_receipt.epochs, epoch, &metrics::ReceiptEpoch::epoch);
  if (epoch > 0 && noted == m_receipt.epochs.end()) return {};
  for (std::size_t i = 0; i < m_modelRuns.size() && !isOver(); ++i) {
    const std::string& expected = epoch == 0 ? m_receipt.models[i].initial : noted->weights[i];
    if (expected.empty()) continue;
    MASU_TRY(const std::string found, m_modelRuns[i].learner->weightsHash());
    if (found == expected) {
      ++m_summary.weights;
      continue;
    }
    Message message{MASU_TEXT("core", "The weights of {0} before the first step are not those of the receipt."),
                    {modelName(m_receipt, i)}};
    if (epoch > 0) {
      message = {MASU_TEXT("core", "The weights of {0} after epoch {1} are not those of the receipt."),
                 {modelName(m_receipt, i), std::to_string(epoch)}};
    }
    differs({Compared::weights, modelName(m_receipt, i), epoch, m_done, expected, found, std::move(message)});
  }
  return {};
}

void Replay::compareLoss(std::size_t model) {
  const double expected = m_log.loss(m_done, model);
  const double found = m_modelRuns[model].trained.lastLoss();
  if (std::bit_cast<std::uint64_t>(expected) == std::bit_cast<std::uint64_t>(found)) return;
  differs({Compared::loss,
           modelName(m_receipt, model),
           epoch(),
           m_done,
           numberText(expected),
           numberText(found),
           {MASU_TEXT("core", "The loss of {0} at step {1} is {2}, and {3} in the log of the run."),
            {modelName(m_receipt, model), std::to_string(m_done), numberText(found), numberText(expected)}}});
}

Result<void> Replay::trainAndCompare(const loader::Batch& batch) {
  if (m_done % m_receipt.stepsPerEpoch == 0) {
    for (ModelRun& modelRun : m_modelRuns) modelRun.trained = newScoreOf(m_data);
  }
  ++m_done;
  const bool isLogged = m_log.has(m_done);
  const std::uint64_t order = metrics::orderOf(batch.indices);
  if (isLogged && order != m_log.order(m_done)) {
    differs({Compared::order,
             {},
             epoch(),
             m_done,
             hex64(m_log.order(m_done)),
             hex64(order),
             {MASU_TEXT("core", "The batch of step {0} has other samples, or has them in another order."),
              {std::to_string(m_done)}}});
    return {};
  }
  for (std::size_t i = 0; i < m_modelRuns.size() && !isOver(); ++i) {
    ModelRun& modelRun = m_modelRuns[i];
    if (modelRun.stoppedEarly || hasStopped(i, epoch())) continue;
    MASU_CHECK(modelRun.learner->learn(batch, modelRun.trained));
    if (batch.lastOfEpoch) MASU_CHECK(modelRun.learner->finishEpoch());
    if (isLogged) compareLoss(i);
  }
  if (isOver()) return {};
  if (isLogged) ++m_summary.steps;
  return batch.lastOfEpoch ? compareWeights(epoch()) : Result<void>();
}

void Replay::report(bool now) {
  constexpr std::chrono::milliseconds kBetween{100};
  if (!m_sink || (!now && Clock::now() - m_reported < kBetween)) return;
  m_reported = Clock::now();
  m_sink(m_progress);
}

Result<void> Replay::trainUpTo(std::uint64_t step) {
  while (m_done < step && !isOver()) {
    if (m_job.stopRequested()) return fail(Error::cancelled());
    MASU_TRY(const loader::BatchPtr batch, m_stream->next(m_job.stop));
    if (batch == nullptr) {
      return fail(Errc::damaged,
                  MASU_TEXT("core", "The run in {0} ends with step {1}, so that its log is damaged: it has step {2}."),
                  {m_asked.run.string(), std::to_string(m_done), std::to_string(step)}, {m_asked.run.string()});
    }
    MASU_CHECK(trainAndCompare(*batch));
    ++m_progress.done;
    report(false);
  }
  return {};
}

Result<metrics::ReplaySummary> Replay::run() {
  MASU_CHECK(open());
  MASU_CHECK(compareBeginning());
  if (!isOver()) MASU_CHECK(compareFiles());
  countSteps();
  report(true);
  for (const std::uint64_t step : m_asked.steps) {
    if (isOver()) break;
    const std::uint64_t from = beginFor(step);
    if (m_stream == nullptr || from > m_done) MASU_CHECK(beginAt(from));
    MASU_CHECK(trainUpTo(step));
  }
  report(true);
  return std::move(m_summary);
}

}  // namespace

Result<metrics::ReplaySummary> replay(const metrics::ReplaySpec& spec, const ReplaySink& sink, const JobContext& job) {
  return guarded(kFailed, [&] { return Replay(spec, sink, job).run(); });
}

}  // namespace masu::train

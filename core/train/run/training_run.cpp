// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/run/training_run.h"

#include <algorithm>
#include <sstream>
#include <utility>

#include "core/flow/machine.h"
#include "core/io/confinement.h"
#include "core/io/file.h"
#include "core/metrics/run_files.h"
#include "core/metrics/run_log.h"
#include "core/store/read/content_hash.h"
#include "core/train/models/confine.h"
#include "core/train/run/checkpoint.h"
#include "core/train/run/temperature_scaling.h"

namespace masu::train {

namespace {

Result<void> checkSpec(const metrics::RunSpec& spec, bool resumed) {
  if (spec.models.empty()) {
    return fail(Errc::invalidArgument, MASU_TEXT("core", "Name at least one model to train."));
  }
  if (spec.epochs < 1 || spec.batch < 1) {
    return fail(Errc::invalidArgument, MASU_TEXT("core",
                                                 "A training run needs at least one epoch and a batch of at "
                                                 "least one sample."));
  }
  // A run of an earlier version may have 0 for the default rate, which it is resumed with.
  if (resumed) return {};
  MASU_CHECK(metrics::checkNumbers(spec));
  return metrics::checkClosedForm(spec);
}

/// The spec of a resumed run is its own, wherever folder and dataset are by now.
Result<metrics::RunSpec> storedSpec(const metrics::RunSpec& asked) {
  MASU_TRY(metrics::RunSpec spec, metrics::readSpec(asked.out));
  if (!asked.dataset.empty()) spec.dataset = asked.dataset;
  spec.timeoutSeconds = asked.timeoutSeconds;
  return spec;
}

/// Whether every model was trained to its end, as the log of a run has it.
bool hasEnded(const std::filesystem::path& out) {
  const auto models = metrics::RunLog::read(out / metrics::kEventLogName);
  return models && !models->empty() && std::ranges::all_of(*models, &metrics::RunSummary::tested);
}

Result<void> checkPatience(const metrics::RunSpec& spec, const DatasetSummary& summary) {
  if (spec.patience == 0 || summary.samplesOf(store::Split::validation) > 0) return {};
  return fail(Errc::invalidArgument,
              MASU_TEXT("core",
                        "Training cannot stop early, since {0} has no samples for validation in this split. Leave "
                        "--patience out, or split the dataset with a share for validation."),
              {spec.dataset.string()}, {spec.dataset.string(), 0, 0});
}

Result<RunState> storedState(const std::filesystem::path& out) {
  const std::filesystem::path file = RunDirectory::stateFile(out);
  std::error_code failure;
  if (std::filesystem::exists(file, failure)) return readState(file);
  if (std::filesystem::exists(out / metrics::kSpecName, failure) && !hasEnded(out)) {
    // The first epoch saves its models before the state, so that a run may be killed between the two.
    if (metrics::hasCheckpoint(out)) {
      return fail(Errc::notFound,
                  MASU_TEXT("core",
                            "The run in {0} was killed after it had saved a model, but before the state to resume "
                            "from. The model can be used, but the run cannot be resumed: start it again in another "
                            "folder, or here with --overwrite."),
                  {out.string()}, {out.string(), 0, 0});
    }
    return fail(Errc::notFound,
                MASU_TEXT("core",
                          "The run in {0} was stopped before its first checkpoint, so there is nothing to resume: "
                          "start it again with --overwrite."),
                {out.string()}, {out.string(), 0, 0});
  }
  return fail(Errc::notFound,
              MASU_TEXT("core", "There is nothing to resume in {0}: the run there has ended, or never began."),
              {out.string()}, {out.string(), 0, 0});
}

}  // namespace

Result<void> TrainingRun::prepare(const std::stop_token& stop) {
  const metrics::RunSpec asked = m_spec;
  RunState state;
  std::optional<metrics::RunReceipt> receipt;
  if (asked.resume && isWriter()) {
    MASU_TRY(m_lock, metrics::RunLock::take(asked.out));
    MASU_CHECK(metrics::settleReplacement(asked.out));
    MASU_TRY(state, storedState(asked.out));
    MASU_TRY(m_spec, storedSpec(asked));
    MASU_TRY(receipt, storedReceipt());
  }
  MASU_CHECK(shareStart(asked, state));
  MASU_CHECK(checkSpec(m_spec, asked.resume));
  MASU_TRY(m_data, openRunData(m_spec, stop));
  MASU_TRY(m_content, store::contentHashIfAny(*m_data.dataset));
  MASU_CHECK(asked.resume ? checkSameData(state, receipt) : checkPatience(m_spec, m_data.summary));
  MASU_CHECK(checkCalibration(m_spec, m_data.summary, m_ranks == nullptr ? 1 : m_ranks->world()));
  // What was detected is part of the run: resumed elsewhere, it has to compute and to shuffle as it did.
  m_spec.threads = m_data.resources.threads;
  m_spec.memoryBytes = m_data.resources.memoryBytes;
  // After the last epoch nothing is streamed any more, but the run is still to be tested.
  MASU_CHECK(openStreams(state.epoch <= m_spec.epochs ? state.stream : std::string()));
  MASU_TRY(m_modelRuns, makeModelRuns(m_spec, m_data, m_stepsPerEpoch));
  MASU_CHECK(checkAlike());
  return asked.resume ? restore(state, std::move(receipt)) : start();
}

Result<void> TrainingRun::start() {
  if (!isWriter()) return {};
  if (!m_spec.out.empty()) {
    Result<metrics::RunLock> lock;
    io::unconfined([&] { lock = metrics::RunLock::take(m_spec.out); });
    MASU_TRY(m_lock, std::move(lock));
  }
  const RunNotes notes = {dataNote(m_spec, *m_data.dataset, m_data.summary), m_data.dataset->meta().recipe};
  MASU_TRY(m_directory, RunDirectory::create(m_spec, notes, m_stepsPerEpoch));
  for (const ModelRun& modelRun : m_modelRuns) {
    MASU_CHECK(report(metrics::RunStarted{modelRun.number, modelRun.plan.model, modelRun.learner->parameters(),
                                          m_spec.epochs, m_stepsPerEpoch, modelRun.learner->highestRate(),
                                          m_data.confinement, m_devices, modelRun.plan.repeat}));
  }
  return beginReceipt();
}

Result<void> TrainingRun::checkSameData(const RunState& state,
                                        const std::optional<metrics::RunReceipt>& receipt) const {
  if (m_data.dataset->meta().parent == state.dataset) {
    return fail(Errc::invalidArgument,
                MASU_TEXT("core",
                          "{0} has grown by `masu append` since the run in {1} learned from it, so the run cannot be "
                          "resumed. Put a copy from before in its place."),
                {m_spec.dataset.string(), m_spec.out.string()}, {m_spec.out.string(), 0, 0});
  }
  const bool isOther = receipt && receipt->content != m_content;
  if (isOther || state.dataset != m_data.summary.uuid || state.splitHash != m_data.summary.splitHash) {
    return fail(
        Errc::invalidArgument,
        MASU_TEXT("core",
                  "The run in {0} learned from another dataset or split than {1} is now, so it cannot be resumed."),
        {m_spec.out.string(), m_spec.dataset.string()}, {m_spec.out.string(), 0, 0});
  }
  return {};
}

Result<void> TrainingRun::restore(const RunState& state, std::optional<metrics::RunReceipt> receipt) {
  m_epoch = state.epoch;
  m_step = state.steps;
  if (isWriter()) {
    MASU_TRY(m_order, storedOrder());
    MASU_TRY(m_directory, RunDirectory::reopen(m_spec, state.logBytes, m_stepsPerEpoch));
  }
  for (std::size_t i = 0; i < m_modelRuns.size() && i < state.modelRuns.size(); ++i) {
    MASU_CHECK(m_modelRuns[i].restore(state.modelRuns[i]));
  }
  if (!isWriter()) return {};
  MASU_CHECK(resumeReceipt(std::move(receipt)));
  return replayEvents();
}

/// Whoever listens to a resumed run gets to know of all of it.
Result<void> TrainingRun::replayEvents() const {
  constexpr std::uint64_t kMostBytes = std::uint64_t{1} << 32U;
  MASU_TRY(const std::string text, io::readText(m_directory.eventLog(), kMostBytes));
  std::istringstream lines(text);
  for (std::string line; m_sink && std::getline(lines, line);) {
    MASU_TRY(const metrics::RunEvent event, metrics::eventFromJsonLine(line));
    m_sink(event);
  }
  return {};
}

Result<void> TrainingRun::openStreams(const std::string& state) {
  MASU_TRY(const loader::TrainingRequest request, streamRequestOf(m_spec, m_data));
  loader::StreamOptions learning = loader::learningStream(request);
  learning.resume = state;
  MASU_TRY(m_streams.train, openStream(m_data.dataset, learning));
  m_stepsPerEpoch = m_streams.train->batchesPerEpoch();
  m_spec.blocks = m_streams.train->report().blocks;
  m_streams.queueCapacity = m_streams.train->report().setting.ahead;
  if (m_data.summary.samplesOf(store::Split::test) > 0) {
    // Opened after the last epoch, when it would be too late to report an error.
    MASU_CHECK(checkStream(m_data.dataset, loader::scoringStream(request, store::Split::test)));
  }
  if (m_data.summary.samplesOf(store::Split::validation) == 0) return {};
  const auto scoring = loader::scoringStream(request, store::Split::validation);
  MASU_TRY(m_streams.validation, openStream(m_data.dataset, scoring));
  return {};
}

Result<void> TrainingRun::report(const metrics::RunEvent& event) {
  if (!isWriter()) {
    if (m_sink && std::holds_alternative<metrics::Failed>(event)) m_sink(event);
    return {};
  }
  // Before it is announced: a run whose end cannot be written has failed.
  MASU_CHECK(m_directory.append(event));
  // A checkpoint is announced where it can be found.
  if (m_directory.isReplacing() && std::holds_alternative<metrics::CheckpointWritten>(event)) {
    m_unannounced.push_back(event);
  } else if (m_sink) {
    m_sink(event);
  }
  return {};
}

Result<void> TrainingRun::execute(const JobContext& job, Pause* pause) {
  m_pause = pause;
  const auto begun = Clock::now();
  job.progress.begin(MASU_TEXT("core", "Training"), static_cast<std::uint64_t>(m_spec.epochs) * m_stepsPerEpoch,
                     Progress::Unit::steps);
  job.progress.add(stepsSoFar());
  while (m_epoch <= m_spec.epochs && !allStoppedEarly()) {
    const auto begin = Clock::now() - m_paused;
    Result<void> done = trainEpoch(job);
    if (done) done = closeEpoch(job.stop, secondsOf(Clock::now() - m_paused - begin));
    if (!done) {
      if (done.error().code == Errc::cancelled) MASU_CHECK(saveInterrupted());
      return done;
    }
    const bool first = m_epoch == 1;
    ++m_epoch;
    m_step = 0;
    MASU_CHECK(keepEpochState());
    if (first || isSaveDue()) MASU_CHECK(saveState());
  }
  return finish(job.stop, begun);
}

Result<void> TrainingRun::finish(const std::stop_token& stop, Clock::time_point begin) {
  const double starved = m_streams.train->report().starvedFraction;
  m_loaderSeconds += m_streams.train->report().workerSeconds;
  if (m_streams.validation != nullptr) m_loaderSeconds += m_streams.validation->report().workerSeconds;
  MASU_CHECK(test(stop));
  MASU_CHECK(writeReceipt(true));
  const double seconds = secondsOf(Clock::now() - m_paused - begin);
  // Before the state goes: where this cannot be written, the run is still to be resumed.
  MASU_CHECK(report(metrics::Finished{starved, flow::peakMemory().value, m_loaderSeconds, seconds}));
  if (!isWriter()) return endTogether();
  io::unconfined([&] {
    std::error_code ignored;
    std::filesystem::remove(RunDirectory::stateFile(m_spec.out), ignored);
  });
  return endTogether();
}

bool TrainingRun::isSaveDue() const {
  return secondsOf(Clock::now() - m_saved) >= m_spec.saveSeconds;
}

Result<RunState> TrainingRun::currentState() const {
  RunState state{m_data.summary.uuid,      m_data.summary.splitHash, m_epoch, m_step,
                 m_streams.train->state(), m_directory.logBytes(),   {}};
  for (const ModelRun& modelRun : m_modelRuns) {
    MASU_TRY(ModelRunState kept, modelRun.state());
    state.modelRuns.push_back(std::move(kept));
  }
  return state;
}

Result<void> TrainingRun::saveState() {
  if (!isWriter()) return {};
  MASU_CHECK(writeMissingCheckpoints());
  MASU_CHECK(m_directory.flushSteps());
  MASU_TRY(const RunState state, currentState());
  MASU_CHECK(writeState(m_directory.placeOf(m_directory.stateFile()), state));
  m_saved = Clock::now();
  return takePlace();
}

Result<void> TrainingRun::keepEpochState() const {
  if (!isWriter()) return {};
  const int epoch = m_epoch - 1;
  const bool isLast = epoch == m_spec.epochs || allStoppedEarly();
  if (!keepsEpoch(m_spec, epoch) || isLast) return {};
  MASU_TRY(const RunState state, currentState());
  MASU_CHECK(writeState(m_directory.placeOf(m_directory.epochState(epoch)), state));
  const int old = droppedFor(m_spec, epoch);
  return old < 1 ? Result<void>() : metrics::removeRunFile(m_directory.epochState(old));
}

/// Before an earlier run is replaced, the new one has a checkpoint of every model, also in the middle of its first
/// epoch.
Result<void> TrainingRun::writeMissingCheckpoints() {
  if (!m_directory.isReplacing()) return {};
  std::error_code ignored;
  for (const ModelRun& modelRun : m_modelRuns) {
    const std::filesystem::path file = m_directory.lastCheckpoint(modelRun.number);
    if (!std::filesystem::exists(m_directory.placeOf(file), ignored)) MASU_CHECK(writeCheckpoint(modelRun, file));
  }
  return {};
}

Result<void> TrainingRun::takePlace() {
  if (!m_directory.isReplacing()) return {};
  MASU_CHECK(m_directory.completeReplacement());
  for (const metrics::RunEvent& event : m_unannounced) {
    if (m_sink) m_sink(event);
  }
  m_unannounced.clear();
  return {};
}

/// What was learned before the first time that a run is saved is worth less than an earlier run, which a stop that
/// comes so soon may well be meant to keep.
Result<void> TrainingRun::saveInterrupted() {
  if (!isWriter()) return {};
  if (m_directory.isReplacing()) {
    return fail(Errc::cancelled,
                MASU_TEXT("core",
                          "The training was cancelled before its first checkpoint, so the earlier run in {0} was not "
                          "replaced."),
                {m_spec.out.string()}, {m_spec.out.string()});
  }
  MASU_CHECK(reportStepsSoFar());
  for (const ModelRun& modelRun : m_modelRuns) {
    if (!modelRun.stoppedEarly) MASU_CHECK(writeCheckpoint(modelRun, m_directory.lastCheckpoint(modelRun.number)));
  }
  MASU_CHECK(writeReceipt(false));
  return saveState();
}

}  // namespace masu::train

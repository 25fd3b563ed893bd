// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tasks/train/train_task.h"

#include <algorithm>
#include <csignal>
#include <cstring>
#include <optional>
#include <system_error>

#include "core/flow/machine.h"
#include "core/flow/process_group.h"
#include "core/io/file.h"
#include "core/io/targets.h"
#include "core/metrics/receipt.h"
#include "core/metrics/run_event.h"
#include "core/metrics/run_files.h"
#include "core/metrics/run_lock.h"
#include "core/metrics/run_replacement.h"
#include "core/metrics/spec_options.h"
#include "core/shards/write/export_receipt.h"
#include "core/store/read/dataset.h"
#include "core/tasks/train/cross_validation.h"
#include "core/tasks/train/recipe_task.h"
#include "core/tasks/worker/worker_process.h"

namespace masu::tasks {

namespace {

/// Of the files whose names a run has, one that belongs to none: there is no run in the folder, or an export wrote its
/// receipt there. The empty path where all are of a run.
Result<std::filesystem::path> foreignFile(const std::filesystem::path& folder) {
  constexpr std::uint64_t kMostReceiptBytes = std::uint64_t{1} << 24U;
  MASU_TRY(const std::vector<std::filesystem::path> files, metrics::runFilesIn(folder));
  std::error_code failure;
  if (files.empty()) return std::filesystem::path();
  if (!std::filesystem::exists(folder / metrics::kSpecName, failure)) return files.front();
  const std::filesystem::path receipt = folder / metrics::kReceiptName;
  const auto text = io::readText(receipt, kMostReceiptBytes);
  const bool isOfExport = text && shards::exportReceiptFrom(*text, receipt);
  return isOfExport ? std::filesystem::path(metrics::kReceiptName) : std::filesystem::path();
}

/// Errors: the folder holds a file that a run would replace, and that is not of one; the run would read what it
/// replaces.
Result<void> checkReplaceable(const TrainRequest& request) {
  const std::filesystem::path& folder = request.spec.out;
  MASU_TRY(const std::filesystem::path foreign, foreignFile(folder));
  if (!foreign.empty()) {
    return fail(Errc::exists,
                MASU_TEXT("core",
                          "{0} holds {1}, which is not a file of a training run, so that --overwrite does not replace "
                          "it. Choose another folder, or move that file away."),
                {folder.string(), foreign.string()}, {(folder / foreign).string()});
  }
  std::vector<std::filesystem::path> read(request.spec.models.begin(), request.spec.models.end());
  read.emplace_back(request.spec.dataset);
  return io::checkTargets(read, std::vector<io::OutputTarget>{{folder, "--out", true}});
}

/// A folder that does not exist or is empty is free; anything else may hold a run that somebody still wants.
Result<void> checkFolder(const TrainRequest& request) {
  const std::filesystem::path& folder = request.spec.out;
  std::error_code failure;
  if (folder.empty()) return fail(unnamedRunFolder());
  if (!std::filesystem::exists(folder, failure)) return {};
  if (!std::filesystem::is_directory(folder, failure)) return fail(fileAsRunFolder(folder));
  if (metrics::RunLock::isHeld(folder)) return fail(metrics::RunLock::heldError(folder));
  const bool empty = std::filesystem::is_empty(folder, failure);
  if (failure) return fail(Error::fromErrno(failure.value(), folder.string()));
  if (empty) return {};
  if (request.overwrite) return checkReplaceable(request);
  const auto has = [&](const char* name) { return std::filesystem::exists(folder / name, failure); };
  if (has(metrics::kSpecName) && !has(metrics::kStateName) && !metrics::hasCheckpoint(folder)) {
    return fail(Errc::exists,
                MASU_TEXT("core",
                          "The run in {0} was stopped before its first checkpoint: start it again with --overwrite, or "
                          "choose another folder."),
                {folder.string()}, {folder.string(), 0, 0});
  }
  return fail(takenRunFolder(folder));
}

constexpr const char* kTimeout = "timeout_seconds";

bool isStated(const TrainRequest& request, const std::string& name) {
  return std::find(request.stated.begin(), request.stated.end(), name) != request.stated.end();
}

/// What was asked for besides going on must be what the run does anyway.
Result<void> checkStated(const TrainRequest& request) {
  const std::filesystem::path& folder = request.spec.out;
  std::error_code failure;
  if (!std::filesystem::exists(folder / metrics::kSpecName, failure)) {
    if (std::filesystem::exists(folder / kCrossValidationName, failure)) {
      return fail(Errc::invalidArgument,
                  MASU_TEXT("core", "{0} holds a cross-validation: resume it by --resume with --cross-validate."),
                  {folder.string()}, {folder.string(), 0, 0});
    }
    return fail(Errc::notFound, MASU_TEXT("core", "There is no training run in {0} to resume."), {folder.string()},
                {folder.string(), 0, 0});
  }
  if (metrics::RunLock::isHeld(folder)) return fail(metrics::RunLock::heldError(folder));
  MASU_TRY(const metrics::RunSpec stored, metrics::readSpec(folder));
  return checkAsStored(request, stored);
}

/// What the worker reported, line by line.
class Listener {
 public:
  Listener(metrics::RunLog& log, const JobContext& job) : m_log(log), m_job(job) {}

  void hear(std::string_view line) {
    // LibTorch may print a warning of its own to stdout; a line that is not an event is not a failure.
    const auto event = metrics::eventFromJsonLine(line);
    if (!event) return;
    m_log.add(*event);
    std::visit([this](const auto& one) { note(one); }, *event);
  }

  const std::optional<Error>& failure() const { return m_failure; }
  const std::string& checkpoint() const { return m_checkpoint; }

 private:
  void note(const metrics::RunStarted& event) {
    if (event.run != 0) return;
    m_job.progress.begin(MASU_TEXT("core", "Training"), static_cast<std::uint64_t>(event.epochs) * event.stepsPerEpoch,
                         Progress::Unit::steps);
  }
  void note(const metrics::StepDone& event) {
    if (event.run == 0) m_job.progress.set(event.step);
  }
  void note(const metrics::CheckpointWritten& event) { m_checkpoint = event.path; }
  void note(const metrics::Failed& event) { m_failure = event.error; }
  template <class Event>
  void note(const Event&) {}

  metrics::RunLog& m_log;
  const JobContext& m_job;
  std::optional<Error> m_failure;
  std::string m_checkpoint;
};

std::string lastLineOf(std::string text) {
  text.erase(text.find_last_not_of(" \n\t") + 1);
  return text.substr(text.find_last_of('\n') + 1);
}

void noteSharing(const metrics::Finished& totals, TrainOutcome& outcome) {
  double learning = 0;
  for (const metrics::RunSummary& run : outcome.runs) learning += run.seconds;
  const auto runs = static_cast<double>(outcome.runs.size());
  outcome.loaderSeconds = totals.loaderSeconds;
  outcome.seconds = totals.seconds;
  outcome.separateLoaderSeconds = runs * totals.loaderSeconds;
  outcome.separateSeconds = learning + runs * std::max(0.0, totals.seconds - learning);
}

/// Networks compute in f32, whatever labels are stored as.
std::vector<Message> notesOn(const std::filesystem::path& file) {
  const auto dataset = store::Dataset::open(file);
  const store::ObjectInfo* labels = dataset ? (*dataset)->find("labels") : nullptr;
  const bool values = labels != nullptr && (*dataset)->meta().target == store::Target::values;
  if (!values || labels->dtype == table::DType::f32) return {};
  return {{MASU_TEXT("core", "Labels are stored as {0}; models learn and predict them as f32, to about 7 digits."),
           {std::string(table::name(labels->dtype))}}};
}

Error workerFailure(const WorkerEnd& end, const std::string& checkpoint) {
  const std::string kept = checkpoint.empty() ? "" : checkpoint;
  if (end.signal == SIGKILL) {
    if (kept.empty()) {
      return {Errc::child, MASU_TEXT("core",
                                     "The training worker was killed, most likely because memory ran out; no "
                                     "checkpoint was written yet: choose a smaller batch or model.")};
    }
    return {Errc::child,
            MASU_TEXT("core",
                      "The training worker was killed, most likely because memory ran out; the last checkpoint "
                      "is {0}: choose a smaller batch or model."),
            {kept},
            {kept, 0, 0}};
  }
  const std::string reason = end.signal != 0 ? std::string(strsignal(end.signal)) : lastLineOf(end.complaint);
  const std::string number = std::to_string(end.signal != 0 ? end.signal : end.exitCode);
  if (kept.empty()) {
    return {Errc::child,
            MASU_TEXT("core", "The training worker ended unexpectedly ({0}: {1}); no checkpoint was written yet."),
            {number, reason}};
  }
  return {Errc::child,
          MASU_TEXT("core", "The training worker ended unexpectedly ({0}: {1}); the last checkpoint is {2}."),
          {number, reason, kept},
          {kept, 0, 0}};
}

/// What a launcher has set that makes this process the only one.
std::string_view nameOfWorld(flow::Launcher launcher) {
  switch (launcher) {
    case flow::Launcher::torchrun:
      return "WORLD_SIZE";
    case flow::Launcher::openMpi:
      return "OMPI_COMM_WORLD_SIZE";
    case flow::Launcher::mpich:
      return "PMI_SIZE";
    case flow::Launcher::slurm:
      return "SLURM_STEP_NUM_TASKS";
    case flow::Launcher::none:
      break;
  }
  return {};
}

/// What was asked for as numbers: a batch that is left to the recipe will have room for the slices.
metrics::RunSpec numbersOf(const TrainRequest& request) {
  constexpr std::uint64_t kMostSlices = std::uint64_t{1} << 31U;
  metrics::RunSpec spec = request.spec;
  const bool isChosen = spec.epochs == metrics::kAutoEpochs && !isStated(request, "batch");
  if (isChosen && spec.slices < kMostSlices) spec.batch = std::max(spec.batch, 2 * spec.slices);
  return spec;
}

/// Of the processes that train a run together only rank 0 looks at its folder, where it may be writing already.
Result<void> checkRequest(const TrainRequest& request, const flow::ProcessGroup& place) {
  if (place.isAlone() && isStated(request, kTimeout)) {
    if (place.launcher != flow::Launcher::none) {
      return fail(Errc::invalidArgument,
                  MASU_TEXT("core",
                            "--timeout is how long processes that train together wait for each other, and {0} is 1 in "
                            "the environment, so that there are no others: leave it out, or start several processes."),
                  {nameOfWorld(place.launcher)});
    }
    return fail(Errc::invalidArgument,
                MASU_TEXT("core",
                          "--timeout is how long processes that train together wait for each other, and this one was "
                          "started alone: leave it out, or start several by srun, mpirun or with RANK and WORLD_SIZE "
                          "set."));
  }
  if (!request.spec.resume) {
    MASU_CHECK(metrics::checkNumbers(numbersOf(request)));
    MASU_CHECK(metrics::checkClosedForm(request.spec, request.stated));
  }
  if (place.rank > 0) return {};
  if (!request.spec.out.empty()) MASU_CHECK(metrics::completeReplacement(request.spec.out));
  return request.spec.resume ? checkStated(request) : checkFolder(request);
}

/// Several processes choose the same, since they see the same data. A run that is resumed has its own.
Result<metrics::RunSpec> specFor(const TrainRequest& request, const flow::ProcessGroup& place,
                                 const std::stop_token& stop) {
  metrics::RunSpec spec = request.spec;
  spec.overwrite = request.overwrite;
  spec.threads = flow::resolve({spec.threads, spec.memoryBytes}, place).threads;
  if (!place.isAlone() && spec.slices == 1 && !isStated(request, "slices")) spec.slices = metrics::kSlicesOfRanks;
  if (spec.resume) return spec;
  return chooseRecipe(spec, request.stated, stop);
}

std::vector<metrics::RecipeChoice> recipeOf(const metrics::RunSpec& spec) {
  if (!spec.resume) return spec.recipe;
  const auto stored = metrics::readSpec(spec.out);
  return stored ? stored->recipe : std::vector<metrics::RecipeChoice>();
}

std::uint64_t blocksOf(const std::filesystem::path& run) {
  const auto receipt = metrics::readReceipt(run);
  return receipt && !receipt->balance ? receipt->blocks : 0;
}

}  // namespace

Result<void> checkAsStored(const TrainRequest& request, const metrics::RunSpec& stored) {
  const std::filesystem::path& folder = request.spec.out;
  const bool asksForRecipe = request.spec.epochs == metrics::kAutoEpochs;
  for (const std::string& name : metrics::differences(request.spec, stored)) {
    if (!isStated(request, name) || name == kTimeout) continue;
    if (name == "epochs" && asksForRecipe && !stored.recipe.empty()) continue;
    return fail(Errc::invalidArgument,
                MASU_TEXT("core",
                          "The run in {0} has another {1} than asked for now: leave that out to resume it, or start a "
                          "run in another folder."),
                {folder.string(), metrics::optionOf(name)}, {folder.string(), 0, 0});
  }
  return {};
}

Error unnamedRunFolder() {
  return {Errc::invalidArgument, MASU_TEXT("core", "Name the folder that the training run is to write.")};
}

Error fileAsRunFolder(const std::filesystem::path& folder) {
  return {Errc::exists,
          MASU_TEXT("core", "{0} is a file; a training run needs a folder: choose another name."),
          {folder.string()},
          {folder.string(), 0, 0}};
}

Error takenRunFolder(const std::filesystem::path& folder) {
  return {Errc::exists,
          MASU_TEXT("core",
                    "The folder {0} is not empty: choose another one for this training run, or allow it to "
                    "be overwritten."),
          {folder.string()},
          {folder.string(), 0, 0}};
}

Result<void> checkBeforeTraining(const TrainRequest& request) {
  MASU_TRY(const flow::ProcessGroup place, flow::processGroupFrom(flow::processEnvironment()));
  return checkRequest(request, place);
}

std::vector<std::string> modelsFor(const store::Dataset& dataset) {
  if (dataset.meta().kind == store::SampleKind::waveform) return {"cnn1d", "resnet1d", "rocket", "mlp", "linear"};
  if (dataset.sampleShape().size() > 1) return {"cnn2d", "mlp", "linear"};
  return {"mlp", "linear"};
}

Result<TrainOutcome> train(const TrainRequest& request, metrics::RunLog& log, const JobContext& job) {
  MASU_TRY(const flow::ProcessGroup place, flow::processGroupFrom(flow::processEnvironment()));
  MASU_CHECK(checkRequest(request, place));
  MASU_TRY(const std::filesystem::path program, findTrainingWorker());
  job.progress.begin(MASU_TEXT("core", "Starting the training worker"), 0, Progress::Unit::steps);
  MASU_TRY(const metrics::RunSpec spec, specFor(request, place, job.stop));
  if (place.rank == 0 && !spec.resume) log.setSpec(spec);
  Listener listener(log, job);
  const WorkerCommand command{program, {"run"}, metrics::toJson(spec), spec.threads};
  MASU_TRY(const WorkerEnd end,
           runWorker(
               command, [&](std::string_view line) { listener.hear(line); }, job.stop, request.paused.get()));
  const bool hasEndedWell = end.signal == 0 && end.exitCode == 0;
  TrainOutcome outcome;
  outcome.rank = place.rank;
  outcome.world = place.world;
  if (place.rank > 0 && hasEndedWell) return outcome;
  if (log.finished()) {
    outcome.runs = log.runs();
    outcome.starvedFraction = log.totals().starvedFraction;
    outcome.peakMemoryBytes = flow::peakMemory().value + std::max(end.peakMemoryBytes, log.totals().peakMemoryBytes);
    noteSharing(log.totals(), outcome);
    outcome.blocks = blocksOf(spec.out);
    outcome.recipe = recipeOf(spec);
    outcome.notes = notesOn(spec.dataset);
    return outcome;
  }
  const bool stopped = job.stopRequested();
  // Of a stop the worker knows which run is in the folder.
  if (listener.failure() && (!stopped || listener.failure()->code == Errc::cancelled)) return fail(*listener.failure());
  return fail(stopped ? Error::cancelled() : workerFailure(end, listener.checkpoint()));
}

Result<std::vector<metrics::RateCurve>> findRates(const metrics::RunSpec& asked, const JobContext& job) {
  MASU_CHECK(metrics::checkNumbers(asked));
  MASU_TRY(const std::filesystem::path program, findTrainingWorker());
  job.progress.begin(MASU_TEXT("core", "Starting the training worker"), 0, Progress::Unit::steps);
  metrics::RunSpec spec = asked;
  spec.threads = flow::resolve({spec.threads, spec.memoryBytes}).threads;
  metrics::RunLog log;
  Listener listener(log, job);
  std::vector<metrics::RateCurve> curves;
  const auto hear = [&](std::string_view line) {
    if (auto curve = metrics::rateCurveFromJson(line)) {
      curves.push_back(std::move(*curve));
    } else {
      listener.hear(line);
    }
  };
  const WorkerCommand command{program, {"rates"}, metrics::toJson(spec), spec.threads};
  MASU_TRY(const WorkerEnd end, runWorker(command, hear, job.stop));
  if (curves.size() == spec.models.size()) return curves;
  if (job.stopRequested()) return fail(Error::cancelled());
  if (listener.failure()) return fail(*listener.failure());
  return fail(workerFailure(end, {}));
}

Result<estimate::Measurement> measureRun(const metrics::RunSpec& spec, const JobContext& job) {
  MASU_TRY(const std::filesystem::path program, findTrainingWorker());
  std::optional<estimate::Measurement> measured;
  std::optional<Error> failure;
  const auto hear = [&](std::string_view line) {
    if (auto measurement = estimate::measurementFromJson(line)) {
      measured = std::move(*measurement);
    } else if (const auto event = metrics::eventFromJsonLine(line)) {
      if (const auto* failed = std::get_if<metrics::Failed>(&*event)) failure = failed->error;
    }
  };
  const WorkerCommand command{program, {"measure"}, metrics::toJson(spec), spec.threads};
  MASU_TRY(const WorkerEnd end, runWorker(command, hear, job.stop));
  if (job.stopRequested()) return fail(Error::cancelled());
  if (failure) return fail(*failure);
  if (!measured || measured->models.size() != spec.models.size()) {
    return fail(Errc::child,
                MASU_TEXT("core", "The training worker ended before it had measured a step (code {0}, signal {1})."),
                {std::to_string(end.exitCode), std::to_string(end.signal)});
  }
  return *measured;
}

}  // namespace masu::tasks

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tasks/train/predict_task.h"

#include <optional>
#include <system_error>

#include "core/flow/machine.h"
#include "core/ingest/load.h"
#include "core/ingest/prediction_plan.h"
#include "core/ingest/recordings/read/recording_cache.h"
#include "core/ingest/recordings/survey/reconciliation.h"
#include "core/io/file.h"
#include "core/metrics/run_event.h"
#include "core/metrics/run_files.h"
#include "core/metrics/run_lock.h"
#include "core/metrics/run_replacement.h"
#include "core/shards/restore/source_check.h"
#include "core/store/format/layout.h"
#include "core/store/read/dataset.h"
#include "core/store/staging/staging_directory.h"
#include "core/tasks/files/checked_targets.h"
#include "core/tasks/runs/requested_run.h"
#include "core/tasks/worker/worker_process.h"

namespace masu::tasks {

namespace {

/// A model of several in a run has its own folder below the run's.
Result<std::string> recipeOf(const std::filesystem::path& run) {
  std::error_code failure;
  for (std::filesystem::path folder = run; folder.has_relative_path(); folder = folder.parent_path()) {
    if (std::filesystem::exists(folder / "recipe.json", failure)) return io::readText(folder / "recipe.json");
    if (std::filesystem::exists(folder / metrics::kSpecName, failure)) break;
  }
  return fail(Errc::notFound,
              MASU_TEXT("core",
                        "{0} does not hold how its dataset was imported: import the sources yourself and predict "
                        "for the dataset."),
              {run.string()}, {run.string(), 0, 0});
}

/// What sources become for the worker: a dataset of those records that are samples, and a log of all.
struct ReadSources {
  std::filesystem::path dataset;  ///< empty where no record is a sample
  std::filesystem::path records;
  bool sameScale = false;
  std::vector<std::string> needed;  ///< as PredictSpec::needed
  std::vector<Message> notes;
};

/// The columns of which a missing cell drops the record.
std::vector<std::string> neededIn(const ingest::ImportPlan& plan) {
  std::vector<std::string> names;
  for (const ingest::ColumnPlan& column : plan.columns) {
    if (plan.options.missingOf(column.name).policy == ingest::MissingPolicy::drop) names.push_back(column.name);
  }
  return names;
}

Result<ReadSources> readSources(const PredictRequest& request, const std::filesystem::path& folder,
                                const JobContext& job) {
  MASU_TRY(const std::string recipe, recipeOf(request.run));
  MASU_TRY(const ingest::ImportPlan known, ingest::planFromRecipe(recipe));
  auto cache = std::make_shared<ingest::RecordingCache>(ingest::RecordingCache::allowance(request.resources));
  MASU_TRY(auto plan, ingest::planPrediction(known, request.sources, request.keep, job, request.resources, cache));
  MASU_CHECK(io::checkTargets(
      filesRead(plan.import),
      std::vector<io::OutputTarget>{{request.out, "--out"}, {metrics::recordingsFileOf(request.out), "--out"}}));
  const bool sameScale = known.ofRecordings() && known.recordings().scale;
  ReadSources read{folder / "data.h5", folder / "records.log", sameScale, neededIn(plan.import), plan.import.notes};
  MASU_TRY(ingest::RecordLog log, ingest::RecordLog::create(read.records, plan.import, std::move(plan.columns)));
  ingest::LoadOptions options;
  options.target = read.dataset;
  options.write.sync = false;
  options.allowLateValues = true;
  options.cache = std::move(cache);
  options.log = &log;
  auto report = ingest::load(plan.import, options, request.resources, job);
  if (report) {
    read.notes.insert(read.notes.end(), report->notes.begin(), report->notes.end());
  } else if (report.error().code == Errc::noSamples && !plan.import.ofRecordings()) {
    read.dataset.clear();
  } else {
    return fail(std::move(report.error()));
  }
  return read;
}

/// Whether samples of a dataset are on the scale of those that the model learned from; false where that is not known.
/// Errors: they are not.
Result<bool> isSameScale(const std::filesystem::path& run, const store::Dataset& dataset) {
  const auto recipe = recipeOf(run);
  if (!recipe || dataset.meta().recipe.empty()) return false;
  const auto learned = ingest::planFromRecipe(*recipe);
  const auto own = ingest::planFromRecipe(dataset.meta().recipe);
  if (!learned || !own || !learned->ofRecordings() || !own->ofRecordings()) return false;
  const std::optional<ingest::SampleScale>& wanted = learned->recordings().scale;
  const std::optional<ingest::SampleScale>& there = own->recordings().scale;
  if (!wanted || !there) return false;
  if (wanted->full == there->full) return wanted->sound == there->sound || *wanted == *there;
  const std::string file = dataset.path().string();
  return fail(Errc::unsupported,
              MASU_TEXT("core",
                        "The samples of {0} are {1}, those that the model learned from were {2}, as type (full scale). "
                        "Predict for the recordings that {0} was imported from: they are brought to that scale."),
              {file, ingest::scaleText(*there), ingest::scaleText(*wanted)}, {file, 0, 0});
}

/// The files of the run that is named by its folder, that of one of its models, or a checkpoint.
std::vector<std::filesystem::path> filesOfRun(const std::filesystem::path& named) {
  std::error_code error;
  std::filesystem::path folder = std::filesystem::is_directory(named, error) ? named : named.parent_path();
  if (const auto run = requestedRun(folder)) folder = run->spec.out;
  std::vector<std::filesystem::path> all = {folder / metrics::kLockName};
  const auto files = metrics::runFilesIn(folder);
  for (const std::filesystem::path& file : files ? *files : std::vector<std::filesystem::path>())
    all.push_back(folder / file);
  return all;
}

/// Neither the sources nor what the run consists of may be where the predictions go, nor any other file in its folder
/// but tables.
Result<void> checkPlaces(const PredictRequest& request) {
  std::vector<std::filesystem::path> read = request.sources;
  for (const std::filesystem::path& source : request.sources) read.push_back(store::layout::splitsPath(source));
  read.push_back(request.run);
  for (std::filesystem::path& file : filesOfRun(request.run)) read.push_back(std::move(file));
  std::error_code error;
  for (std::filesystem::directory_iterator at(request.run, error), end; !error && at != end; at.increment(error)) {
    if (at->path().extension() != ".csv") read.push_back(at->path());
  }
  return io::checkTargets(
      read, std::vector<io::OutputTarget>{{request.out, "--out"}, {metrics::recordingsFileOf(request.out), "--out"}});
}

Result<metrics::PredictSummary> score(const metrics::PredictSpec& spec, const JobContext& job) {
  MASU_TRY(const std::filesystem::path program, findTrainingWorker());
  std::optional<metrics::PredictSummary> summary;
  std::optional<Error> failure;
  const auto hear = [&](std::string_view line) {
    if (const auto summarized = metrics::predictSummaryFromJson(line)) {
      summary = *summarized;
    } else if (const auto event = metrics::eventFromJsonLine(line)) {
      if (const auto* failed = std::get_if<metrics::Failed>(&*event)) failure = failed->error;
    }
  };
  const WorkerCommand command{program, {"predict"}, metrics::toJson(spec), spec.threads};
  MASU_TRY(const WorkerEnd end, runWorker(command, hear, job.stop));
  if (summary) return *summary;
  if (job.stopRequested()) return fail(Error::cancelled());
  if (failure) return fail(*failure);
  return fail(Errc::child,
              MASU_TEXT("core", "The training worker ended before every prediction was made (code {0}, signal {1})."),
              {std::to_string(end.exitCode), std::to_string(end.signal)});
}

bool isDatasetFile(const std::filesystem::path& path) {
  const std::string ending = path.extension().string();
  return ending == ".h5" || ending == ".hdf5";
}

/// The dataset that the sources are; null where they are something else. Errors: one that cannot be read, and is not a
/// source of recordings either; a dataset among several sources.
Result<std::shared_ptr<const store::Dataset>> datasetIn(const std::vector<std::filesystem::path>& sources) {
  for (const std::filesystem::path& source : sources) {
    auto dataset = store::Dataset::open(source);
    if (dataset && sources.size() == 1) return std::shared_ptr<const store::Dataset>(std::move(*dataset));
    if (dataset) {
      return fail(Errc::invalidArgument,
                  MASU_TEXT("core",
                            "{0} is a dataset, which cannot be predicted for together with other sources. Predict for "
                            "it alone, and then for those."),
                  {source.string()}, {source.string(), 0, 0});
    }
    const Errc code = dataset.error().code;
    const bool foreign = code == Errc::format || code == Errc::io || !isDatasetFile(source);
    if (!foreign && sources.size() == 1) return fail(dataset.error());
  }
  return std::shared_ptr<const store::Dataset>();
}

Result<void> checkAsked(const PredictRequest& request) {
  if (request.sources.empty()) {
    return fail(Errc::invalidArgument, MASU_TEXT("core", "Name the dataset or the sources to predict for."));
  }
  std::error_code ignored;
  const std::filesystem::path out =
      std::filesystem::weakly_canonical(std::filesystem::absolute(request.out, ignored), ignored);
  for (std::filesystem::path folder = out; folder.has_relative_path(); folder = folder.parent_path()) {
    if (metrics::RunLock::isHeld(folder)) return fail(metrics::RunLock::heldError(folder));
  }
  return {};
}

Result<void> checkRun(const std::filesystem::path& run) {
  std::error_code failure;
  if (std::filesystem::exists(run, failure) || failure) return {};
  return fail(Errc::notFound,
              MASU_TEXT("core",
                        "There is no run or model {0}. Name the folder that `masu train` wrote, or a checkpoint in "
                        "it."),
              {run.string()}, {run.string(), 0, 0});
}

/// Errors: what only a dataset has is asked of sources.
Result<void> checkForSources(const PredictRequest& request) {
  if (request.split.empty()) return {};
  const std::string source = request.sources.front().string();
  return fail(
      Errc::invalidArgument,
      MASU_TEXT("core", "{0} is not a dataset, so it has no split {1}: leave the split out, or import it first."),
      {source, request.split}, {source, 0, 0});
}

}  // namespace

Result<metrics::PredictSummary> predict(const PredictRequest& request, const JobContext& job) {
  MASU_CHECK(checkAsked(request));
  MASU_CHECK(metrics::completeReplacement(request.run));
  MASU_CHECK(checkRun(request.run));
  MASU_CHECK(checkPlaces(request));
  metrics::PredictSpec spec;
  spec.checkpoint = request.run;
  spec.manifest = request.manifest;
  spec.split = request.split;
  spec.keep = request.keep;
  spec.probabilities = request.probabilities;
  spec.threshold = request.threshold;
  spec.runThreshold = request.runThreshold;
  spec.out = request.out;
  spec.overwrite = request.overwrite;
  spec.batch = request.batch;
  spec.threads = flow::resolve(request.resources).threads;
  spec.memoryBytes = request.resources.memoryBytes;
  job.progress.begin(MASU_TEXT("core", "Predicting"), 0, Progress::Unit::samples);
  MASU_TRY(const std::shared_ptr<const store::Dataset> dataset, datasetIn(request.sources));
  if (dataset) {
    spec.dataset = request.sources[0];
    MASU_TRY(spec.sameScale, isSameScale(request.run, *dataset));
    return score(spec, job);
  }
  MASU_CHECK(checkForSources(request));
  MASU_CHECK(shards::checkExportSources(request.sources, job));
  MASU_TRY(const store::StagingDirectory scratch, store::StagingDirectory::claim(request.out));
  scratch.discard();
  MASU_TRY(ReadSources read, readSources(request, scratch.path(), job));
  spec.dataset = read.dataset;
  spec.records = read.records;
  spec.sameScale = read.sameScale;
  spec.needed = read.needed;
  spec.keep.clear();  // the log has them, of every record
  MASU_TRY(metrics::PredictSummary summary, score(spec, job));
  summary.notes.insert(summary.notes.begin(), read.notes.begin(), read.notes.end());
  return summary;
}

}  // namespace masu::tasks

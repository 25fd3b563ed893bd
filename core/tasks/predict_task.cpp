#include "core/tasks/predict_task.h"

#include <optional>
#include <system_error>

#include <unistd.h>

#include "core/flow/machine.h"
#include "core/ingest/survey.h"
#include "core/io/file.h"
#include "core/metrics/run_event.h"
#include "core/store/dataset.h"
#include "core/tasks/import_task.h"
#include "core/tasks/worker_process.h"

namespace masu::tasks {

namespace {

/// A folder that goes with everything in it.
class ScratchFolder {
 public:
  explicit ScratchFolder(std::filesystem::path path) : m_path(std::move(path)) {}
  ~ScratchFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(m_path, ignored);
  }
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;

  const std::filesystem::path& path() const { return m_path; }

 private:
  std::filesystem::path m_path;
};

/// A model of several in a run has its own folder below the run's.
Result<std::string> recipeOf(const std::filesystem::path& run) {
  std::error_code failure;
  for (std::filesystem::path folder = run; folder.has_relative_path(); folder = folder.parent_path()) {
    if (std::filesystem::exists(folder / "recipe.json", failure)) return io::readText(folder / "recipe.json");
    if (std::filesystem::exists(folder / "spec.json", failure)) break;
  }
  return fail(Errc::notFound,
              MASU_TEXT("core",
                        "{0} does not hold how its dataset was imported: import the sources yourself and predict "
                        "for the dataset."),
              {run.string()}, {run.string(), 0, 0});
}

Result<void> importLike(const PredictRequest& request, const std::filesystem::path& target, const JobContext& job) {
  MASU_TRY(const std::string recipe, recipeOf(request.run));
  MASU_TRY(const ingest::ImportPlan known, ingest::planFromRecipe(recipe));
  ingest::ImportOptions options = known.options;
  options.sources = request.sources;
  ImportRequest import;
  MASU_TRY(import.plan, ingest::replan(known, options, job));
  import.load.target = target;
  import.load.write.sync = false;
  import.load.allowLateValues = true;
  import.resources = request.resources;
  MASU_CHECK(runImport(import, job));
  return {};
}

Result<metrics::PredictSummary> score(const metrics::PredictSpec& spec, const JobContext& job) {
  MASU_TRY(const std::filesystem::path program, findTrainingWorker());
  std::optional<metrics::PredictSummary> summary;
  std::optional<Error> failure;
  const auto hear = [&](std::string_view line) {
    if (const auto told = metrics::predictSummaryFromJson(line)) {
      summary = *told;
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
              MASU_TEXT("core", "The training worker ended before it had told every sample (code {0}, signal {1})."),
              {std::to_string(end.exitCode), std::to_string(end.signal)});
}

}  // namespace

Result<metrics::PredictSummary> predict(const PredictRequest& request, const JobContext& job) {
  if (request.sources.empty()) {
    return fail(Errc::invalidArgument, MASU_TEXT("core", "Name the dataset or the sources to predict for."));
  }
  metrics::PredictSpec spec;
  spec.checkpoint = request.run;
  spec.manifest = request.manifest;
  spec.split = request.split;
  spec.out = request.out;
  spec.overwrite = request.overwrite;
  spec.batch = request.batch;
  spec.threads = flow::resolve(request.resources).threads;
  spec.memoryBytes = request.resources.memoryBytes;
  job.progress.begin(MASU_TEXT("core", "Predicting"), 0, Progress::Unit::samples);
  if (request.sources.size() == 1 && store::Dataset::open(request.sources[0])) {
    spec.dataset = request.sources[0];
    return score(spec, job);
  }
  const ScratchFolder scratch(request.out.string() + ".import." + std::to_string(getpid()));
  std::error_code failure;
  std::filesystem::create_directories(scratch.path(), failure);
  if (failure) return fail(Error::fromErrno(failure.value(), scratch.path().string()));
  spec.dataset = scratch.path() / "data.h5";
  MASU_CHECK(importLike(request, spec.dataset, job));
  return score(spec, job);
}

}  // namespace masu::tasks

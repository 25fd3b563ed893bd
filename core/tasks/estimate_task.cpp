#include "core/tasks/estimate_task.h"

#include <algorithm>
#include <optional>
#include <system_error>

#include "core/estimate/footprint_json.h"
#include "core/flow/machine.h"
#include "core/loader/batch_stream.h"
#include "core/metrics/run_event.h"
#include "core/metrics/run_spec.h"
#include "core/store/dataset.h"
#include "core/store/splits_file.h"
#include "core/tasks/worker_process.h"

namespace masu::tasks {

namespace {

/// The worker's answer to `trace`: a footprint a line, or the failure.
Result<std::vector<estimate::ModelFootprint>> traceModels(const EstimateRequest& request, const JobContext& job) {
  metrics::RunSpec spec;
  spec.dataset = request.file;
  spec.manifest = request.manifest;
  spec.models = request.models;
  spec.batch = request.batch;
  spec.threads = flow::resolve(request.resources).threads;
  MASU_TRY(const std::filesystem::path program, findTrainingWorker());
  std::vector<estimate::ModelFootprint> footprints;
  std::optional<Error> failure;
  const auto hear = [&](std::string_view line) {
    if (auto footprint = estimate::footprintFromJson(line)) {
      footprints.push_back(std::move(*footprint));
    } else if (const auto event = metrics::eventFromJsonLine(line)) {
      if (const auto* failed = std::get_if<metrics::Failed>(&*event)) failure = failed->error;
    }
  };
  const WorkerCommand command{program, {"trace"}, metrics::toJson(spec), spec.threads};
  MASU_TRY(const WorkerEnd end, runWorker(command, hear, job.stop));
  if (job.stopRequested()) return fail(Error::cancelled());
  if (failure) return fail(*failure);
  if (end.exitCode != 0 || end.signal != 0 || footprints.size() != request.models.size()) {
    return fail(Errc::child,
                MASU_TEXT("core", "The training worker ended before it had traced every model (code {0}, signal {1})."),
                {std::to_string(end.exitCode), std::to_string(end.signal)});
  }
  return footprints;
}

/// The largest split of the manifest; of a dataset that was not divided yet, all of it.
std::uint64_t largestSplit(const store::Dataset& dataset, const std::string& manifest) {
  const auto splits = store::SplitsFile::open(dataset.path(), dataset.uuid(), dataset.samples());
  if (!splits || splits->find(manifest) == nullptr) return dataset.samples();
  const auto assignment = splits->read(manifest);
  if (!assignment) return dataset.samples();
  std::uint64_t largest = 0;
  for (const store::Split split : {store::Split::train, store::Split::validation, store::Split::test}) {
    largest = std::max<std::uint64_t>(largest, std::count(assignment->begin(), assignment->end(), split));
  }
  return largest;
}

std::uint64_t valuesPerSample(const store::Dataset& dataset) {
  std::uint64_t values = 0;
  for (const char* object : {"features", "categories"}) {
    if (const store::ObjectInfo* info = dataset.find(object)) values += info->valuesPerSample();
  }
  return values;
}

Bytes freeDiskBeside(const std::filesystem::path& file) {
  std::error_code failure;
  const auto space = std::filesystem::space(std::filesystem::absolute(file, failure).parent_path(), failure);
  return {failure ? 0 : space.available};
}

}  // namespace

Result<EstimateOutcome> estimate(const EstimateRequest& request, const JobContext& job) {
  if (request.batch < 1) {
    return fail(Errc::invalidArgument, MASU_TEXT("core", "A batch holds at least one sample."));
  }
  MASU_TRY(const auto dataset, store::Dataset::open(request.file));
  job.progress.begin(MASU_TEXT("core", "Tracing the models"), request.models.size(), Progress::Unit::steps);
  EstimateOutcome outcome;
  estimate::LedgerInput& input = outcome.input;
  MASU_TRY(input.models, traceModels(request, job));
  input.samples = dataset->samples();
  input.sampleValues = valuesPerSample(*dataset);
  input.datasetBytes = dataset->fileBytes();
  input.largestSplitSamples = largestSplit(*dataset, request.manifest);
  input.batch = request.batch;
  input.optimizer = request.optimizer;
  input.loaderBudget = {flow::resolve(request.resources).memoryBytes};
  input.queueBatches = loader::StreamOptions{}.queue;
  input.inference = request.inference;
  input.hostMemory = flow::thisMachine().memoryAvailable;
  input.diskFree = freeDiskBeside(request.file);
  outcome.ledger = estimate::ledgerFor(input);
  job.progress.set(request.models.size());
  return outcome;
}

}  // namespace masu::tasks

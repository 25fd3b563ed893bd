// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tasks/train/estimate_task.h"

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <system_error>

#include "core/estimate/amounts.h"
#include "core/estimate/epoch_time.h"
#include "core/estimate/model_footprint.h"
#include "core/flow/machine.h"
#include "core/io/file.h"
#include "core/loader/stream/training_streams.h"
#include "core/metrics/run_event.h"
#include "core/metrics/run_spec.h"
#include "core/shards/export/export.h"
#include "core/store/read/dataset.h"
#include "core/store/splits/splits_file.h"
#include "core/tasks/files/calibration_file.h"
#include "core/tasks/files/disk_room.h"
#include "core/tasks/train/recipe_task.h"
#include "core/tasks/train/train_task.h"
#include "core/tasks/worker/worker_process.h"

namespace masu::tasks {

namespace {

metrics::RunSpec specOf(const EstimateRequest& request) {
  metrics::RunSpec spec;
  spec.dataset = request.file;
  spec.manifest = request.manifest;
  spec.models = request.models;
  spec.batch = request.batch;
  spec.slices = request.slices;
  spec.shape = request.shape;
  spec.optimizer = estimate::name(request.optimizer);
  spec.threads = flow::resolve(request.resources).threads;
  spec.memoryBytes = request.resources.memoryBytes;
  return spec;
}

/// The worker's reply to `trace`: a footprint a line, or the failure.
Result<std::vector<estimate::ModelFootprint>> traceModels(const EstimateRequest& request, const JobContext& job) {
  const metrics::RunSpec spec = specOf(request);
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

/// How the samples are divided. A dataset that was not divided yet is taken as if all of it were learned from, unless
/// somebody says how it is divided.
struct Divided {
  store::Assignment assignment;
  bool drawn = false;
};

Result<Divided> dividedBy(const EstimateRequest& request, const store::Dataset& dataset) {
  const auto splits = store::SplitsFile::open(dataset);
  if (!splits && splits.error().code != Errc::notFound) return fail(splits.error());
  auto stored = splits ? splits->read(request.manifest) : fail(splits.error());
  if (stored) return Divided{std::move(*stored), true};
  if (request.manifestStated || stored.error().code != Errc::notFound) return fail(std::move(stored.error()));
  return Divided{store::Assignment(dataset.samples(), store::Split::train)};
}

/// What a run takes of which a recipe chooses batch and epochs; nothing where the batch is stated.
Result<std::optional<metrics::RunSpec>> recipeFor(const EstimateRequest& request, const std::stop_token& stop) {
  if (!request.autoBatch || request.inference) return std::optional<metrics::RunSpec>();
  MASU_TRY(const auto dataset, store::Dataset::open(request.file));
  MASU_TRY(const Divided divided, dividedBy(request, *dataset));
  MASU_TRY(metrics::RecipeFacts facts, recipeFacts(*dataset, divided.assignment, stop));
  facts.moduleBytes = moduleBytes(request.models);
  metrics::RunSpec spec = specOf(request);
  spec.epochs = metrics::kAutoEpochs;
  return std::optional<metrics::RunSpec>(metrics::withRecipe(std::move(spec), {}, facts));
}

void addSamples(const Divided& divided, estimate::LedgerInput& input) {
  const auto samplesOf = [&](store::Split split) -> std::uint64_t {
    return std::ranges::count(divided.assignment, split);
  };
  for (const store::Split split : {store::Split::train, store::Split::validation, store::Split::test}) {
    input.largestSplitSamples = std::max(input.largestSplitSamples, samplesOf(split));
  }
  input.trainSamples = divided.drawn ? samplesOf(store::Split::train) : 0;
}

loader::TrainingRequest runOf(const EstimateRequest& request) {
  loader::TrainingRequest run;
  run.manifest = request.manifest;
  run.batch = request.batch;
  run.resources = flow::resolve(request.resources);
  return run;
}

/// How long the loader takes for a sample where nobody holds it up: about a second of the stream that is learned from,
/// after its first batch, before which statistics are taken. 0 where a split has no second batch.
Result<double> timeLoader(const EstimateRequest& request, const std::shared_ptr<const store::Dataset>& dataset,
                          const std::stop_token& stop) {
  constexpr double kEnoughSeconds = 1;
  MASU_TRY(const auto stream, loader::BatchStream::open(dataset, loader::learningStream(runOf(request))));
  double seconds = 0;
  std::uint64_t first = 0;
  for (bool more = true; more && seconds < kEnoughSeconds;) {
    MASU_TRY(const loader::BatchPtr batch, stream->next(stop));
    if (batch == nullptr) break;
    if (first == 0) first = batch->samples;
    seconds = stream->report().seconds;
    more = !batch->lastOfEpoch;
  }
  const std::uint64_t samples = stream->report().samples;
  return samples > first ? seconds / static_cast<double>(samples - first) : 0;
}

/// As if features were stored as asked. Errors: a type that they could not be stored as.
Result<estimate::LedgerInput> storedAs(const EstimateRequest& request, const estimate::LedgerInput& input,
                                       const std::vector<StoredSize>& sizes) {
  if (!request.storedAs) return input;
  const auto asked = std::ranges::find(sizes, table::sizeOf(*request.storedAs),
                                       [](const StoredSize& size) { return table::sizeOf(size.type); });
  if (asked != sizes.end()) return storedAs(input, *asked);
  return fail(Errc::invalidArgument, MASU_TEXT("core", "{0} has no numbers that could be stored as another type."),
              {request.file.string()}, {request.file.string()});
}

bool isHere(const EstimateRequest& request) {
  return request.device.empty() || request.device == "auto";
}

Result<estimate::Device> deviceNamed(const std::string& name) {
  MASU_TRY(const auto known, devices());
  const auto found = std::ranges::find(known, name, &estimate::Device::name);
  if (found != known.end()) return *found;
  std::string names;
  for (const estimate::Device& device : known) names += (names.empty() ? "" : ", ") + device.name;
  return fail(Errc::notFound, MASU_TEXT("core", "There is no device {0}. Known are: {1}. Add your own to {2}."),
              {name, names, deviceFile().string()});
}

/// Asked once: a driver takes its time, and cards stay where they are.
const std::vector<flow::GraphicsCard>& cardsHere() {
  static const std::vector<flow::GraphicsCard> cards = flow::graphicsCards();
  return cards;
}

/// LibTorch computes on the first card, where it can.
Result<std::optional<estimate::Device>> ownCard(const std::vector<estimate::ModelFootprint>& models) {
  const bool onCard = std::ranges::any_of(models, &estimate::ModelFootprint::onCard);
  if (!onCard || cardsHere().empty()) return std::optional<estimate::Device>();
  MASU_TRY(auto card, deviceNamed(cardsHere().front().name));
  return std::optional(std::move(card));
}

std::string computesOf(const estimate::Device& device) {
  std::string names;
  for (const estimate::Precision compute : estimate::kPrecisions) {
    if (device.flopsIn(compute) > 0) names += (names.empty() ? "" : ", ") + std::string(estimate::name(compute));
  }
  return names;
}

/// Errors: a type that nobody computes in there.
Result<void> chooseCompute(const EstimateRequest& request, estimate::LedgerInput& input) {
  input.compute = request.compute;
  if (request.compute == estimate::Precision::f32) return {};
  const std::string asked(estimate::name(request.compute));
  if (!input.device) {
    return fail(Errc::invalidArgument,
                MASU_TEXT("core", "This machine trains in f32: name a device that is to compute in {0}."), {asked});
  }
  if (input.device->flopsIn(request.compute) > 0) return {};
  const std::string known = computesOf(*input.device);
  if (known.empty()) {
    return fail(Errc::invalidArgument, MASU_TEXT("core", "How fast {0} computes is not known. State it in {1}."),
                {input.device->name, deviceFile().string()});
  }
  return fail(Errc::invalidArgument,
              MASU_TEXT("core", "{0} is not known to compute in {1}: choose one of {2}, or add it in {3}."),
              {input.device->name, asked, known, deviceFile().string()});
}

Result<void> measureNow(const EstimateRequest& request, EstimateOutcome& outcome, const JobContext& job) {
  if (request.inference || outcome.input.trainSamples == 0) {
    return fail(Errc::invalidArgument,
                MASU_TEXT("core", "A step is measured on the train split: divide {0} first, and leave out inference."),
                {request.file.string()});
  }
  job.progress.begin(MASU_TEXT("core", "Measuring a step"), 0, Progress::Unit::steps);
  MASU_TRY(outcome.measurement, measureRun(specOf(request), job));
  return saveCalibration(estimate::correctionsFrom(outcome.uncorrected, *outcome.measurement));
}

/// As arrays, which hold what a trainer reads and little else. Nothing where they cannot be planned.
Bytes exportedBytes(const EstimateRequest& request, const store::Dataset& dataset) {
  shards::ShardOptions options;
  options.format = shards::Format::npy;
  options.manifest = request.manifest;
  options.out = request.file.parent_path() / "export";
  Bytes all;
  if (const auto planned = shards::planShards(dataset, options)) {
    for (const shards::ShardInfo& shard : *planned) all.value += shard.bytes;
  }
  return all;
}

}  // namespace

std::filesystem::path deviceFile() {
  const char* configured = std::getenv("XDG_CONFIG_HOME");
  const char* home = std::getenv("HOME");
  const std::filesystem::path folder = configured != nullptr && *configured != '\0'
                                           ? std::filesystem::path(configured)
                                           : std::filesystem::path(home == nullptr ? "." : home) / ".config";
  return folder / "masu" / "devices.json";
}

Result<std::vector<estimate::Device>> devices() {
  const std::filesystem::path file = deviceFile();
  std::vector<estimate::Device> known = estimate::commonDevices();
  std::vector<estimate::Device> found;
  for (const flow::GraphicsCard& card : cardsHere()) {
    found.push_back(estimate::foundCard(card.name, card.memory, known));
  }
  known = estimate::merged(std::move(found), known);
  std::error_code ignored;
  if (!std::filesystem::exists(file, ignored)) return known;
  MASU_TRY(const std::string text, io::readText(file));
  auto own = estimate::devicesFromJson(text);
  if (!own) {
    own.error().source.file = file.string();
    return fail(std::move(own.error()));
  }
  return estimate::merged(std::move(*own), known);
}

Result<EstimateOutcome> estimate(const EstimateRequest& asked, const JobContext& job) {
  EstimateRequest request = asked;
  MASU_TRY(const auto recipe, recipeFor(asked, job.stop));
  if (recipe) request.batch = recipe->batch;
  if (request.batch < 1) {
    return fail(Errc::invalidArgument, MASU_TEXT("core", "A batch holds at least one sample."));
  }
  MASU_CHECK(metrics::checkSlices(request.slices, request.batch));
  // Before the dataset is opened, which only the worker does in a run.
  const Bytes launcher = request.countLauncher ? flow::peakMemory() : Bytes();
  MASU_TRY(const auto dataset, store::Dataset::open(request.file));
  job.progress.begin(MASU_TEXT("core", "Tracing the models"), request.models.size(), Progress::Unit::steps);
  EstimateOutcome outcome;
  estimate::LedgerInput& input = outcome.input;
  input.launcher = launcher;
  if (!isHere(request)) {  // before anything that takes long
    MASU_TRY(input.device, deviceNamed(request.device));
    MASU_CHECK(chooseCompute(request, input));
  }
  MASU_TRY(input.models, traceModels(request, job));
  MASU_TRY(const Divided divided, dividedBy(request, *dataset));
  addSamples(divided, input);
  MASU_CHECK(addStreams(runOf(request), dataset, divided.assignment, input));
  input.datasetBytes = dataset->fileBytes();
  input.batch = request.batch;
  input.slices = request.slices;
  input.optimizer = request.optimizer;
  input.inference = request.inference;
  MASU_TRY(outcome.ownCard, ownCard(input.models));
  if (isHere(request)) {
    input.device = outcome.ownCard;
    input.deviceIsHere = input.device.has_value();
    MASU_CHECK(chooseCompute(request, input));
  }
  input.hostMemory = flow::thisMachine().memoryAvailable;
  input.diskFree = {freeBytesAt(request.file)};
  input.exported = exportedBytes(request, *dataset);
  input.checkpointsKept += request.epochCheckpoints;
  input.statesKept = request.epochCheckpoints;
  if (input.trainSamples > 0 && !request.inference) {
    MASU_TRY(input.loaderSecondsPerSample, timeLoader(request, dataset, job.stop));
  }
  outcome.uncorrected = input;
  if (request.measure) MASU_CHECK(measureNow(request, outcome, job));
  MASU_TRY(const auto known, loadCalibration());
  outcome.corrected = !request.inference && estimate::correct(input, known);
  MASU_TRY(outcome.storedAs,
           storedSizes(runOf(request), dataset, divided.assignment, input, estimate::ledgerFor(input)));
  MASU_TRY(input, storedAs(request, input, outcome.storedAs));
  outcome.ledger = estimate::ledgerFor(input);
  outcome.mostEpochs = recipe ? static_cast<std::uint64_t>(recipe->epochs) : 0;
  outcome.secondsPerEpoch = estimate::epochTime(input).seconds();
  outcome.pricePerEpoch = estimate::epochPrice(input);
  job.progress.set(request.models.size());
  return outcome;
}

}  // namespace masu::tasks

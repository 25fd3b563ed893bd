// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tasks/data/inspect_task.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <type_traits>
#include <utility>

#include "core/flow/machine.h"
#include "core/flow/worker_pool.h"
#include "core/ingest/import_forecast.h"
#include "core/ingest/plan/sampled_loss.h"
#include "core/ingest/recordings/load/usable_recordings.h"
#include "core/ingest/recordings/read/window_reader.h"
#include "core/ingest/table/parse/table_layout.h"
#include "core/store/format/pyramid.h"
#include "core/store/write/dataset_writer.h"

namespace masu::tasks {

namespace {

using table::DType;
using table::Role;

constexpr std::uint64_t kOriginBytes = 12;
constexpr double kDiskBytesPerSecond = 400e6;  ///< what a plain disk takes
/// Program, libraries and what the dataset writer holds, beside the budget: the promise of the command line.
constexpr std::uint64_t kBeyondBudget = std::uint64_t{64} << 20;

/// Bytes of a sample besides /features.
double otherBytesPerSample(const ingest::ImportPlan& plan) {
  if (plan.ofRecordings()) {
    const double label = plan.target == store::Target::none ? 0 : plan.target == store::Target::classes ? 1 : 4;
    const bool windows = plan.options.recordings.keep == ingest::StoreAs::recordings;
    return kOriginBytes + label + sizeof(std::int32_t) + (windows ? sizeof(store::StoredWindow) : 0);
  }
  const ingest::TableLayout layout = ingest::layoutFor(plan);
  double bytes = kOriginBytes;
  for (const store::ObjectInfo& object : layout.objects) {
    if (object.name == "features" || object.name == "origin") continue;
    bytes += static_cast<double>(object.valuesPerSample() * table::sizeOf(object.dtype));
  }
  // Kept text: its share of the source's bytes, and where each ends.
  const double perRecord =
      plan.samples == 0 ? 0 : static_cast<double>(plan.sourceBytes) / static_cast<double>(plan.samples);
  const double share =
      plan.columns.empty() ? 0 : static_cast<double>(layout.texts.size()) / static_cast<double>(plan.columns.size());
  return bytes + share * perRecord + static_cast<double>(layout.texts.size() * sizeof(std::uint64_t));
}

std::uint64_t featuresPerSample(const ingest::ImportPlan& plan) {
  if (plan.ofRecordings()) return plan.recordings().channelNames.size() * plan.recordings().window;
  return static_cast<std::uint64_t>(std::count_if(plan.columns.begin(), plan.columns.end(),
                                                  [](const auto& column) { return column.role == Role::feature; }));
}

/// Values of /features, or of the recordings that they are cut from.
double valuesStored(const ingest::ImportPlan& plan, double samples) {
  if (!plan.ofRecordings() || plan.options.recordings.keep == ingest::StoreAs::windows)
    return samples * static_cast<double>(featuresPerSample(plan));
  double frames = 0;
  for (const ingest::RecordingPlan& recording : plan.recordings().files)
    frames += recording.problem.empty() ? static_cast<double>(recording.frames) : 0;
  return frames * static_cast<double>(plan.recordings().channelNames.size());
}

/// Values beside stored recordings by which views draw them at once.
double pyramidValues(const ingest::ImportPlan& plan) {
  if (!plan.ofRecordings() || plan.options.recordings.keep == ingest::StoreAs::windows) return 0;
  double blocks = 0;
  for (const store::PyramidLevel& level : store::pyramidOver(ingest::lengthsOf(plan)))
    blocks += static_cast<double>(level.blocks());
  return 2 * blocks * static_cast<double>(plan.recordings().channelNames.size());
}

/// An object of several chunks ends with a whole one, however few samples are left for it.
double padded(double bytes) {
  const auto chunk = static_cast<double>(store::chunkSamplesFor(1));
  return bytes > chunk ? bytes + chunk : bytes;
}

/// Metadata, recipe and splits file, in bytes: what they hold of each column, word and source, at most.
double describedBytes(const ingest::ImportPlan& plan) {
  constexpr double kBase = 10 << 10;
  constexpr double kColumn = 1 << 10;  // as JSON, in the schema and in the recipe
  constexpr double kKept = 2 << 10;    // an object of its own, with one of checksums
  constexpr double kWord = 8;
  constexpr double kSource = 512;
  constexpr double kEscaped = 3;  // bytes of JSON for those of a name, which is written in several places
  double bytes = kBase;
  for (const ingest::ColumnPlan& column : plan.columns) {
    bytes += kColumn + kEscaped * static_cast<double>(column.name.size());
    if (column.role == Role::kept) bytes += kKept;
    if (column.values.empty()) continue;
    double words = 0;
    for (const std::string& value : column.values) words += kWord + kEscaped * static_cast<double>(value.size());
    const auto shown = static_cast<double>(column.values.size());
    bytes += words * std::max(1.0, static_cast<double>(column.distinct) / shown);
  }
  for (const std::string& name : plan.classes) bytes += kWord + kEscaped * static_cast<double>(name.size());
  for (const store::SourceFile& source : plan.sources)
    bytes += kSource + kEscaped * static_cast<double>(source.path.size());
  if (!plan.ofRecordings()) return bytes;
  for (const std::string& channel : plan.recordings().channelNames)
    bytes += kColumn + kEscaped * static_cast<double>(channel.size());
  return bytes + kSource * static_cast<double>(plan.recordings().files.size());
}

/// Where each chunk is, and its checksum.
double indexBytes(double stored) {
  constexpr double kChunk = 48;
  return kChunk * stored / static_cast<double>(store::chunkSamplesFor(1) / 2);
}

std::uint64_t bytesAt(const ingest::ImportPlan& plan, DType type, double otherBytes) {
  // Estimates of samples are off by a few percent at most; sizes are promised as upper bounds.
  const double slack = plan.ofRecordings() || plan.surveyedBytes >= plan.sourceBytes ? 1.0 : 1.05;
  const double samples = static_cast<double>(plan.samples) * slack;
  const double values = valuesStored(plan, samples);
  const double features = padded(values * static_cast<double>(table::sizeOf(type)));
  const double pyramid = padded(pyramidValues(plan) * static_cast<double>(table::sizeOf(type)));
  const double others = padded(samples * kOriginBytes) + padded(samples * (otherBytes - kOriginBytes));
  const double stored = features + pyramid + others;
  return static_cast<std::uint64_t>(std::ceil(stored + indexBytes(stored) + describedBytes(plan)));
}

Forecast::AtType atType(const ingest::ImportPlan& plan, DType type, double otherBytes) {
  Forecast::AtType at;
  at.type = type;
  at.bytes = bytesAt(plan, type, otherBytes);
  for (const ingest::ColumnPlan& column : plan.columns) {
    if (column.role != Role::feature) continue;
    const ingest::SampledLoss loss = ingest::sampledLoss(plan, column, type);
    if (!loss.holds || loss.maxError > at.largestError) at.worstColumn = column.name;
    at.largestError = std::max(at.largestError, loss.maxError);
    at.missing = loss.missing;
    at.overflows = !loss.holds && !loss.missing;
    if (!at.holds()) break;
  }
  return at;
}

/// Free bytes of the file system that would hold the target; its nearest existing folder counts for it.
std::uint64_t diskFree(std::filesystem::path target) {
  std::error_code error;
  if (target.empty()) target = ".";
  target = std::filesystem::absolute(target, error);
  while (!std::filesystem::exists(target, error) && target.has_parent_path() && target != target.parent_path())
    target = target.parent_path();
  const std::filesystem::space_info space = std::filesystem::space(target, error);
  return error ? 0 : space.available;
}

/// What bringing the samples into their order takes after the load: they are read and written once more, and twice
/// where memory does not hold them beside what threads have in hand.
double shufflingSeconds(std::uint64_t bytes, const Resources& resources) {
  const double passes = bytes <= resources.memoryBytes / 2 ? 1 : 2;
  return 2 * passes * static_cast<double>(bytes) / kDiskBytesPerSecond;
}

Forecast forecastOf(const PlannedImport& planned, const InspectRequest& request) {
  const ingest::ImportPlan& plan = planned.plan;
  constexpr std::array kTypes = {DType::f64, DType::f32, DType::f16, DType::i32,
                                 DType::i16, DType::u16, DType::i8,  DType::u8};
  const Resources resources = flow::resolve(request.resources);
  const double otherBytes = otherBytesPerSample(plan);
  Forecast forecast;
  forecast.bytes = bytesAt(plan, plan.dtype, otherBytes);
  // Chunks are in staging files until HDF5's metadata is written around them: the same bytes once more at the worst,
  // and again while they are shuffled.
  forecast.scratchBytes = (plan.options.shuffle ? 2 : 1) * forecast.bytes;
  forecast.seconds = std::max(ingest::secondsForecast(plan, resources.threads),
                              static_cast<double>(forecast.bytes) / kDiskBytesPerSecond);
  if (plan.options.shuffle) forecast.seconds += shufflingSeconds(forecast.bytes, resources);
  const std::uint64_t memory = ingest::memoryForecast(plan, resources, planned.cache.get());
  forecast.peakMemoryBytes = std::min(resources.memoryBytes, memory) + kBeyondBudget;
  forecast.diskFreeBytes = diskFree(request.target);
  forecast.fitsDisk = forecast.bytes + forecast.scratchBytes <= forecast.diskFreeBytes;
  forecast.types.resize(kTypes.size());
  // Nothing in it fails or stops: the plan is at hand already.
  static_cast<void>(flow::forEachIndex(kTypes.size(), resources.threads, {}, [&](std::size_t i, const auto&) {
    forecast.types[i] = atType(plan, kTypes[i], otherBytes);
    return Result<void>();
  }));
  return forecast;
}

std::shared_ptr<ingest::RecordingCache> newCache(const InspectRequest& request) {
  return std::make_shared<ingest::RecordingCache>(ingest::RecordingCache::allowance(request.resources));
}

Inspection inspectionOf(PlannedImport planned, const InspectRequest& request) {
  Inspection inspection;
  inspection.forecast = forecastOf(planned, request);
  if (!planned.plan.ofRecordings()) inspection.preview = ingest::previewOf(planned.plan);
  inspection.plan = std::move(planned.plan);
  inspection.cache = std::move(planned.cache);
  return inspection;
}

/// What `look` comes to with the cache it is given.
template <class Look>
Result<Planned> plannedBy(const InspectRequest& request, const Look& look) {
  auto cache = newCache(request);
  MASU_TRY(ingest::Surveyed surveyed, look(cache));
  const auto planned = [&](auto&& each) -> Planned {
    if constexpr (std::is_same_v<std::decay_t<decltype(each)>, ingest::ImportPlan>)
      return PlannedImport{std::move(each), std::move(cache)};
    else
      return std::move(each);
  };
  return std::visit(planned, std::move(surveyed));
}

Result<Inspected> inspected(Result<Planned> planned, const InspectRequest& request) {
  if (!planned) return fail(std::move(planned.error()));
  const auto inspected = [&](auto&& each) -> Inspected {
    if constexpr (std::is_same_v<std::decay_t<decltype(each)>, PlannedImport>)
      return inspectionOf(std::move(each), request);
    else
      return std::move(each);
  };
  return std::visit(inspected, std::move(*planned));
}

/// The recipe of a request, with what may be asked beside it.
Result<ingest::ImportPlan> recipeOf(const InspectRequest& request) {
  MASU_TRY(ingest::ImportPlan recipe, ingest::planFromRecipe(request.recipe));
  if (request.options.shuffle) recipe.options.shuffle = request.options.shuffle;
  return recipe;
}

constexpr std::uint64_t kFirstWindow = 4096;

/// Adds to the options what a face begins with. False: that was tried already.
bool proposeFor(const Inspected& asked, Proposal& proposal, ingest::ImportOptions& options) {
  if (const auto* lengths = std::get_if<ingest::NeedsWindow>(&asked)) {
    // A longer one would be mostly padding.
    options.recordings.window = std::min(kFirstWindow, lengths->longest);
    return !std::exchange(proposal.window, true);
  }
  if (std::holds_alternative<ingest::NeedsLayout>(asked)) {
    options.recordings.raw = waveform::RawLayout{};
    return !std::exchange(proposal.layout, true);
  }
  options.as = ingest::SourceKind::recordings;
  if (proposal.notOneTable) return false;
  proposal.notOneTable = std::get<ingest::NotOneTable>(asked).why;
  return true;
}

/// `again` inspects with other options.
template <class Again>
Result<Proposal> proposed(InspectRequest request, const Again& again) {
  Proposal proposal;
  while (true) {
    Result<Inspected> inspected = again(request);
    if (inspected && !std::holds_alternative<Inspection>(*inspected) &&
        proposeFor(*inspected, proposal, request.options))
      continue;
    Result<Inspection> inspection = inspectionIn(std::move(inspected));
    if (!inspection) {
      const bool stopped = inspection.error().code == Errc::cancelled;
      return fail(proposal.notOneTable && !stopped ? *proposal.notOneTable : std::move(inspection.error()));
    }
    proposal.inspection = std::move(*inspection);
    return proposal;
  }
}

}  // namespace

Result<Planned> planImport(const InspectRequest& request, const JobContext& job) {
  return plannedBy(request, [&](const auto& cache) -> Result<ingest::Surveyed> {
    if (request.recipe.empty()) return ingest::look(request.options, job, request.resources, cache);
    MASU_TRY(const ingest::ImportPlan recipe, recipeOf(request));
    return ingest::lookAgain(recipe, request.options, job, request.resources, cache);
  });
}

Result<Inspected> inspect(const InspectRequest& request, const JobContext& job) {
  return inspected(planImport(request, job), request);
}

Result<Inspected> reinspect(const ingest::ImportPlan& plan, const InspectRequest& request, const JobContext& job) {
  const auto look = [&](const auto& cache) {
    return ingest::lookAgain(plan, request.options, job, request.resources, cache);
  };
  return inspected(plannedBy(request, look), request);
}

Result<Inspection> inspectionIn(Result<Inspected> inspected) {
  if (!inspected) return fail(std::move(inspected.error()));
  const auto inspection = [](auto&& each) -> Result<Inspection> {
    if constexpr (std::is_same_v<std::decay_t<decltype(each)>, Inspection>)
      return std::move(each);
    else
      return fail(errorOf(each));
  };
  return std::visit(inspection, std::move(*inspected));
}

Result<Proposal> propose(const InspectRequest& request, const JobContext& job) {
  return proposed(request, [&](const InspectRequest& each) { return inspect(each, job); });
}

Result<Proposal> proposeAgain(const ingest::ImportPlan& plan, const InspectRequest& request, const JobContext& job) {
  return proposed(request, [&](const InspectRequest& each) { return reinspect(plan, each, job); });
}

Result<RecordingSignal> readSignal(const ingest::ImportPlan& plan, const ingest::RecordingCache* cache,
                                   std::size_t recording, std::uint64_t mostValues) {
  constexpr std::uint64_t kFramesAtOnce = 65'536;
  ingest::SourceOpener opener;
  MASU_TRY(const auto source, ingest::openPlanned(opener, plan, recording, cache));
  const auto& info = source->info();
  const auto places = ingest::channelPlaces(plan, info);
  const std::size_t channels = std::max<std::size_t>(1, info.channels.size());
  const std::size_t channel = places.empty() ? 0 : places.front();
  const std::uint64_t frames = std::min(info.frames, mostValues / channels);
  RecordingSignal signal;
  signal.channels = channels;
  if (channel < info.channels.size()) signal.channel = info.channels[channel];
  if (info.rate > 0) {
    for (const auto& note : info.annotations)
      signal.notes.push_back({note.onset * info.rate, note.duration * info.rate, note.text});
  }
  std::vector<float> read;
  for (std::uint64_t first = 0; first < frames; first += kFramesAtOnce) {
    read.resize(std::min(kFramesAtOnce, frames - first) * channels);
    MASU_CHECK(source->read(first, read));
    for (std::size_t i = channel; i < read.size(); i += channels) signal.values.push_back(read[i]);
  }
  return signal;
}

Result<FoundArrays> findArrays(const std::filesystem::path& file) {
  FoundArrays found;
  MASU_TRY(found.arrays, ingest::arraysIn(file));
  found.proposed = ingest::proposedArrays(found.arrays);
  return found;
}

}  // namespace masu::tasks

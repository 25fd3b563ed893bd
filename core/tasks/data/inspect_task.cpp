// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tasks/data/inspect_task.h"

#include <algorithm>
#include <array>
#include <type_traits>
#include <utility>

#include "core/flow/machine.h"
#include "core/flow/worker_pool.h"
#include "core/ingest/import_forecast.h"
#include "core/ingest/plan/sampled_loss.h"
#include "core/ingest/recordings/read/window_reader.h"
#include "core/tasks/data/import_size.h"
#include "core/tasks/files/disk_room.h"

namespace masu::tasks {

namespace {

using table::DType;
using table::Role;

constexpr double kDiskBytesPerSecond = 400e6;  ///< what a plain disk takes
/// Program, libraries and what the dataset writer holds, beside the budget: the promise of the command line.
constexpr std::uint64_t kBeyondBudget = std::uint64_t{64} << 20;

Forecast::AtType atType(const ingest::ImportPlan& plan, DType type) {
  Forecast::AtType at;
  at.type = type;
  at.bytes = datasetBytes(plan, type);
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
  Forecast forecast;
  forecast.bytes = datasetBytes(plan, plan.dtype);
  forecast.leastBytes = leastDatasetBytes(plan);
  // Chunks are in staging files until HDF5's metadata is written around them: the same bytes once more at the worst,
  // and again while they are shuffled.
  forecast.scratchBytes = (plan.options.shuffle ? 2 : 1) * forecast.bytes;
  forecast.seconds = std::max(ingest::secondsForecast(plan, resources.threads),
                              static_cast<double>(forecast.bytes) / kDiskBytesPerSecond);
  if (plan.options.shuffle) forecast.seconds += shufflingSeconds(forecast.bytes, resources);
  const std::uint64_t memory = ingest::memoryForecast(plan, resources, planned.cache.get());
  forecast.peakMemoryBytes = std::min(resources.memoryBytes, memory) + kBeyondBudget;
  forecast.setFreeBytes(freeBytesAt(request.target));
  forecast.types.resize(kTypes.size());
  // Nothing in it fails or stops: the plan is at hand already.
  static_cast<void>(flow::forEachIndex(kTypes.size(), resources.threads, {}, [&](std::size_t i, const auto&) {
    forecast.types[i] = atType(plan, kTypes[i]);
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

void Forecast::setFreeBytes(std::uint64_t free) {
  diskFreeBytes = free;
  fitsDisk = bytes + scratchBytes <= free;
}

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

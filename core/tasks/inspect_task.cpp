// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tasks/inspect_task.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/flow/machine.h"
#include "core/flow/worker_pool.h"
#include "core/ingest/import_forecast.h"
#include "core/ingest/plan/sampled_loss.h"
#include "core/ingest/recordings/load/usable_recordings.h"
#include "core/ingest/survey.h"
#include "core/ingest/table/parse/table_layout.h"
#include "core/store/format/pyramid.h"
#include "core/store/write/dataset_writer.h"

namespace masu::tasks {

namespace {

using table::DType;
using table::Role;

constexpr std::uint64_t kOriginBytes = 12;
constexpr std::uint64_t kFileOverhead = std::uint64_t{256} << 10;  ///< metadata, checksums, recipe, splits file
constexpr double kDiskBytesPerSecond = 400e6;                      ///< what a plain disk takes
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

std::uint64_t bytesAt(const ingest::ImportPlan& plan, DType type, double otherBytes) {
  // Estimates of samples are off by a few percent at most; sizes are promised as upper bounds.
  const double slack = plan.ofRecordings() || plan.surveyedBytes >= plan.sourceBytes ? 1.0 : 1.05;
  const double samples = static_cast<double>(plan.samples) * slack;
  const double values = valuesStored(plan, samples);
  const double features = padded(values * static_cast<double>(table::sizeOf(type)));
  const double pyramid = padded(pyramidValues(plan) * static_cast<double>(table::sizeOf(type)));
  const double others = padded(samples * kOriginBytes) + padded(samples * (otherBytes - kOriginBytes));
  return kFileOverhead + static_cast<std::uint64_t>(std::ceil(features + pyramid + others));
}

Forecast::AtType atType(const ingest::ImportPlan& plan, DType type, double otherBytes) {
  Forecast::AtType at;
  at.type = type;
  at.bytes = bytesAt(plan, type, otherBytes);
  for (const ingest::ColumnPlan& column : plan.columns) {
    if (column.role != Role::feature) continue;
    const ingest::SampledLoss loss = ingest::sampledLoss(plan, column, type);
    const bool overflows = !loss.holds;
    if ((overflows && !at.overflows) || (overflows == at.overflows && loss.maxError > at.largestError))
      at.worstColumn = column.name;
    at.overflows = at.overflows || overflows;
    at.largestError = std::max(at.largestError, loss.maxError);
  }
  return at;
}

/// Free bytes of the file system that would hold the target; its nearest existing folder stands for it.
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
  // Chunks lie in part files until HDF5's metadata is written around them: the same bytes once more at the worst, and
  // again while they are shuffled.
  forecast.scratchBytes = (plan.options.shuffle ? 2 : 1) * forecast.bytes;
  forecast.seconds = ingest::secondsForecast(plan, resources.threads);
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

/// The plan that `plan` makes with the cache it is given.
template <class Plan>
Result<PlannedImport> withCache(const InspectRequest& request, const Plan& plan) {
  auto cache = std::make_shared<ingest::RecordingCache>(ingest::RecordingCache::allowance(request.resources));
  MASU_TRY(ingest::ImportPlan planned, plan(cache));
  return PlannedImport{std::move(planned), std::move(cache)};
}

Result<Inspection> inspected(Result<PlannedImport> planned, const InspectRequest& request) {
  if (!planned) return fail(planned.error());
  Inspection inspection;
  inspection.forecast = forecastOf(*planned, request);
  if (!planned->plan.ofRecordings()) inspection.preview = ingest::previewOf(planned->plan);
  inspection.plan = std::move(planned->plan);
  inspection.cache = std::move(planned->cache);
  return inspection;
}

}  // namespace

Result<PlannedImport> planImport(const InspectRequest& request, const JobContext& job) {
  return withCache(request, [&](const auto& cache) -> Result<ingest::ImportPlan> {
    if (request.recipe.empty()) return ingest::survey(request.options, job, request.resources, cache);
    MASU_TRY(ingest::ImportPlan recipe, ingest::planFromRecipe(request.recipe));
    if (request.options.shuffle) recipe.options.shuffle = request.options.shuffle;
    return ingest::replan(recipe, request.options, job, request.resources, cache);
  });
}

Result<Inspection> inspect(const InspectRequest& request, const JobContext& job) {
  return inspected(planImport(request, job), request);
}

Result<Inspection> reinspect(const ingest::ImportPlan& plan, const InspectRequest& request, const JobContext& job) {
  const auto replan = [&](const auto& cache) {
    return ingest::replan(plan, request.options, job, request.resources, cache);
  };
  return inspected(withCache(request, replan), request);
}

}  // namespace masu::tasks

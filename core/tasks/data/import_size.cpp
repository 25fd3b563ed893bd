// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tasks/data/import_size.h"

#include <algorithm>
#include <cmath>

#include "core/ingest/recordings/load/usable_recordings.h"
#include "core/ingest/recordings/read/window_reader.h"
#include "core/ingest/table/parse/table_layout.h"
#include "core/store/format/pyramid.h"
#include "core/store/write/dataset_writer.h"

namespace masu::tasks {

namespace {

using table::Role;

constexpr std::uint64_t kOriginBytes = 12;

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

/// Whether the survey saw all of the sources, so that it counted samples.
bool isCounted(const ingest::ImportPlan& plan) {
  return plan.ofRecordings() || plan.surveyedBytes >= plan.sourceBytes;
}

/// Where each chunk is, and its checksum.
double indexBytes(double stored) {
  constexpr double kChunk = 48;
  return kChunk * stored / static_cast<double>(store::chunkSamplesFor(1) / 2);
}

}  // namespace

std::uint64_t datasetBytes(const ingest::ImportPlan& plan, table::DType type) {
  const double otherBytes = otherBytesPerSample(plan);
  // Estimates of samples are off by a few percent at most; sizes are promised as upper bounds.
  const double slack = isCounted(plan) ? 1.0 : 1.05;
  const double samples = static_cast<double>(plan.samples) * slack;
  const double values = valuesStored(plan, samples);
  const double features = padded(values * static_cast<double>(table::sizeOf(type)));
  const double pyramid = padded(pyramidValues(plan) * static_cast<double>(table::sizeOf(type)));
  const double others = padded(samples * kOriginBytes) + padded(samples * (otherBytes - kOriginBytes));
  const double stored = features + pyramid + others;
  return static_cast<std::uint64_t>(std::ceil(stored + indexBytes(stored) + describedBytes(plan)));
}

std::uint64_t leastDatasetBytes(const ingest::ImportPlan& plan) {
  if (!plan.ofRecordings() || plan.options.compression != store::Compression::none) return 0;
  const auto samples = static_cast<double>(plan.samples);
  return static_cast<std::uint64_t>(valuesStored(plan, samples) * static_cast<double>(table::sizeOf(plan.dtype)));
}

}  // namespace masu::tasks

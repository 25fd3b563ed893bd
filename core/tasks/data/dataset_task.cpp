// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tasks/data/dataset_task.h"

#include <algorithm>
#include <mutex>
#include <tuple>

#include "core/flow/machine.h"
#include "core/flow/worker_pool.h"
#include "core/store/splits/splits_file.h"
#include "core/store/staging/interrupted_writer.h"
#include "core/tasks/data/sample_rows.h"
#include "core/waveform/sound/audio_file.h"

namespace masu::tasks {

namespace {

using store::Dataset;
using store::Element;
using store::ObjectInfo;

Result<std::vector<store::Origin>> originsOf(const Dataset& dataset, std::uint64_t first, std::uint64_t count) {
  std::vector<store::Origin> origins;
  const ObjectInfo* object = dataset.find("origin");
  if (object == nullptr) return origins;
  origins.resize(count);
  MASU_CHECK(dataset.read(*object, first, count, std::as_writable_bytes(std::span(origins))));
  return origins;
}

/// The first sample whose text ends after a byte of its column.
Result<std::uint64_t> sampleOfByte(const Dataset& dataset, const ObjectInfo& ends, std::uint64_t byte) {
  std::uint64_t low = 0;
  std::uint64_t high = ends.samples;
  while (low < high) {
    const std::uint64_t middle = low + (high - low) / 2;
    std::uint64_t end = 0;
    MASU_CHECK(dataset.read(ends, middle, 1, std::as_writable_bytes(std::span(&end, 1))));
    if (end > byte) {
      high = middle;
    } else {
      low = middle + 1;
    }
  }
  return low;
}

/// The samples whose windows take frames [first, first + count) of the stored recordings.
Result<Damage> damageOfFrames(const Dataset& dataset, Damage damage) {
  constexpr std::uint64_t kStep = 1U << 16U;
  const auto& stored = dataset.storedObjects();
  const auto object = std::ranges::find(stored, Element::window, &ObjectInfo::element);
  std::vector<std::uint64_t> starts = {0};
  for (const auto& source : dataset.meta().sources) starts.push_back(starts.back() + source.records);
  const std::uint64_t begin = damage.firstSample;
  const std::uint64_t end = begin + damage.samples;
  std::uint64_t last = 0;
  damage.firstSample = dataset.samples();
  std::vector<store::StoredWindow> windows;
  for (std::uint64_t at = 0; at < dataset.samples(); at += windows.size()) {
    windows.resize(std::min(kStep, dataset.samples() - at));
    MASU_CHECK(dataset.read(*object, at, windows.size(), std::as_writable_bytes(std::span(windows))));
    for (std::size_t i = 0; i < windows.size(); ++i) {
      const std::uint64_t from =
          starts[std::min<std::size_t>(windows[i].recording, starts.size() - 1)] + windows[i].start;
      if (from >= end || from + windows[i].length <= begin) continue;
      damage.firstSample = std::min(damage.firstSample, at + i);
      last = at + i + 1;
    }
  }
  // Frames after the last window belong to no sample.
  damage.firstSample = std::min(damage.firstSample, last);
  damage.samples = last - damage.firstSample;
  return damage;
}

Result<Damage> damageOf(const Dataset& dataset, const ObjectInfo& object, std::uint64_t chunk) {
  const std::uint64_t first = object.first + chunk * object.chunkSamples;
  const std::uint64_t count = std::min(object.chunkSamples, object.end() - first);
  // A pyramid is there for views: no sample is lost with it.
  if (object.name.starts_with("pyramid/")) return Damage{object.name, chunk, 0, 0};
  if (object.name == "recordings") return damageOfFrames(dataset, {object.name, chunk, first, count});
  if (object.element != Element::textBytes) return Damage{object.name, chunk, first, count};
  // find() gives the ends of a text column, which come first.
  const ObjectInfo& ends = *dataset.find(object.name);
  MASU_TRY(const std::uint64_t firstSample, sampleOfByte(dataset, ends, first));
  MASU_TRY(const std::uint64_t lastSample, sampleOfByte(dataset, ends, first + count - 1));
  // The ends may be damaged too; then the range is a guess, but one inside the dataset.
  const std::uint64_t samples = std::max(lastSample, firstSample) - firstSample + 1;
  return Damage{object.name, chunk, firstSample, std::min(samples, ends.samples - std::min(firstSample, ends.samples))};
}

struct ChunkOf {
  const ObjectInfo* object;
  std::uint64_t chunk;
};

/// The chunk at `index` when all chunks of all objects are counted through.
ChunkOf chunkAt(const std::vector<ObjectInfo>& objects, std::uint64_t index) {
  auto object = objects.begin();
  for (; index >= object->chunks(); ++object) index -= object->chunks();
  return {&*object, index};
}

/// The splits file beside a dataset, where there is one.
void verifySplits(const Dataset& dataset, VerifyOutcome& outcome) {
  const auto splits = store::SplitsFile::open(dataset);
  if (!splits) {
    outcome.problems.push_back(splits.error());
    return;
  }
  for (const store::StoredManifest& manifest : splits->manifests()) {
    if (const auto read = splits->read(manifest.name); !read) outcome.problems.push_back(read.error());
    if (manifest.hasChecksum && manifest.descriptionHasChecksum) continue;
    const std::string path = splits->path().filename().string() + ":/" + manifest.name;
    outcome.uncovered.push_back(manifest.hasChecksum ? path + " (description)" : path);
  }
}

}  // namespace

std::optional<Message> settleInterrupted(const std::filesystem::path& file) {
  const std::string folder = file.string() + ".partial";
  switch (store::settleInterrupted(file)) {
    case store::LeftBehind::nothing:
      return std::nullopt;
    case store::LeftBehind::restored:
      return Message{MASU_TEXT("core",
                               "A command was killed while it replaced {0}. The dataset and its splits are put back as "
                               "they were before that command."),
                     {file.string()}};
    case store::LeftBehind::complete:
      return Message{MASU_TEXT("core",
                               "The command that wrote {0} was killed at its very end. The dataset is complete; {1}, "
                               "which it had no time to remove, is removed now."),
                     {file.string(), folder}};
    case store::LeftBehind::discarded:
      return Message{MASU_TEXT("core",
                               "A command that was killed left {1} beside {0}. Nothing can be resumed from it, and it "
                               "is removed now; {0} is as it was before that command."),
                     {file.string(), folder}};
  }
  return std::nullopt;
}

Result<DatasetInfo> info(const std::filesystem::path& file, const std::stop_token& stop) {
  DatasetInfo outcome;
  outcome.settled = settleInterrupted(file);
  MASU_TRY(outcome.dataset, Dataset::open(file, store::Checking::onFirstRead, stop));
  const auto splits = store::SplitsFile::open(*outcome.dataset, stop);
  if (!splits) {
    if (splits.error().code == Errc::cancelled) return fail(splits.error());
    outcome.splitsProblem = splits.error();
    return outcome;
  }
  for (const store::StoredManifest& manifest : splits->manifests()) {
    if (stop.stop_requested()) return fail(Error::cancelled());
    auto facts = factsOf(*splits, manifest.name);
    if (facts) {
      outcome.manifests.push_back(std::move(*facts));
    } else if (!outcome.splitsProblem) {
      outcome.splitsProblem = std::move(facts.error());
    }
  }
  return outcome;
}

bool isSoundFile(const store::SourceFile& source) {
  return waveform::hasAudioName(source.path);
}

std::vector<SizeAtType> sizesAtTypes(const store::Dataset& dataset) {
  using table::DType;
  const store::ObjectInfo* features = dataset.find("features");
  std::vector<SizeAtType> sizes;
  if (features == nullptr) return sizes;
  const std::uint64_t values = features->samples * features->valuesPerSample();
  const std::uint64_t now = values * features->elementBytes();
  for (const DType type : {DType::f64, DType::f32, DType::i32, DType::f16, DType::i16, DType::i8}) {
    SizeAtType& size = sizes.emplace_back();
    size.type = type;
    size.featureBytes = values * table::sizeOf(type);
    if (features->compression == store::Compression::none)
      size.fileBytes = dataset.fileBytes() - std::min(now, dataset.fileBytes()) + size.featureBytes;
  }
  return sizes;
}

Result<HeadOutcome> head(const HeadRequest& request) {
  MASU_TRY(const auto dataset, Dataset::open(request.file));
  if (request.first >= dataset->samples()) {
    return fail(Errc::invalidArgument,
                MASU_TEXT("core", "{0} has {1} samples, counted from 0; there is none with number {2}."),
                {request.file.string(), std::to_string(dataset->samples()), std::to_string(request.first)});
  }
  constexpr std::uint64_t kShownValues = 8;
  if (request.valuesPerSample && dataset->meta().kind == store::SampleKind::table) {
    return fail(Errc::invalidArgument,
                MASU_TEXT("core", "{0} is a table, of which all columns are shown. Leave out --values."),
                {request.file.string()});
  }
  return rows(*dataset, request.first, request.count, request.valuesPerSample.value_or(kShownValues));
}

Result<HeadOutcome> rows(const Dataset& dataset, std::uint64_t first, std::uint64_t count,
                         std::uint64_t valuesPerSample) {
  first = std::min(first, dataset.samples());
  count = std::min(count, dataset.samples() - first);
  MASU_TRY(auto columns, cellColumns(dataset, first, count, valuesPerSample));
  MASU_TRY(auto labels, labelTexts(dataset, first, count));
  MASU_TRY(const auto origins, originsOf(dataset, first, count));
  HeadOutcome outcome;
  for (const CellColumn& column : columns) outcome.columns.push_back(column.name);
  const auto& sources = dataset.meta().sources;
  for (std::uint64_t i = 0; i < count; ++i) {
    HeadRow row;
    row.sample = first + i;
    row.label = std::move(labels[i]);
    if (!origins.empty()) {
      row.position = origins[i].position;
      if (origins[i].source < sources.size()) row.source = sources[origins[i].source].path;
    }
    for (CellColumn& column : columns) row.cells.push_back(std::move(column.cells[i]));
    outcome.rows.push_back(std::move(row));
  }
  return outcome;
}

Result<VerifyOutcome> verify(const std::filesystem::path& file, const Resources& resources, const JobContext& job) {
  MASU_TRY(const auto dataset, Dataset::open(file));
  const auto& objects = dataset->storedObjects();
  VerifyOutcome outcome;
  std::uint64_t bytes = 0;
  for (const ObjectInfo& object : objects) {
    outcome.chunks += object.chunks();
    bytes += object.samples * object.sampleBytes();
  }
  job.progress.begin(MASU_TEXT("core", "Comparing checksums"), bytes, Progress::Unit::bytes);
  std::mutex mutex;
  const auto compare = [&](std::size_t index, const std::stop_token&) -> Result<void> {
    const auto [object, chunk] = chunkAt(objects, index);
    MASU_TRY(const bool intact, dataset->chunkIntact(*object, chunk));
    const std::uint64_t samples = std::min(object->chunkSamples, object->samples - chunk * object->chunkSamples);
    job.progress.add(samples * object->sampleBytes());
    if (intact) return {};
    MASU_TRY(Damage damage, damageOf(*dataset, *object, chunk));
    const std::lock_guard lock(mutex);
    outcome.damaged.push_back(std::move(damage));
    return {};
  };
  MASU_CHECK(flow::forEachIndex(outcome.chunks, flow::resolve(resources).threads, job.stop, compare));
  std::ranges::sort(outcome.damaged, [](const Damage& a, const Damage& b) {
    return std::tie(a.object, a.firstSample) < std::tie(b.object, b.firstSample);
  });
  outcome.uncovered = dataset->uncovered();
  if (auto compared = dataset->compareStructure(); !compared) outcome.problems.push_back(std::move(compared.error()));
  verifySplits(*dataset, outcome);
  return outcome;
}

}  // namespace masu::tasks

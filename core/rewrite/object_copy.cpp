// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/rewrite/object_copy.h"

#include <algorithm>
#include <string_view>

#include "core/flow/machine.h"
#include "core/flow/worker_pool.h"
#include "core/store/format/layout.h"
#include "core/store/read/dataset.h"
#include "core/store/splits/splits_file.h"

namespace masu::rewrite {

namespace {

using store::Element;
using store::ObjectInfo;

/// Raw bytes that one step reads: some chunks.
constexpr std::uint64_t kStepBytes = 2U << 20U;
constexpr std::uint64_t kTextsOfStep = 1U << 14U;

Result<void> copyStep(const ObjectCopy& copy, const ObjectSteps& object, std::uint64_t number, const JobContext& job) {
  bool made = false;
  if (copy.made) {
    MASU_TRY(made, copy.made(object, number));
  }
  job.progress.add(object.bytes(number));
  if (made) return {};
  MASU_TRY(std::vector<std::byte> samples, readStep(copy.from, object, number));
  copy.change(object.from, samples);
  return copy.to.write(object.index, object.first(number), samples);
}

Result<void> copyTexts(const ObjectCopy& copy, const ObjectInfo& ends, const JobContext& job) {
  const std::string_view column = std::string_view(ends.name).substr(store::layout::kKeptPrefix.size());
  for (std::uint64_t first = 0; first < ends.samples; first += kTextsOfStep) {
    if (job.stopRequested()) return fail(Error::cancelled());
    const std::uint64_t count = std::min(kTextsOfStep, ends.samples - first);
    MASU_TRY(const auto texts, copy.from.readTexts(column, first, count));
    MASU_CHECK(copy.to.appendTexts(column, texts));
    job.progress.add(count * ends.sampleBytes());
  }
  return {};
}

}  // namespace

std::vector<ObjectSteps> stepsOf(const store::Dataset& from, std::span<const ObjectInfo> objects) {
  std::vector<ObjectSteps> all;
  for (std::size_t i = 0; i < objects.size(); ++i) {
    const ObjectInfo* read = from.find(objects[i].name);
    ObjectSteps& object = all.emplace_back();
    object.index = i;
    object.from = read != nullptr ? *read : store::wholeObject(from, objects[i].name).value();
    // Whole chunks of the new object, so that none waits for its neighbours.
    object.writtenBytes = objects[i].sampleBytes();
    const std::uint64_t chunk = store::chunkSamplesFor(object.writtenBytes);
    object.step = chunk * std::max<std::uint64_t>(1, kStepBytes / (chunk * object.from.sampleBytes()));
  }
  return all;
}

Result<void> forEachStep(const ObjectSteps& object, std::uint64_t first, std::uint64_t end, const Resources& resources,
                         const std::stop_token& stop, const std::function<Result<void>(std::uint64_t)>& run) {
  // A step holds its samples as they were, as they become and as they are compressed.
  const Resources resolved = flow::resolve(resources);
  const std::uint64_t bytes = 3 * object.step * std::max(object.from.sampleBytes(), object.writtenBytes);
  const auto threads =
      static_cast<unsigned>(std::clamp<std::uint64_t>(resolved.memoryBytes / bytes, 1, resolved.threads));
  return flow::forEachIndex(end - first, threads, stop,
                            [&](std::size_t i, const std::stop_token&) { return run(first + i); });
}

Result<std::vector<std::byte>> readStep(const store::Dataset& from, const ObjectSteps& object, std::uint64_t number) {
  const std::uint64_t count = object.count(number);
  std::vector<std::byte> samples(count * bytesInMemory(object.from));
  MASU_CHECK(from.read(object.from, object.first(number), count, samples));
  return samples;
}

Result<void> copyObjects(const ObjectCopy& copy, const JobContext& job) {
  const std::vector<ObjectSteps> objects = stepsOf(copy.from, copy.objects);
  std::uint64_t bytes = 0;
  for (const ObjectSteps& object : objects) bytes += object.from.samples * object.from.sampleBytes();
  for (const ObjectInfo& object : copy.from.objects()) {
    if (object.element == Element::textEnds) bytes += object.samples * object.sampleBytes();
  }
  job.progress.begin(copy.stage, bytes, Progress::Unit::bytes);
  for (const ObjectSteps& object : objects) {
    MASU_CHECK(forEachStep(object, 0, object.steps(), copy.resources, job.stop,
                           [&](std::uint64_t number) { return copyStep(copy, object, number, job); }));
  }
  for (const ObjectInfo& object : copy.from.objects()) {
    if (object.element == Element::textEnds) MASU_CHECK(copyTexts(copy, object, job));
  }
  return {};
}

Result<void> carryManifests(const store::Dataset& dataset, store::WriteOptions& options) {
  MASU_TRY(const auto splits, store::SplitsFile::open(dataset));
  std::error_code ignored;
  if (std::filesystem::exists(splits.path(), ignored)) options.splitsFrom = splits.path();
  return {};
}

}  // namespace masu::rewrite

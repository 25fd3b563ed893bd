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

Result<void> copyStep(const ObjectCopy& copy, std::size_t index, const ObjectInfo& object, std::uint64_t first,
                      std::uint64_t count, const JobContext& job) {
  const std::uint64_t sampleBytes = object.element == Element::origin ? sizeof(store::Origin) : object.sampleBytes();
  std::vector<std::byte> samples(count * sampleBytes);
  MASU_CHECK(copy.from.read(object, first, count, samples));
  job.progress.add(count * object.sampleBytes());
  copy.change(object, samples);
  return copy.to.write(index, first, samples);
}

Result<void> copyObject(const ObjectCopy& copy, std::size_t index, const ObjectInfo& object, const JobContext& job) {
  // Whole chunks of the new object, so that none waits for its neighbours.
  const std::uint64_t newBytes = copy.objects[index].sampleBytes();
  const std::uint64_t chunk = store::chunkSamplesFor(newBytes);
  const std::uint64_t chunks = std::max<std::uint64_t>(1, kStepBytes / (chunk * object.sampleBytes()));
  const std::uint64_t step = chunk * chunks;
  const std::uint64_t steps = (object.samples + step - 1) / step;
  // A step holds its samples as they were, as they become and as they are compressed.
  const Resources resources = flow::resolve(copy.resources);
  const std::uint64_t fitting = resources.memoryBytes / (3 * step * std::max(object.sampleBytes(), newBytes));
  const auto threads = static_cast<unsigned>(std::clamp<std::uint64_t>(fitting, 1, resources.threads));
  return flow::forEachIndex(steps, threads, job.stop, [&](std::size_t i, const std::stop_token&) {
    return copyStep(copy, index, object, i * step, std::min(step, object.samples - i * step), job);
  });
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

Result<void> copyObjects(const ObjectCopy& copy, const JobContext& job) {
  std::vector<ObjectInfo> objects;
  for (const ObjectInfo& wanted : copy.objects) {
    const ObjectInfo* read = copy.from.find(wanted.name);
    objects.push_back(read != nullptr ? *read : store::wholeObject(copy.from, wanted.name).value());
  }
  std::uint64_t bytes = 0;
  for (const ObjectInfo& object : objects) bytes += object.samples * object.sampleBytes();
  for (const ObjectInfo& object : copy.from.objects()) {
    if (object.element == Element::textEnds) bytes += object.samples * object.sampleBytes();
  }
  job.progress.begin(copy.stage, bytes, Progress::Unit::bytes);
  for (std::size_t i = 0; i < objects.size(); ++i) MASU_CHECK(copyObject(copy, i, objects[i], job));
  for (const ObjectInfo& object : copy.from.objects()) {
    if (object.element == Element::textEnds) MASU_CHECK(copyTexts(copy, object, job));
  }
  return {};
}

Result<void> carryManifests(const store::Dataset& dataset, store::WriteOptions& options) {
  MASU_TRY(const auto splits, store::SplitsFile::open(dataset.path(), dataset.uuid(), dataset.samples()));
  std::error_code ignored;
  if (std::filesystem::exists(splits.path(), ignored)) options.splitsFrom = splits.path();
  return {};
}

}  // namespace masu::rewrite

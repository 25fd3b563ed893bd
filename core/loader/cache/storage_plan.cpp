// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/loader/cache/storage_plan.h"

#include <algorithm>
#include <limits>

namespace masu::loader {

namespace {

/// Stored order needs groups only to read ahead by.
constexpr std::uint64_t kSequentialBlocks = 4;
/// The share of the memory that an object may take to be held whole beside the groups.
constexpr std::uint64_t kSmallShare = 8;

std::uint64_t objectBytes(const store::ObjectInfo* object) {
  return object == nullptr ? 0 : object->samples * object->sampleBytes();
}

std::uint64_t chunksWithMembers(const SampleIndex& index, std::uint64_t chunkSamples) {
  std::uint64_t chunks = 0;
  for (std::uint64_t first = 0; first < index.datasetSamples(); first += chunkSamples) {
    const std::uint64_t last = std::min(first + chunkSamples, index.datasetSamples());
    chunks += index.rank(last) > index.rank(first) ? 1 : 0;
  }
  return chunks;
}

/// Small objects flat, the others in groups; returns what a sample of the others takes.
std::uint64_t resideBySize(const StreamFields& fields, const StorageRequest& request, StoragePlan& plan,
                           std::uint64_t& memory) {
  const std::uint64_t small = request.memoryBytes / kSmallShare;
  std::uint64_t sampleBytes = 0;
  for (const Field field : kFields) {
    const store::ObjectInfo* object = fields.object(field);
    if (object == nullptr) continue;
    const std::uint64_t bytes = objectBytes(object);
    const bool fits = bytes <= small && bytes <= memory && object != &fields.primary();
    plan.residencies[indexOf(field)] = fits ? Residency::flat : Residency::grouped;
    if (fits) {
      memory -= bytes;
    } else {
      sampleBytes += object->sampleBytes();
    }
  }
  return sampleBytes;
}

/// Chunks a group: of a shuffle that has groups they are part of its order, and no function of the memory.
std::uint64_t blocksFor(const StreamFields& fields, const StorageRequest& request, std::uint64_t chunks,
                        std::uint64_t fitting) {
  if (request.shuffle == Shuffle::none) return std::min({kSequentialBlocks, fitting, chunks});
  if (request.shuffle != Shuffle::blocks) return chunks;
  const std::uint64_t chunkSamples = fields.primary().chunkSamples;
  std::uint64_t sampleBytes = 0;
  for (const Field field : kFields)
    sampleBytes += fields.object(field) == nullptr ? 0 : fields.object(field)->sampleBytes();
  const std::uint64_t usual =
      std::max<std::uint64_t>(1, kGroupBytes / std::max<std::uint64_t>(1, sampleBytes * chunkSamples));
  const std::uint64_t blocks = std::min(request.blocks == 0 ? usual : request.blocks, chunks);
  // A member's place in its group is 32 bits wide.
  const std::uint64_t most = std::max<std::uint64_t>(1, std::numeric_limits<std::uint32_t>::max() / chunkSamples);
  return blocks < chunks ? std::min(blocks, most) : blocks;
}

}  // namespace

StoragePlan planStorage(const StreamFields& fields, const SampleIndex& index, const StorageRequest& request) {
  const std::uint64_t chunkSamples = fields.primary().chunkSamples;
  const std::uint64_t chunks = chunksWithMembers(index, chunkSamples);
  std::uint64_t all = 0;
  for (const Field field : kFields) all += objectBytes(fields.object(field));
  const bool holdsAll = all <= request.memoryBytes;

  StoragePlan plan;
  std::uint64_t memory = request.memoryBytes;
  const std::uint64_t rowBytes = resideBySize(fields, request, plan, memory);
  const std::uint64_t chunkBytes = (rowBytes + sizeof(std::uint32_t)) * chunkSamples;  // a group lists its members
  const std::uint64_t fitting =
      std::clamp<std::uint64_t>(memory / (kGroupsHeld * chunkBytes), 1, std::max<std::uint64_t>(1, chunks));
  plan.blocks = blocksFor(fields, request, chunks, fitting);
  const bool grouped = plan.blocks < chunks;
  const bool groupsFit = grouped && (plan.blocks <= fitting || request.wholeGroups);
  if (!groupsFit && !holdsAll) {
    const std::uint64_t held = memory / (kGroupsHeld * (rowBytes + kWindowSampleBytes));
    const std::uint64_t members = std::min<std::uint64_t>(index.size(), std::numeric_limits<std::uint32_t>::max());
    plan.window = std::clamp(held, std::min(chunkSamples, members), members);
  }
  for (const Field field : kFields) {
    Residency& residency = plan.residencies[indexOf(field)];
    if (fields.object(field) == nullptr) continue;
    // Stored order never returns to a chunk within an epoch, so holding all of it would only delay the first batch.
    if (holdsAll && (request.shuffle != Shuffle::none || !grouped)) residency = Residency::flat;
    if (plan.window > 0 && residency == Residency::grouped) residency = Residency::window;
  }
  return plan;
}

}  // namespace masu::loader

#include "core/loader/storage_plan.h"

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
std::uint64_t placeBySize(const StreamParts& parts, const StorageRequest& request, StoragePlan& plan,
                          std::uint64_t& memory) {
  const std::uint64_t small = request.memoryBytes / kSmallShare;
  std::uint64_t sampleBytes = 0;
  for (const Part part : kParts) {
    const store::ObjectInfo* object = parts.object(part);
    if (object == nullptr) continue;
    const std::uint64_t bytes = objectBytes(object);
    const bool fits = bytes <= small && bytes <= memory && object != &parts.primary();
    plan.places[indexOf(part)] = fits ? Place::flat : Place::grouped;
    if (fits) {
      memory -= bytes;
    } else {
      sampleBytes += object->sampleBytes();
    }
  }
  return sampleBytes;
}

}  // namespace

StoragePlan planStorage(const StreamParts& parts, const SampleIndex& index, const StorageRequest& request) {
  const std::uint64_t chunkSamples = parts.primary().chunkSamples;
  const std::uint64_t chunks = chunksWithMembers(index, chunkSamples);
  std::uint64_t all = 0;
  for (const Part part : kParts) all += objectBytes(parts.object(part));
  const bool holdsAll = all <= request.memoryBytes;

  StoragePlan plan;
  std::uint64_t memory = request.memoryBytes;
  const bool inGroups = request.shuffle == Shuffle::none || request.shuffle == Shuffle::blocks;
  const std::uint64_t rowBytes = placeBySize(parts, request, plan, memory);
  const std::uint64_t chunkBytes = (rowBytes + sizeof(std::uint32_t)) * chunkSamples;  // a group lists its members
  // A member's place in its group is 32 bits wide.
  const std::uint64_t most = std::max<std::uint64_t>(1, std::numeric_limits<std::uint32_t>::max() / chunkSamples);
  const std::uint64_t fitting =
      holdsAll ? chunks
               : std::clamp<std::uint64_t>(memory / (kGroupsHeld * chunkBytes), 1, std::max<std::uint64_t>(1, chunks));
  switch (request.shuffle) {
    case Shuffle::none:
      plan.blocks = std::min(kSequentialBlocks, fitting);
      break;
    case Shuffle::blocks:
      plan.blocks = std::min(request.blocks == 0 ? fitting : request.blocks, chunks);
      break;
    case Shuffle::exact:
    case Shuffle::queue:
    case Shuffle::balanced:
      plan.blocks = chunks;
      break;
  }
  const bool grouped = inGroups && plan.blocks < chunks;
  if (grouped) plan.blocks = std::min(plan.blocks, most);
  if (!grouped && !holdsAll) {
    const std::uint64_t held = memory / (kGroupsHeld * (rowBytes + kWindowSampleBytes));
    const std::uint64_t members = std::min<std::uint64_t>(index.size(), std::numeric_limits<std::uint32_t>::max());
    plan.window = std::clamp(held, std::min(chunkSamples, members), members);
  }
  for (const Part part : kParts) {
    Place& place = plan.places[indexOf(part)];
    if (parts.object(part) == nullptr) continue;
    // Stored order never returns to a chunk within an epoch, so holding all of it would only delay the first batch.
    if (holdsAll && (request.shuffle != Shuffle::none || !grouped)) place = Place::flat;
    if (plan.window > 0 && place == Place::grouped) place = Place::window;
  }
  return plan;
}

}  // namespace masu::loader

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/loader/forecast/stream_memory.h"

#include <algorithm>

#include "core/loader/read/chunk_reading.h"
#include "core/loader/stream/stream_plan.h"

namespace masu::loader {

namespace {

/// So many samples fill whole cache lines, whatever a value's width: arrays of a batch are padded to these.
constexpr std::uint64_t kPaddingFree = 64;

/// Chunks without a sample of the split are never read, so they take no memory either.
std::uint64_t bytesOfChunksWithMembers(const store::ObjectInfo& object, const SampleIndex& index) {
  std::uint64_t bytes = 0;
  for (std::uint64_t chunk = 0; chunk < object.chunks(); ++chunk) {
    const ChunkRange range = chunkRange(object, chunk);
    const bool read = index.rank(range.first + range.count) > index.rank(range.first);
    bytes += read ? range.count * object.sampleBytes() : 0;
  }
  return bytes;
}

/// Samples that two groups hold.
std::uint64_t groupedSamples(const StreamSpec& spec) {
  const Sequence& sequence = *spec.source.sequence;
  return std::min(kGroupsHeld * sequence.blocks() * sequence.chunkSamples(), sequence.index().datasetSamples());
}

std::uint64_t heldOf(const store::ObjectInfo& object, Residency residency, const StreamSpec& spec) {
  switch (residency) {
    case Residency::absent:
      return 0;
    case Residency::flat:
      return bytesOfChunksWithMembers(object, spec.source.sequence->index());
    case Residency::grouped:
      return groupedSamples(spec) * object.sampleBytes();
    case Residency::window:
      return (kGroupsHeld * spec.source.window + spec.tuning.most.workers * object.chunkSamples) * object.sampleBytes();
  }
  return 0;
}

}  // namespace

Result<StreamMemory> memoryOf(std::shared_ptr<const store::Dataset> dataset, const store::Assignment* assignment,
                              const StreamOptions& options) {
  MASU_TRY(const StreamSpec spec, planStream(std::move(dataset), assignment, options));
  const SourceSpec& source = spec.source;
  StreamMemory memory;
  for (const Field field : kFields) {
    const store::ObjectInfo* object = source.fields.object(field);
    if (object == nullptr) continue;
    memory.stored.value += heldOf(*object, source.residencies[indexOf(field)], spec);
    // A compressed chunk is beside its decoded twin while a thread unpacks it.
    if (object->compression == store::Compression::none) continue;
    memory.stored.value +=
        2 * spec.tuning.most.workers * std::min(object->chunkSamples, object->samples) * object->sampleBytes();
  }
  // A group lists its members.
  const bool grouped = std::ranges::count(source.residencies, Residency::grouped) > 0;
  memory.stored.value += grouped ? groupedSamples(spec) * sizeof(std::uint32_t) : 0;
  memory.stored.value += kGroupsHeld * source.window * kWindowSampleBytes;
  memory.threads = spec.tuning.most.workers;
  memory.batches = spec.tuning.most.ahead + spec.tuning.most.workers + 1 + spec.lingering;
  const auto sampleBytes = [&](const StreamFields& fields) {
    return spec.batchTransform.shape(fields.shape(kPaddingFree)).bytes() / kPaddingFree;
  };
  memory.sampleBytes = sampleBytes(source.fields);
  StreamFields narrow = source.fields;
  if (canStayNarrow(narrow, options, spec.batchTransform)) narrow.keepNarrow();
  memory.narrowSampleBytes = sampleBytes(narrow);
  if (spec.batchTransform.active()) {
    memory.stored.value += spec.tuning.most.workers * source.fields.shape(spec.filledSamples()).bytes();
  }
  memory.order.value = source.sequence->bytes() + (source.train ? source.train->bytes() : 0);
  return memory;
}

}  // namespace masu::loader

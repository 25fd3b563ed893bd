// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/loader/cache/chunk_group.h"

#include <algorithm>

#include "core/loader/read/chunk_reading.h"

namespace masu::loader {

namespace {

/// Chunks are anywhere in the file: a disk reaches its rate only if it knows of some before they are asked for.
constexpr std::size_t kChunksAhead = 8;

}  // namespace

void ChunkGroup::open(std::shared_ptr<const EpochOrder> epoch, std::uint64_t number) {
  const std::uint64_t chunkSamples = m_source.sequence.chunkSamples();
  const SampleIndex& index = m_source.sequence.index();
  m_order = epoch->group(number);
  m_epoch = std::move(epoch);
  m_first = m_order.first;
  m_samples = m_order.samples;
  m_chunkSamples = static_cast<std::uint32_t>(chunkSamples);

  const auto chunks = m_order.chunks;
  m_firsts.clear();
  m_memberStarts.clear();
  std::uint64_t members = 0;
  for (const std::uint32_t chunk : chunks) {
    const std::uint64_t first = chunk * chunkSamples;
    const std::uint64_t last = std::min(first + chunkSamples, index.datasetSamples());
    m_firsts.push_back(first);
    m_memberStarts.push_back(members);
    members += index.rank(last) - index.rank(first);
  }
  resizeExactly(m_members, members);
  for (std::size_t task = 0; task < kChunksAhead; ++task) expect(task);
  if (m_capacityChunks >= chunks.size()) return;
  for (const Field field : kFields) {
    if (m_source.residencies[indexOf(field)] != Residency::grouped) continue;
    m_bytes[indexOf(field)] =
        io::LargeBuffer(chunks.size() * chunkSamples * m_source.fields.object(field)->sampleBytes());
  }
  m_capacityChunks = chunks.size();
}

void ChunkGroup::locate(std::uint64_t within, std::span<std::uint64_t> samples, std::span<std::uint64_t> rows) const {
  m_order.membersAt(within, rows);
  for (const std::uint64_t row : rows) __builtin_prefetch(&m_members[row]);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const std::uint32_t row = m_members[rows[i]];
    rows[i] = row;
    samples[i] = sampleAt(row);
  }
}

void ChunkGroup::expect(std::size_t task) const {
  if (task >= m_order.chunks.size()) return;
  for (const Field field : kFields) {
    const store::ObjectInfo* object = m_source.fields.object(field);
    const bool sameChunks = object != nullptr && object->chunkSamples == m_source.sequence.chunkSamples();
    if (sameChunks && m_source.residencies[indexOf(field)] == Residency::grouped)
      m_source.dataset.prefetchChunk(*object, m_order.chunks[task]);
  }
}

Result<void> ChunkGroup::load(std::size_t task) {
  expect(task + kChunksAhead);
  const Sequence& sequence = m_source.sequence;
  const std::uint64_t first = m_firsts[task];
  const std::uint64_t count = std::min(sequence.chunkSamples(), sequence.index().datasetSamples() - first);
  const std::uint64_t row = task * sequence.chunkSamples();
  for (const Field field : kFields) {
    if (m_source.residencies[indexOf(field)] != Residency::grouped) continue;
    const store::ObjectInfo& object = *m_source.fields.object(field);
    const std::span<std::byte> out(m_bytes[indexOf(field)].data() + row * object.sampleBytes(),
                                   count * object.sampleBytes());
    // Other objects may be cut into chunks of another length.
    MASU_CHECK(object.chunkSamples == sequence.chunkSamples()
                   ? readChunkNamed(m_source.dataset, object, m_order.chunks[task], out)
                   : readNamed(m_source.dataset, object, first, count, out));
  }
  std::uint32_t* member = m_members.data() + m_memberStarts[task];
  sequence.index().forEach(first, first + count, [&](std::uint64_t sample) {
    *member++ = static_cast<std::uint32_t>(row + (sample - first));
  });
  return {};
}

}  // namespace masu::loader

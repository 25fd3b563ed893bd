// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/write/parts_writing.h"

#include <algorithm>

#include "core/store/format/part_list.h"

namespace masu::store {

namespace {

/// What HDF5 and the list of checksums take of a file: in all, for an object, for a chunk. A little more than was seen.
constexpr std::uint64_t kPartOverhead = 4096;
constexpr std::uint64_t kObjectOverhead = 2048;
constexpr std::uint64_t kChunkOverhead = 64;

std::uint64_t bytesOf(const StagedObject& object, std::uint64_t chunk) {
  const ObjectInfo& info = object.info();
  return kChunkOverhead + (object.compressed() ? object.chunks()[chunk].size : info.chunkSamples * info.sampleBytes());
}

class PartPlanning {
 public:
  PartPlanning(const std::vector<const StagedObject*>& objects, std::uint64_t partBytes)
      : m_objects(objects), m_partBytes(partBytes), m_next(objects.size(), 0) {}

  std::vector<std::vector<ObjectSlice>> run();

 private:
  /// The object whose next chunk begins earliest in the dataset; all of them: none has one left.
  std::size_t earliest() const;
  void take(std::size_t object);
  void beginPart();

  const std::vector<const StagedObject*>& m_objects;
  std::uint64_t m_partBytes;
  std::vector<std::uint64_t> m_next;  ///< chunk of each object
  std::vector<std::vector<ObjectSlice>> m_parts;
  std::uint64_t m_bytes = 0;  ///< of the last part
};

std::size_t PartPlanning::earliest() const {
  std::size_t best = m_objects.size();
  double bestPlace = 2;
  for (std::size_t i = 0; i < m_objects.size(); ++i) {
    const ObjectInfo& info = m_objects[i]->info();
    if (m_next[i] == info.chunks()) continue;
    const double place = static_cast<double>(m_next[i] * info.chunkSamples) / static_cast<double>(info.samples);
    if (place >= bestPlace) continue;
    bestPlace = place;
    best = i;
  }
  return best;
}

void PartPlanning::beginPart() {
  m_parts.emplace_back();
  m_bytes = kPartOverhead;
}

void PartPlanning::take(std::size_t object) {
  const StagedObject& part = *m_objects[object];
  const ObjectInfo& info = part.info();
  const std::uint64_t chunk = m_next[object];
  // The short chunk at the end goes with the one before: alone it could not have the length of its object's chunks.
  const bool last = chunk + 2 == info.chunks() && info.samples % info.chunkSamples != 0;
  const std::uint64_t count = last ? 2 : 1;
  std::uint64_t bytes = 0;
  for (std::uint64_t i = 0; i < count; ++i) bytes += bytesOf(part, chunk + i);
  const auto slice = std::ranges::find(m_parts.back(), &part, &ObjectSlice::part);
  const bool there = slice != m_parts.back().end();
  if (!there) bytes += kObjectOverhead;
  m_next[object] += count;
  if (m_bytes > kPartOverhead && m_bytes + bytes > m_partBytes) {
    beginPart();
    m_bytes += there ? kObjectOverhead : 0;
    m_parts.back().push_back({&part, chunk, count});
  } else if (there) {
    slice->chunks += count;
  } else {
    m_parts.back().push_back({&part, chunk, count});
  }
  m_bytes += bytes;
}

std::vector<std::vector<ObjectSlice>> PartPlanning::run() {
  beginPart();
  for (std::size_t object = earliest(); object < m_objects.size(); object = earliest()) take(object);
  return std::move(m_parts);
}

}  // namespace

std::vector<std::vector<ObjectSlice>> planParts(const std::vector<const StagedObject*>& objects,
                                                std::uint64_t partBytes) {
  for (;; partBytes += partBytes / 2) {
    auto parts = PartPlanning(objects, partBytes).run();
    if (parts.size() <= kMostParts) return parts;
  }
}

}  // namespace masu::store

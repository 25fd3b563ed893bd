// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/staging/staged_object.h"

#include <algorithm>
#include <memory>
#include <utility>

#include <fcntl.h>

#include "core/base/hash.h"
#include "core/base/units.h"
#include "core/store/codec/chunk_codec.h"
#include "core/store/format/convert.h"

namespace masu::store {

namespace {

/// A whole chunk in the file beside the part. The offset, size and mask of an uncompressed one are 0.
struct StagedChunk {
  std::uint64_t offset = 0;
  std::uint32_t size = 0;
  std::uint32_t mask = 0;
  std::uint64_t checksum = 0;
};
static_assert(sizeof(StagedChunk) == 24);

/// Whether a record can be of an object that began as `info`: only numbers become wider, and then in chunks of their
/// own length.
bool canBeOf(const StagedRecord& record, const ObjectInfo& info) {
  constexpr std::uint64_t kLongestFile = std::uint64_t{1} << 62U;
  ObjectInfo stored = info;
  stored.dtype = record.dtype;
  if (record.samples > kLongestFile / stored.sampleBytes()) return false;
  if (record.dtype == info.dtype) return record.chunkSamples == info.chunkSamples;
  return info.element == Element::number && record.chunkSamples == chunkSamplesFor(stored.sampleBytes());
}

template <class T>
void setAt(std::vector<T>& values, std::uint64_t index, T value) {
  if (values.size() <= index) values.resize(index + 1);
  values[index] = value;
}

}  // namespace

StagedObject::StagedObject(ObjectInfo info, io::File file, std::uint64_t held)
    : m_info(std::move(info)), m_file(std::move(file), held) {}

Result<std::unique_ptr<StagedObject>> StagedObject::create(const std::filesystem::path& file, ObjectInfo info,
                                                           std::uint64_t held) {
  MASU_TRY(io::File samples, io::File::create(file));
  std::unique_ptr<StagedObject> part(new StagedObject(std::move(info), std::move(samples), held));
  if (part->compressed()) {
    auto edges = file;
    edges += ".edges";
    MASU_TRY(part->m_edges, io::File::create(edges));
  }
  return part;
}

Result<std::unique_ptr<StagedObject>> StagedObject::reopen(const std::filesystem::path& folder,
                                                           const StagedRecord& record, ObjectInfo info,
                                                           const JobContext& job) {
  if (!canBeOf(record, info)) return fail(Errc::damaged, {});
  info.dtype = record.dtype;
  info.chunkSamples = record.chunkSamples;
  MASU_TRY(io::File samples, io::File::openReadWrite(folder / record.file));
  std::unique_ptr<StagedObject> part(new StagedObject(std::move(info), std::move(samples), 0));
  if (part->compressed()) {
    MASU_TRY(part->m_edges, io::File::create(folder / (record.file + ".edges")));
  }
  MASU_TRY(part->m_noted, io::File::openReadWrite(folder / record.chunksFile()));
  MASU_CHECK(part->resumeFrom(record, job));
  return part;
}

Error StagedObject::damaged() const {
  return {Errc::damaged,
          MASU_TEXT("core", "{0} is not as the journal beside it says. Import again."),
          {m_file.path().string()},
          {m_file.path().string(), 0, 0}};
}

Result<void> StagedObject::resumeFrom(const StagedRecord& record, const JobContext& job) {
  const std::uint64_t length = m_info.chunkSamples;
  m_notedChunks = record.samples / length;
  MASU_TRY(const std::uint64_t noted, m_noted.size());
  if (noted / sizeof(StagedChunk) < m_notedChunks) return fail(damaged());
  std::vector<StagedChunk> entries(m_notedChunks);
  MASU_CHECK(m_noted.readAt(0, std::as_writable_bytes(std::span(entries))));
  m_notedHash.update(std::as_bytes(std::span(entries)));
  if (m_notedHash.digest() != record.listHash) return fail(damaged());
  MASU_TRY(const io::File* const file, m_file.onDisk());
  MASU_TRY(const std::uint64_t size, file->size());
  // Of what was never written the file is empty.
  std::uint64_t end = compressed() || record.samples == 0 ? 0 : positionOf(record.samples);
  for (const StagedChunk& entry : entries) {
    m_checksums.push_back(entry.checksum);
    if (!compressed()) continue;
    if (entry.size == 0 || entry.offset > size || entry.size > size - entry.offset) return fail(damaged());
    m_chunks.push_back({entry.offset, entry.size, entry.mask});
    end = std::max(end, entry.offset + entry.size);
  }
  const std::uint64_t tail = compressed() ? record.samples % length * m_info.sampleBytes() : 0;
  if (size < end || record.tail.size() != tail) return fail(damaged());
  MASU_CHECK(compareChunks(record, job));
  if (compressed()) {
    m_end = end;
    MASU_CHECK(m_edges.writeAt(m_notedChunks * length * m_info.sampleBytes(), record.tail));
  }
  // The rest may be anything: metadata, where a staging file was becoming the dataset.
  MASU_CHECK(file->resize(end));
  if (record.samples > 0) m_written.add(0, record.samples);
  return {};
}

/// What is built on is compared first: a disk that lost something would be found out by `verify` alone.
Result<void> StagedObject::compareChunks(const StagedRecord& record, const JobContext& job) const {
  std::vector<std::byte> samples(m_info.chunkSamples * m_info.sampleBytes());
  for (std::uint64_t chunk = 0; chunk < m_notedChunks; ++chunk) {
    if (job.stopRequested()) return fail(Error::cancelled());
    if (auto done = read(chunk * m_info.chunkSamples, samples); !done) {
      return done.error().code == Errc::damaged ? fail(damaged()) : done;
    }
    if (hash64(samples) != m_checksums[chunk]) return fail(damaged());
    job.progress.add(samples.size());
  }
  if (compressed()) return {};
  samples.resize(record.samples % m_info.chunkSamples * m_info.sampleBytes());
  MASU_CHECK(read(m_notedChunks * m_info.chunkSamples, samples));
  job.progress.add(samples.size());
  return hash64(samples) == record.tailHash ? Result<void>() : fail(damaged());
}

Result<void> StagedObject::noteChunks(std::uint64_t end) {
  if (!m_noted.isOpen()) {
    auto path = m_file.path();
    path += ".chunks";
    MASU_TRY(m_noted, io::File::create(path));
  }
  std::vector<StagedChunk> entries;
  for (std::uint64_t chunk = m_notedChunks; chunk < end; ++chunk) {
    const Chunk stored = compressed() ? m_chunks[chunk] : Chunk();
    entries.push_back({stored.offset, stored.size, stored.mask, m_checksums[chunk]});
  }
  MASU_CHECK(m_noted.writeAt(m_notedChunks * sizeof(StagedChunk), std::as_bytes(std::span(entries))));
  m_notedHash.update(std::as_bytes(std::span(entries)));
  m_notedChunks = end;
  return {};
}

Result<StagedRecord> StagedObject::note(std::uint64_t samples) {
  // Under the lock, so that no other thread completes the chunk whose samples are read and releases its memory.
  const std::lock_guard lock(m_mutex);
  if (!m_written.covers(0, samples)) return fail(notWritten());
  // Everything that a record names outlives the process.
  MASU_CHECK(m_file.onDisk());
  const std::uint64_t whole = samples / m_info.chunkSamples;
  MASU_CHECK(noteChunks(whole));
  StagedRecord record{.file = m_file.path().filename().string(),
                      .dtype = m_info.dtype,
                      .chunkSamples = m_info.chunkSamples,
                      .samples = samples,
                      .tail = {},
                      .tailHash = 0,
                      .listHash = m_notedHash.digest()};
  std::vector<std::byte> tail(samples % m_info.chunkSamples * m_info.sampleBytes());
  MASU_CHECK(read(whole * m_info.chunkSamples, tail));
  if (compressed())
    record.tail = std::move(tail);
  else
    record.tailHash = hash64(tail);
  return record;
}

Error StagedObject::notWritten() const {
  return {Errc::internal,
          MASU_TEXT("core", "Internal error: not every sample of {0} was written. Please report it."),
          {m_info.name}};
}

Result<void> StagedObject::sync() const {
  MASU_TRY(const io::File* const file, m_file.onDisk());
  MASU_CHECK(file->sync());
  return m_noted.sync();
}

std::uint64_t StagedObject::positionOf(std::uint64_t sample) const {
  return kHeadBytes + sample * m_info.sampleBytes();
}

Result<void> StagedObject::write(std::uint64_t first, std::span<const std::byte> bytes) {
  const std::uint64_t sampleBytes = m_info.sampleBytes();
  const std::uint64_t end = first + bytes.size() / sampleBytes;
  if (first == end) return {};
  const std::uint64_t length = m_info.chunkSamples;
  const std::uint64_t wholeFirst = ceilDivide(first, length);
  const std::uint64_t wholeEnd = end / length;
  // Before they are written: what the checksum brought near is copied sooner while other threads wait for the file.
  for (std::uint64_t chunk = wholeFirst; chunk < wholeEnd; ++chunk) {
    MASU_CHECK(storeChunk(chunk, bytes.subspan((chunk * length - first) * sampleBytes, length * sampleBytes)));
  }
  if (compressed()) {
    MASU_CHECK(storeEdges(first, bytes));
  } else {
    reserveUpTo(positionOf(end));
    MASU_CHECK(m_file.writeAt(positionOf(first), bytes));
  }
  WrittenRanges::Range reached;
  {
    const std::lock_guard lock(m_mutex);
    reached = m_written.add(first, end);
  }
  const auto completeIfWhole = [&](std::uint64_t chunk) -> Result<void> {
    if (chunk >= wholeFirst && chunk < wholeEnd) return {};
    if (reached.first > chunk * length || reached.second < (chunk + 1) * length) return {};
    return completeEdge(chunk);
  };
  MASU_CHECK(completeIfWhole(first / length));
  if ((end - 1) / length != first / length) MASU_CHECK(completeIfWhole((end - 1) / length));
  return {};
}

Result<void> StagedObject::writeEncoded(std::uint64_t firstChunk, const EncodedChunks& chunks) {
  if (chunks.entries.empty()) return {};
  std::uint64_t offset = m_end.fetch_add(chunks.bytes.size());
  MASU_CHECK(m_file.writeAt(offset, chunks.bytes));
  const std::lock_guard lock(m_mutex);
  std::uint64_t chunk = firstChunk;
  for (const EncodedChunks::Entry& entry : chunks.entries) {
    setAt(m_checksums, chunk, entry.checksum);
    setAt(m_chunks, chunk, Chunk{offset, entry.size, entry.mask});
    offset += entry.size;
    ++chunk;
  }
  m_written.add(firstChunk * m_info.chunkSamples, chunk * m_info.chunkSamples);
  return {};
}

/// Threads that write to one file wait for each other, and for less where its blocks are there already. Little is asked
/// for in advance, so that a dataset that just fits on the disk still does.
void StagedObject::reserveUpTo(std::uint64_t end) {
  constexpr std::uint64_t kLeastAhead = std::uint64_t{4} << 20;
  constexpr std::uint64_t kMostAhead = std::uint64_t{64} << 20;
  const std::uint64_t ahead = std::min(end / 8, kMostAhead);
  if (ahead < kLeastAhead || end <= m_reserved.load(std::memory_order_relaxed)) return;
  const std::lock_guard lock(m_mutex);
  const std::uint64_t reserved = m_reserved.load(std::memory_order_relaxed);
  if (end <= reserved) return;
  m_file.reserve(reserved, end + ahead - reserved);
  m_reserved.store(end + ahead, std::memory_order_relaxed);
}

Result<void> StagedObject::storeEdges(std::uint64_t first, std::span<const std::byte> bytes) {
  const std::uint64_t sampleBytes = m_info.sampleBytes();
  const std::uint64_t end = first + bytes.size() / sampleBytes;
  const std::uint64_t wholeBegin = ceilDivide(first, m_info.chunkSamples) * m_info.chunkSamples;
  const std::uint64_t wholeEnd = end / m_info.chunkSamples * m_info.chunkSamples;
  if (wholeBegin >= wholeEnd) return m_edges.writeAt(first * sampleBytes, bytes);
  MASU_CHECK(m_edges.writeAt(first * sampleBytes, bytes.first((wholeBegin - first) * sampleBytes)));
  return m_edges.writeAt(wholeEnd * sampleBytes, bytes.last((end - wholeEnd) * sampleBytes));
}

Result<void> StagedObject::storeChunk(std::uint64_t chunk, std::span<const std::byte> samples) {
  const std::uint64_t checksum = hash64(samples);
  Chunk stored;
  if (compressed()) {
    // HDF5 decodes every chunk to its full length, also the last one.
    std::vector<std::byte> padded;
    const std::uint64_t full = m_info.chunkSamples * m_info.sampleBytes();
    if (samples.size() < full) {
      padded.assign(samples.begin(), samples.end());
      padded.resize(full);
      samples = padded;
    }
    const auto encoded = ChunkCodec::ofThread().encode(samples, m_info.elementBytes(), m_info.compression);
    stored = {m_end.fetch_add(encoded.bytes.size()), static_cast<std::uint32_t>(encoded.bytes.size()), encoded.mask};
    MASU_CHECK(m_file.writeAt(stored.offset, encoded.bytes));
  }
  const std::lock_guard lock(m_mutex);
  setAt(m_checksums, chunk, checksum);
  if (compressed()) setAt(m_chunks, chunk, stored);
  return {};
}

Result<void> StagedObject::completeEdge(std::uint64_t chunk) {
  // Its samples came in several writes, of several threads perhaps: they are read back, from the page cache as a rule.
  const std::uint64_t bytes = m_info.chunkSamples * m_info.sampleBytes();
  const auto buffer = std::make_unique_for_overwrite<std::byte[]>(bytes);
  const std::span samples(buffer.get(), bytes);
  if (!compressed()) {
    MASU_CHECK(m_file.readAt(positionOf(chunk * m_info.chunkSamples), samples));
    return storeChunk(chunk, samples);
  }
  MASU_CHECK(m_edges.readAt(chunk * bytes, samples));
  MASU_CHECK(storeChunk(chunk, samples));
  // Best effort: where holes are unknown the scratch file only stays larger.
  fallocate(m_edges.descriptor(), FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, static_cast<off_t>(chunk * bytes),
            static_cast<off_t>(bytes));
  return {};
}

Result<void> StagedObject::read(std::uint64_t first, std::span<std::byte> out) const {
  if (compressed()) return readCompressed(first, out);
  return m_file.readAt(positionOf(first), out);
}

Result<void> StagedObject::readCompressed(std::uint64_t first, std::span<std::byte> out) const {
  const std::uint64_t sampleBytes = m_info.sampleBytes();
  std::vector<std::byte> stored;
  std::vector<std::byte> samples(m_info.chunkSamples * sampleBytes);
  while (!out.empty()) {
    const std::uint64_t chunk = first / m_info.chunkSamples;
    const std::uint64_t skipped = first % m_info.chunkSamples;
    const std::uint64_t count = std::min(m_info.chunkSamples - skipped, out.size() / sampleBytes);
    const auto part = out.first(count * sampleBytes);
    if (chunk < m_chunks.size() && m_chunks[chunk].size > 0) {
      stored.resize(m_chunks[chunk].size);
      MASU_CHECK(m_file.readAt(m_chunks[chunk].offset, stored));
      if (!ChunkCodec::ofThread().decode(stored, m_chunks[chunk].mask, m_info.elementBytes(), samples,
                                         m_info.compression)) {
        return fail(Errc::damaged, MASU_TEXT("core", "{0} changed while it was being written. Run the import again."),
                    {m_file.path().string()});
      }
      std::ranges::copy(std::span(samples).subspan(skipped * sampleBytes, part.size()), part.begin());
    } else {
      MASU_CHECK(m_edges.readAt(first * sampleBytes, part));
    }
    out = out.subspan(part.size());
    first += count;
  }
  return {};
}

Result<void> StagedObject::copyTo(StagedObject& other, const ElementWidening& widening) const {
  constexpr std::uint64_t kBlockBytes = 1U << 20U;
  const std::uint64_t sampleBytes = m_info.sampleBytes();
  const std::uint64_t blockSamples = std::max<std::uint64_t>(1, kBlockBytes / sampleBytes);
  std::vector<std::byte> from(blockSamples * sampleBytes);
  std::vector<std::byte> to(blockSamples * other.m_info.sampleBytes());
  for (const auto& [begin, end] : m_written.ranges()) {
    for (std::uint64_t first = begin; first < end; first += blockSamples) {
      const std::uint64_t count = std::min(blockSamples, end - first);
      const auto in = std::span(from).first(count * sampleBytes);
      const auto out = std::span(to).first(count * other.m_info.sampleBytes());
      MASU_CHECK(read(first, in));
      if (widening)
        widening(in, out);
      else
        convert(m_info.dtype, in, other.m_info.dtype, out);
      MASU_CHECK(other.write(first, out));
    }
  }
  return {};
}

void StagedObject::discard() {
  std::error_code ignored;
  std::filesystem::remove(m_file.path(), ignored);
  if (compressed()) std::filesystem::remove(m_edges.path(), ignored);
  if (m_noted.isOpen()) std::filesystem::remove(m_noted.path(), ignored);
}

Result<void> StagedObject::seal(std::uint64_t samples) {
  if (!m_written.covers(0, samples)) return fail(notWritten());
  m_info.samples = samples;
  const std::uint64_t whole = samples / m_info.chunkSamples;
  const std::uint64_t rest = samples % m_info.chunkSamples;
  std::vector<std::byte> last(rest * m_info.sampleBytes());
  MASU_CHECK(read(whole * m_info.chunkSamples, last));
  // HDF5 refuses a chunk longer than a fixed dimension.
  m_info.chunkSamples = std::min(m_info.chunkSamples, samples);
  if (rest > 0) MASU_CHECK(storeChunk(whole, last));
  m_checksums.resize(m_info.chunks());
  if (compressed()) m_chunks.resize(m_info.chunks());
  return {};
}

}  // namespace masu::store

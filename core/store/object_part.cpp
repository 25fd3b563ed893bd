#include "core/store/object_part.h"

#include <algorithm>
#include <utility>

#include <fcntl.h>

#include "core/base/hash.h"
#include "core/store/chunk_codec.h"
#include "core/store/convert.h"

namespace masu::store {

namespace {

std::uint64_t roundUp(std::uint64_t value, std::uint64_t unit) {
  return (value + unit - 1) / unit;
}

template <class T>
void setAt(std::vector<T>& values, std::uint64_t index, T value) {
  if (values.size() <= index) values.resize(index + 1);
  values[index] = value;
}

}  // namespace

ObjectPart::ObjectPart(ObjectInfo info, io::File file) : m_info(std::move(info)), m_file(std::move(file)) {}

Result<std::unique_ptr<ObjectPart>> ObjectPart::create(const std::filesystem::path& file, ObjectInfo info) {
  MASU_TRY(io::File samples, io::File::create(file));
  std::unique_ptr<ObjectPart> part(new ObjectPart(std::move(info), std::move(samples)));
  if (part->compressed()) {
    auto edges = file;
    edges += ".edges";
    MASU_TRY(part->m_edges, io::File::create(edges));
  }
  return part;
}

std::uint64_t ObjectPart::positionOf(std::uint64_t sample) const {
  return kHeadBytes + sample * m_info.sampleBytes();
}

Result<void> ObjectPart::write(std::uint64_t first, std::span<const std::byte> bytes) {
  const std::uint64_t sampleBytes = m_info.sampleBytes();
  const std::uint64_t end = first + bytes.size() / sampleBytes;
  if (first == end) return {};
  if (compressed()) {
    MASU_CHECK(storeEdges(first, bytes));
  } else {
    MASU_CHECK(m_file.writeAt(positionOf(first), bytes));
  }
  const std::uint64_t length = m_info.chunkSamples;
  const std::uint64_t wholeFirst = roundUp(first, length);
  const std::uint64_t wholeEnd = end / length;
  for (std::uint64_t chunk = wholeFirst; chunk < wholeEnd; ++chunk) {
    MASU_CHECK(storeChunk(chunk, bytes.subspan((chunk * length - first) * sampleBytes, length * sampleBytes)));
  }
  Coverage::Range reached;
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

Result<void> ObjectPart::storeEdges(std::uint64_t first, std::span<const std::byte> bytes) {
  const std::uint64_t sampleBytes = m_info.sampleBytes();
  const std::uint64_t end = first + bytes.size() / sampleBytes;
  const std::uint64_t wholeBegin = roundUp(first, m_info.chunkSamples) * m_info.chunkSamples;
  const std::uint64_t wholeEnd = end / m_info.chunkSamples * m_info.chunkSamples;
  if (wholeBegin >= wholeEnd) return m_edges.writeAt(first * sampleBytes, bytes);
  MASU_CHECK(m_edges.writeAt(first * sampleBytes, bytes.first((wholeBegin - first) * sampleBytes)));
  return m_edges.writeAt(wholeEnd * sampleBytes, bytes.last((end - wholeEnd) * sampleBytes));
}

Result<void> ObjectPart::storeChunk(std::uint64_t chunk, std::span<const std::byte> samples) {
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
    const auto encoded = ChunkCodec::ofThread().encode(samples, m_info.elementBytes());
    stored = {m_end.fetch_add(encoded.bytes.size()), static_cast<std::uint32_t>(encoded.bytes.size()), encoded.mask};
    MASU_CHECK(m_file.writeAt(stored.offset, encoded.bytes));
  }
  const std::lock_guard lock(m_mutex);
  setAt(m_checksums, chunk, checksum);
  if (compressed()) setAt(m_chunks, chunk, stored);
  return {};
}

Result<void> ObjectPart::completeEdge(std::uint64_t chunk) {
  // Its samples came in several writes, of several threads perhaps: they are read back, from the page cache as a rule.
  const std::uint64_t bytes = m_info.chunkSamples * m_info.sampleBytes();
  std::vector<std::byte> samples(bytes);
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

Result<void> ObjectPart::read(std::uint64_t first, std::span<std::byte> out) const {
  if (compressed()) return readCompressed(first, out);
  return m_file.readAt(positionOf(first), out);
}

Result<void> ObjectPart::readCompressed(std::uint64_t first, std::span<std::byte> out) const {
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
      if (!ChunkCodec::ofThread().decode(stored, m_chunks[chunk].mask, m_info.elementBytes(), samples)) {
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

Result<void> ObjectPart::copyTo(ObjectPart& other, const Widening& widening) const {
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

void ObjectPart::discard() {
  std::error_code ignored;
  std::filesystem::remove(m_file.path(), ignored);
  if (compressed()) std::filesystem::remove(m_edges.path(), ignored);
}

Result<void> ObjectPart::seal(std::uint64_t samples) {
  if (!m_written.covers(0, samples)) {
    return fail(Errc::internal, MASU_TEXT("core", "Not every sample of {0} was written; this is a defect of Masu."),
                {m_info.name});
  }
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

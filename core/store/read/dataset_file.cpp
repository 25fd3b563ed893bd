// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/read/dataset_file.h"

#include <algorithm>
#include <atomic>
#include <cassert>
#include <cstring>

#include "core/base/hash.h"
#include "core/flow/machine.h"
#include "core/store/codec/chunk_codec.h"
#include "core/store/format/layout.h"
#include "core/store/read/edited_dataset.h"
#include "core/store/read/structure_sum.h"

namespace masu::store {

namespace {

/// Samples that a chunk holds: fewer at the end of the object.
std::uint64_t samplesOf(const ObjectInfo& object, std::uint64_t chunk) {
  return std::min(object.chunkSamples, object.samples - chunk * object.chunkSamples);
}

/// Packed {u32, u64} as Origin[], field by field: what is between them in memory stays the caller's.
void unpackOrigins(std::span<const std::byte> packed, std::span<std::byte> out) {
  constexpr std::size_t kPosition = sizeof(Origin::source);
  const std::size_t count = packed.size() / layout::kOriginBytes;
  for (std::size_t i = 0; i < count; ++i) {
    const std::byte* from = packed.data() + i * layout::kOriginBytes;
    std::byte* to = out.data() + i * sizeof(Origin);
    std::memcpy(to + offsetof(Origin, source), from, sizeof(Origin::source));
    std::memcpy(to + offsetof(Origin, position), from + kPosition, sizeof(Origin::position));
  }
}

/// Determined once: it takes longer than opening most files. Not by a static variable's initializer, which a child that
/// was forked meanwhile would wait for.
std::uint64_t memoryOfMachine() {
  static std::atomic<std::uint64_t> known = 0;
  if (known == 0) known = flow::thisMachine().memoryTotal.value;
  return known;
}

}  // namespace

Result<std::shared_ptr<const Dataset>> Dataset::open(const std::filesystem::path& path, Checking checking,
                                                     const std::stop_token& stop) {
  MASU_TRY(auto file, DatasetFile::open(path, checking, Caching::whereItHelps, stop));
  return withEdits(std::move(file), stop);
}

Result<std::shared_ptr<const DatasetFile>> DatasetFile::open(const std::filesystem::path& path, Checking checking,
                                                             Caching caching, const std::stop_token& stop) {
  MASU_TRY(DatasetContent content, readContent(path, stop));
  std::shared_ptr<DatasetFile> dataset(new DatasetFile(path, std::move(content)));
  MASU_CHECK(dataset->openFiles(caching));
  MASU_TRY(dataset->m_limits, CodeLimits::of(dataset->m_content, path));
  dataset->m_checking = checking;
  dataset->m_verified = std::make_unique<VerifiedChunks>(dataset->m_content, [&](const Extent& extent) {
    const bool hashed = checking == Checking::onFirstRead && !extent.checksums.empty();
    return hashed || dataset->m_limits.has(extent.info);
  });
  MASU_TRY(dataset->m_cuts, WindowedFeatures::of(dataset->m_content, path));
  if (dataset->m_cuts) dataset->m_objects.push_back(dataset->m_cuts->features());
  for (const StoredObject& object : dataset->m_content.objects) {
    const bool isBelowCuts = object.info.name == layout::kRecordings || object.info.name == layout::kWindows ||
                             object.info.name.starts_with(layout::kPyramidPrefix);
    if (!isBelowCuts) dataset->m_objects.push_back(object.info);
    for (const Extent& extent : object.extents) dataset->m_stored.push_back(extent.info);
  }
  return std::shared_ptr<const DatasetFile>(std::move(dataset));
}

Result<void> DatasetFile::openFiles(Caching caching) {
  // Where chunks are read in random order, the page cache hits only for the share of them that it holds. Below half,
  // finding room for a page costs more than hits save: 450 MB/s against 1000 past it, where this was measured.
  constexpr std::uint64_t kTimesMemory = 2;
  const bool uncached = caching == Caching::never || fileBytes() / kTimesMemory > memoryOfMachine();
  for (const std::filesystem::path& name : m_content.files) {
    MASU_TRY(io::File file, io::File::openRead(name));
    m_files.push_back(std::move(file));
    if (!uncached) continue;
    MASU_TRY(io::File direct, io::File::openUncached(name));
    m_uncached.push_back(std::move(direct));
  }
  if (uncached) m_ahead = std::make_unique<io::ReadAhead>();
  return {};
}

const DatasetFile::Files& DatasetFile::chunkFiles(const ObjectInfo& object) const {
  // Labels and the like are next to nothing beside the features: memory holds them, and each read past it would cost a
  // disk as much as one of a whole chunk.
  constexpr std::uint64_t kLeastBytes = std::uint64_t{64} << 10;
  const bool cached = m_uncached.empty() || object.chunkSamples * object.sampleBytes() < kLeastBytes;
  return cached ? m_files : m_uncached;
}

void DatasetFile::expect(const io::File& file, std::uint64_t address, std::uint64_t size) const {
  if (file.isUncached()) {
    m_ahead->expect(file, address, size);
  } else {
    file.willNeed(address, size);
  }
}

Result<void> DatasetFile::readBytes(const io::File& file, std::uint64_t address, std::span<std::byte> out) const {
  if (file.isUncached() && m_ahead->take(file, address, out)) return {};
  return file.readAt(address, out);
}

std::vector<std::string> DatasetFile::uncovered() const {
  std::vector<std::string> names;
  if (!m_content.parts.empty() && !m_content.masterSum) names.push_back(m_path.filename().string());
  for (std::size_t i = 0; i < m_content.files.size(); ++i) {
    if (!m_content.sums[i]) names.push_back(m_content.files[i].filename().string());
  }
  for (const StoredObject& object : m_content.objects) {
    const bool covered = std::ranges::none_of(
        object.extents, [](const auto& sums) { return sums.empty(); }, &Extent::checksums);
    if (!covered) names.push_back("/" + layout::pathOf(object.info));
  }
  return names;
}

Result<void> DatasetFile::compareStructure() const {
  if (m_content.masterSum) MASU_CHECK(store::compareStructure(m_path, *m_content.masterSum, {}));
  for (std::size_t i = 0; i < m_content.files.size(); ++i) {
    if (!m_content.sums[i]) continue;
    std::vector<CoveredBytes> covered;
    for (const StoredObject& object : m_content.objects) {
      for (const Extent& extent : object.extents) {
        if (extent.file == i) addCovered(extent, covered);
      }
    }
    MASU_CHECK(store::compareStructure(m_content.files[i], *m_content.sums[i], std::move(covered)));
  }
  return {};
}

std::vector<std::filesystem::path> DatasetFile::partFiles() const {
  return m_content.parts.empty() ? std::vector<std::filesystem::path>() : m_content.files;
}

const StoredObject* DatasetFile::storedOf(std::string_view name, Element element) const {
  const auto found = std::ranges::find_if(m_content.objects, [&](const StoredObject& object) {
    return object.info.name == name && object.info.element == element;
  });
  return found == m_content.objects.end() ? nullptr : &*found;
}

Result<const StoredObject*> DatasetFile::checkedRange(const ObjectInfo& object, std::uint64_t first,
                                                      std::uint64_t count) const {
  const StoredObject* stored = storedOf(object.name, object.element);
  if (stored == nullptr) {
    return fail(Errc::notFound, MASU_TEXT("core", "{0} has no object {1}."), {m_path.string(), object.name});
  }
  MASU_CHECK(checkRange(stored->info, first, count));
  return stored;
}

Result<void> DatasetFile::checkRange(const ObjectInfo& known, std::uint64_t first, std::uint64_t count) const {
  if (first <= known.samples && count <= known.samples - first) return {};
  return fail(Errc::invalidArgument, MASU_TEXT("core", "{0} has {1} samples; {3} from number {2} were asked for."),
              {m_path.string(), std::to_string(known.samples), std::to_string(first), std::to_string(count)});
}

Result<void> DatasetFile::readCut(std::uint64_t first, std::uint64_t count, std::span<std::byte> out) const {
  MASU_CHECK(checkRange(m_cuts->features(), first, count));
  return m_cuts->cut(first, out, [this](const StoredObject& object, std::uint64_t from, std::span<std::byte> to) {
    return readStored(m_files, object, from, to);
  });
}

Result<void> DatasetFile::read(const ObjectInfo& object, std::uint64_t first, std::uint64_t count,
                               std::span<std::byte> out) const {
  if (object.cut && m_cuts) return readCut(first, count, out);
  MASU_TRY(const StoredObject* stored, checkedRange(object, first, count));
  if (object.element != Element::origin) {
    assert(out.size() == count * object.sampleBytes());
    return readStored(m_files, *stored, first, out);
  }
  assert(out.size() == count * sizeof(Origin));
  std::vector<std::byte> packed(count * layout::kOriginBytes);
  MASU_CHECK(readStored(m_files, *stored, first, packed));
  unpackOrigins(packed, out);
  return {};
}

Result<void> DatasetFile::readStored(const Files& files, const StoredObject& object, std::uint64_t first,
                                     std::span<std::byte> out) const {
  while (!out.empty()) {
    const Extent& extent = object.extentOf(first);
    const std::uint64_t count = std::min(extent.info.end() - first, out.size() / extent.info.sampleBytes());
    const auto part = out.first(count * extent.info.sampleBytes());
    MASU_CHECK(readExtent(files, extent, first - extent.info.first, part));
    out = out.subspan(part.size());
    first += count;
  }
  return {};
}

Result<void> DatasetFile::readExtent(const Files& files, const Extent& extent, std::uint64_t first,
                                     std::span<std::byte> out) const {
  const bool verified = m_verified->watches(extent);
  if (extent.info.compression != Compression::none) return readCompressed(files, extent, first, out, verified);
  MASU_CHECK(readRaw(files, extent, first, out));
  return verified ? verify(extent, first, out) : Result<void>{};
}

Result<void> DatasetFile::verifyChunk(const Extent& extent, std::uint64_t chunk,
                                      std::span<const std::byte> content) const {
  if (m_verified->has(extent, chunk)) return {};
  const ObjectInfo& info = extent.info;
  const bool compared = m_checking == Checking::onFirstRead && !extent.checksums.empty();
  if (compared && hash64(content) != extent.checksums[chunk])
    return fail(damaged(info, info.first + chunk * info.chunkSamples, samplesOf(info, chunk)));
  MASU_CHECK(checkCodes(info, chunk, content));
  m_verified->add(extent, chunk);
  return {};
}

Result<void> DatasetFile::checkCodes(const ObjectInfo& extent, std::uint64_t chunk,
                                     std::span<const std::byte> content) const {
  const std::uint64_t first = extent.first + chunk * extent.chunkSamples;
  if (extent.element == Element::window && m_cuts) {
    std::vector<StoredWindow> windows(content.size() / sizeof(StoredWindow));
    std::memcpy(windows.data(), content.data(), windows.size() * sizeof(StoredWindow));
    return m_cuts->check(first, windows);
  }
  const auto stray = m_limits.strayIn(extent, content);
  if (!stray) return {};
  return fail(Errc::damaged,
              MASU_TEXT("core",
                        "{0} is damaged: {1} of sample {2} is {3}, where only numbers below {4} mean anything. Copy it "
                        "again, or import again."),
              {m_path.string(), extent.name, std::to_string(first + stray->sample), std::to_string(stray->value),
               std::to_string(stray->limit)},
              {m_path.string(), 0, 0});
}

Result<void> DatasetFile::verify(const Extent& extent, std::uint64_t first, std::span<const std::byte> samples) const {
  thread_local std::vector<std::byte> whole;
  const ObjectInfo& info = extent.info;
  const std::uint64_t end = first + samples.size() / info.sampleBytes();
  for (std::uint64_t chunk = first / info.chunkSamples; chunk * info.chunkSamples < end; ++chunk) {
    if (m_verified->has(extent, chunk)) continue;
    const std::uint64_t begin = chunk * info.chunkSamples;
    const std::uint64_t bytes = samplesOf(info, chunk) * info.sampleBytes();
    std::span<const std::byte> content;
    if (begin >= first && bytes <= samples.size() - (begin - first) * info.sampleBytes()) {
      content = samples.subspan((begin - first) * info.sampleBytes(), bytes);
    } else {
      whole.resize(bytes);
      MASU_CHECK(readRaw(m_files, extent, begin, whole));
      content = whole;
    }
    MASU_CHECK(verifyChunk(extent, chunk, content));
  }
  return {};
}

Result<void> DatasetFile::readRaw(const Files& files, const Extent& extent, std::uint64_t first,
                                  std::span<std::byte> out) const {
  if (extent.info.compression != Compression::none) return readCompressed(files, extent, first, out, false);
  return readBytes(files[extent.file], extent.address + first * extent.info.sampleBytes(), out);
}

Result<void> DatasetFile::readCompressed(const Files& files, const Extent& extent, std::uint64_t first,
                                         std::span<std::byte> out, bool verified) const {
  const ObjectInfo& info = extent.info;
  std::vector<std::byte> decoded;
  while (!out.empty()) {
    const std::uint64_t chunk = first / info.chunkSamples;
    const std::uint64_t skipped = first % info.chunkSamples;
    const std::uint64_t there = samplesOf(info, chunk);
    const std::uint64_t count = std::min(there - skipped, out.size() / info.sampleBytes());
    const auto part = out.first(count * info.sampleBytes());
    if (count == there) {
      MASU_CHECK(decodeChunk(files, extent, chunk, part));
      if (verified) MASU_CHECK(verifyChunk(extent, chunk, part));
    } else {
      decoded.resize(there * info.sampleBytes());
      MASU_CHECK(decodeChunk(files, extent, chunk, decoded));
      if (verified) MASU_CHECK(verifyChunk(extent, chunk, decoded));
      std::ranges::copy(std::span(decoded).subspan(skipped * info.sampleBytes(), part.size()), part.begin());
    }
    out = out.subspan(part.size());
    first += count;
  }
  return {};
}

Result<void> DatasetFile::decodeChunk(const Files& files, const Extent& extent, std::uint64_t chunk,
                                      std::span<std::byte> out) const {
  thread_local std::vector<std::byte> stored;
  thread_local std::vector<std::byte> padded;
  const hdf5::ChunkEntry& entry = extent.chunks[chunk];
  stored.resize(entry.size);
  MASU_CHECK(readBytes(files[extent.file], entry.address, stored));
  const std::uint64_t full = extent.info.chunkSamples * extent.info.sampleBytes();
  std::span<std::byte> target = out;
  if (out.size() < full) {
    padded.resize(full);
    target = padded;
  }
  if (!ChunkCodec::ofThread().decode(stored, entry.mask, extent.info.elementBytes(), target, extent.info.compression)) {
    const std::uint64_t first = extent.info.first + chunk * extent.info.chunkSamples;
    return fail(damaged(extent.info, first, samplesOf(extent.info, chunk)));
  }
  if (out.size() < full) std::ranges::copy(std::span(padded).first(out.size()), out.begin());
  return {};
}

Error DatasetFile::damaged(const ObjectInfo& object, std::uint64_t first, std::uint64_t count) const {
  return {Errc::damaged,
          MASU_TEXT("core",
                    "{0} is damaged: {1} of the samples {2} to {3} cannot be read. Copy it again, or import again."),
          {m_path.string(), object.name, std::to_string(first), std::to_string(first + count - 1)},
          {m_path.string(), 0, 0}};
}

Result<void> DatasetFile::readChunk(const ObjectInfo& object, std::uint64_t chunk, std::span<std::byte> out) const {
  const std::uint64_t first = chunk * object.chunkSamples;
  if (object.cut && m_cuts) return readCut(first, out.size() / object.sampleBytes(), out);
  MASU_TRY(const StoredObject* stored, checkedRange(object, first, out.size() / object.sampleBytes()));
  return readStored(chunkFiles(stored->info), *stored, first, out);
}

/// Of a chunk that is in two parts, only what the first one holds.
void DatasetFile::prefetchChunk(const ObjectInfo& object, std::uint64_t chunk) const {
  const StoredObject* stored = object.cut ? nullptr : storedOf(object.name, object.element);
  const std::uint64_t first = chunk * object.chunkSamples;
  if (stored == nullptr || first >= stored->info.samples) return;
  const Extent& extent = stored->extentOf(first);
  const io::File& file = chunkFiles(stored->info)[extent.file];
  const std::uint64_t within = first - extent.info.first;
  const std::uint64_t place = within / extent.info.chunkSamples;
  if (extent.info.compression != Compression::none) {
    if (place < extent.chunks.size()) expect(file, extent.chunks[place].address, extent.chunks[place].size);
    return;
  }
  const std::uint64_t count = std::min(object.chunkSamples, extent.info.samples - within);
  expect(file, extent.address + within * extent.info.sampleBytes(), count * extent.info.sampleBytes());
}

const Extent* DatasetFile::extentFor(const ObjectInfo& stored) const {
  const StoredObject* object = storedOf(stored.name, stored.element);
  if (object == nullptr || stored.first >= object->info.samples) return nullptr;
  const Extent& extent = object->extentOf(stored.first);
  return extent.info.first == stored.first ? &extent : nullptr;
}

Result<bool> DatasetFile::chunkIntact(const ObjectInfo& object, std::uint64_t chunk) const {
  const Extent* extent = extentFor(object);
  if (extent == nullptr || chunk >= extent->info.chunks()) {
    return fail(Errc::notFound, MASU_TEXT("core", "{0} has no object {1}."), {m_path.string(), object.name});
  }
  std::vector<std::byte> samples(samplesOf(extent->info, chunk) * extent->info.sampleBytes());
  if (auto result = readRaw(chunkFiles(extent->info), *extent, chunk * extent->info.chunkSamples, samples); !result) {
    if (result.error().code == Errc::damaged) return false;
    return fail(std::move(result.error()));
  }
  if (!extent->checksums.empty() && hash64(samples) != extent->checksums[chunk]) return false;
  return checkCodes(extent->info, chunk, samples).has_value();
}

std::span<const std::uint64_t> DatasetFile::checksums(const ObjectInfo& object) const {
  const Extent* extent = extentFor(object);
  return extent == nullptr ? std::span<const std::uint64_t>() : std::span(extent->checksums);
}

Result<std::vector<std::uint64_t>> DatasetFile::chunkSums(const ObjectInfo& object) const {
  const std::span<const std::uint64_t> sums = checksums(object);
  return std::vector<std::uint64_t>(sums.begin(), sums.end());
}

Result<std::vector<std::string>> DatasetFile::readTexts(std::string_view keptName, std::uint64_t first,
                                                        std::uint64_t count) const {
  const std::string name = std::string(layout::kKeptPrefix) + std::string(keptName);
  const StoredObject* ends = storedOf(name, Element::textEnds);
  if (ends == nullptr) {
    return fail(Errc::notFound, MASU_TEXT("core", "{0} kept no text column {1}."),
                {m_path.string(), std::string(keptName)});
  }
  MASU_CHECK(checkedRange(ends->info, first, count));
  if (count == 0) return std::vector<std::string>();
  // The first text begins where the one before it ends.
  const std::uint64_t lead = first > 0 ? 1 : 0;
  std::vector<std::uint64_t> limits(count + 1);
  MASU_CHECK(readStored(m_files, *ends, first - lead, std::as_writable_bytes(std::span(limits).subspan(1 - lead))));
  const StoredObject* bytes = storedOf(name, Element::textBytes);
  const std::uint64_t available = bytes == nullptr ? 0 : bytes->info.samples;
  if (!std::ranges::is_sorted(limits) || limits.back() > available) {
    return fail(damaged(ends->info, first, count));
  }
  std::string all(limits.back() - limits.front(), '\0');
  if (!all.empty()) MASU_CHECK(readStored(m_files, *bytes, limits.front(), std::as_writable_bytes(std::span(all))));
  std::vector<std::string> texts;
  texts.reserve(count);
  for (std::uint64_t i = 0; i < count; ++i) {
    texts.push_back(all.substr(limits[i] - limits.front(), limits[i + 1] - limits[i]));
  }
  return texts;
}

}  // namespace masu::store

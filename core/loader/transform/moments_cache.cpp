// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/loader/transform/moments_cache.h"

#include <algorithm>

#include "core/base/byte_record.h"
#include "core/base/hash.h"
#include "core/io/atomic_file.h"

namespace masu::loader {

namespace {

/// Changes whenever the same samples would give other bits, or the file another form.
constexpr std::uint32_t kVersion = 1;
constexpr std::string_view kMagic = "masu moments";
constexpr std::uint64_t kLargestFile = std::uint64_t{16} << 20U;
/// Folds of a dataset, and some manifests besides.
constexpr std::size_t kMostSets = 16;
/// From which on a pass over the samples takes longer than people overlook; more than a forecast looks at.
constexpr std::uint64_t kWorthBytes = std::uint64_t{64} << 20U;

struct Entry {
  std::string key;
  std::vector<Moments> moments;
};

std::vector<std::byte> bytesOf(const std::vector<Entry>& entries) {
  ByteWriter out;
  out.put(kMagic);
  out.put(kVersion);
  out.put(std::uint32_t{sizeof(Moments)});
  out.put(std::uint64_t{entries.size()});
  for (const Entry& entry : entries) {
    out.put(entry.key);
    out.put(entry.moments);
  }
  const std::uint64_t checksum = hash64(out.bytes());
  out.put(checksum);
  return out.take();
}

/// Nothing where anything is not as it was written.
std::vector<Entry> entriesIn(std::span<const std::byte> bytes) {
  std::uint64_t checksum = 0;
  if (bytes.size() < sizeof(checksum)) return {};
  const auto content = bytes.first(bytes.size() - sizeof(checksum));
  std::memcpy(&checksum, bytes.data() + content.size(), sizeof(checksum));
  if (checksum != hash64(content)) return {};
  ByteReader in(content);
  std::string magic;
  std::uint32_t version = 0;
  std::uint32_t size = 0;
  in.get(magic);
  in.get(version);
  in.get(size);
  if (!in.ok() || magic != kMagic || version != kVersion || size != sizeof(Moments)) return {};
  std::vector<Entry> entries(std::min<std::uint64_t>(in.getCount(2 * sizeof(std::uint64_t)), kMostSets));
  for (Entry& entry : entries) {
    in.get(entry.key);
    in.get(entry.moments);
  }
  return in.atEnd() ? entries : std::vector<Entry>();
}

std::vector<Entry> entriesOf(const std::filesystem::path& file) {
  const auto opened = io::File::openRead(file);
  if (!opened) return {};
  const auto size = opened->size();
  if (!size || *size > kLargestFile) return {};
  std::vector<std::byte> bytes(*size);
  return opened->readAt(0, bytes) ? entriesIn(bytes) : std::vector<Entry>();
}

}  // namespace

std::filesystem::path MomentsCache::pathFor(const std::filesystem::path& dataset) {
  auto path = dataset;
  return path += ".moments";
}

MomentsCache::MomentsCache(const store::Dataset& dataset, const store::ObjectInfo& object, const SampleIndex& train) {
  std::error_code ignored;
  if (train.size() * object.sampleBytes() < kWorthBytes) return;
  if (!std::filesystem::is_regular_file(dataset.path(), ignored)) return;
  m_file = pathFor(dataset.path());
  m_key = dataset.uuid() + ' ' + object.name + ' ' + std::string(table::name(object.dtype));
  for (const std::uint64_t side : object.sampleShape) m_key += ' ' + std::to_string(side);
  for (const std::uint64_t figure : {object.samples, object.chunkSamples, dataset.fileBytes(), train.size()})
    m_key += ' ' + std::to_string(figure);
  m_key += ' ' + hex64(train.fingerprint());
}

std::optional<std::vector<Moments>> MomentsCache::find() const {
  if (m_file.empty()) return std::nullopt;
  std::vector<Entry> entries = entriesOf(m_file);
  const auto found = std::ranges::find(entries, m_key, &Entry::key);
  if (found == entries.end()) return std::nullopt;
  return std::move(found->moments);
}

void MomentsCache::keep(const std::vector<Moments>& moments) const {
  if (m_file.empty()) return;
  // Of another dataset under this name nothing will be asked any more.
  const std::string_view uuid = std::string_view(m_key).substr(0, m_key.find(' '));
  std::vector<Entry> entries = entriesOf(m_file);
  std::erase_if(entries, [&](const Entry& entry) { return entry.key == m_key || !entry.key.starts_with(uuid); });
  if (entries.size() >= kMostSets) entries.erase(entries.begin());
  entries.push_back({m_key, moments});
  const std::vector<std::byte> bytes = bytesOf(entries);
  if (bytes.size() > kLargestFile) return;
  auto file = io::AtomicFile::create(m_file, io::Overwrite::yes);
  if (file && file->append(bytes)) (void)file->commit(io::Sync::no);
}

}  // namespace masu::loader

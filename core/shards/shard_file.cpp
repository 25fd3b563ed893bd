#include "core/shards/shard_file.h"

#include <algorithm>

#include "core/io/each_block.h"
#include "core/shards/crc32.h"

namespace masu::shards {

namespace {

/// Small enough to be hashed and written while it is still in the second cache.
constexpr std::size_t kWriteBytes = 256 << 10;

/// Feeds the first bytes of a file to a hash; their CRC-32.
Result<std::uint32_t> sumFront(const io::File& file, std::uint64_t bytes, Sha256& hash) {
  std::uint32_t crc = 0;
  MASU_CHECK(io::eachBlock(file, 0, bytes, [&](std::uint64_t, std::span<const std::byte> block) -> Result<void> {
    hash.update(block);
    crc = crc32(crc, block);
    return {};
  }));
  return crc;
}

}  // namespace

Result<GrowingFile> GrowingFile::create(const std::filesystem::path& folder, std::string path, PageCache cache) {
  MASU_TRY(Sha256 hash, Sha256::create());
  MASU_TRY(io::File file, io::File::create(folder / path));
  auto writer = std::make_unique<BlockWriter>(std::move(file), cache);
  return GrowingFile(std::move(path), std::move(writer), std::move(hash), cache == PageCache::through);
}

Result<GrowingFile> GrowingFile::resume(const std::filesystem::path& folder, std::string path, std::uint64_t bytes) {
  MASU_TRY(Sha256 hash, Sha256::create());
  MASU_TRY(io::File file, io::File::openReadWrite(folder / path));
  MASU_CHECK(sumFront(file, bytes, hash));
  MASU_CHECK(file.resize(bytes));
  auto writer = std::make_unique<BlockWriter>(std::move(file));
  MASU_CHECK(writer->continueAt(bytes));
  GrowingFile grown(std::move(path), std::move(writer), std::move(hash), false);
  grown.m_position = bytes;
  return grown;
}

Result<void> GrowingFile::write(std::span<const std::byte> bytes) {
  m_hash.update(bytes);
  if (m_bundled) m_crc32 = crc32(m_crc32, bytes);
  MASU_CHECK(m_file->append(bytes));
  m_position += bytes.size();
  return {};
}

Result<void> GrowingFile::flush() {
  MASU_CHECK(write(std::as_bytes(std::span(m_text))));
  m_text.clear();
  return {};
}

Result<void> GrowingFile::flushLarge() {
  if (m_text.size() < kWriteBytes) return {};
  return flush();
}

Result<void> GrowingFile::append(std::span<const std::byte> bytes) {
  if (m_text.size() + bytes.size() < kWriteBytes) {
    m_text.append(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    return {};
  }
  MASU_CHECK(flush());
  for (; !bytes.empty(); bytes = bytes.subspan(std::min(kWriteBytes, bytes.size()))) {
    MASU_CHECK(write(bytes.first(std::min(kWriteBytes, bytes.size()))));
  }
  return {};
}

Result<ShardFile> GrowingFile::finish() {
  MASU_CHECK(flush());
  MASU_CHECK(m_file->finish());
  return ShardFile{std::move(m_path), m_position, m_hash.finish(), m_crc32};
}

Result<ShardFile> describeFile(const std::filesystem::path& folder, const std::string& path) {
  MASU_TRY(const io::File file, io::File::openRead(folder / path));
  MASU_TRY(const std::uint64_t size, file.size());
  MASU_TRY(Sha256 hash, Sha256::create());
  MASU_TRY(const std::uint32_t crc, sumFront(file, size, hash));
  return ShardFile{path, size, hash.finish(), crc};
}

Result<void> syncFiles(const std::filesystem::path& folder, std::span<const ShardFile> files) {
  std::vector<io::File> open;
  for (const ShardFile& file : files) {
    MASU_TRY(open.emplace_back(), io::File::openReadWrite(folder / file.path));
    open.back().startWriteback();
  }
  for (const io::File& file : open) MASU_CHECK(file.sync());
  return {};
}

}  // namespace masu::shards

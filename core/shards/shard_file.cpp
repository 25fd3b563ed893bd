#include "core/shards/shard_file.h"

#include <algorithm>

namespace masu::shards {

namespace {

/// Small enough to be hashed and written while it is still in the second cache.
constexpr std::size_t kWriteBytes = 256 << 10;
constexpr std::size_t kReadBytes = 1 << 20;

}  // namespace

Result<GrowingFile> GrowingFile::create(const std::filesystem::path& folder, std::string path) {
  MASU_TRY(Sha256 hash, Sha256::create());
  MASU_TRY(io::File file, io::File::create(folder / path));
  return GrowingFile(std::move(path), std::move(file), std::move(hash));
}

Result<void> GrowingFile::write(std::span<const std::byte> bytes) {
  m_hash.update(bytes);
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
  return ShardFile{std::move(m_path), m_position, m_hash.finish()};
}

Result<ShardFile> describeFile(const std::filesystem::path& folder, const std::string& path) {
  MASU_TRY(const io::File file, io::File::openRead(folder / path));
  MASU_TRY(const std::uint64_t size, file.size());
  MASU_TRY(Sha256 hash, Sha256::create());
  std::vector<std::byte> buffer(std::min<std::uint64_t>(size, kReadBytes));
  for (std::uint64_t at = 0; at < size; at += buffer.size()) {
    const auto piece = std::span(buffer).first(std::min<std::uint64_t>(buffer.size(), size - at));
    MASU_CHECK(file.readAt(at, piece));
    hash.update(piece);
  }
  return ShardFile{path, size, hash.finish()};
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

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/shards/write/shard_file.h"

#include <algorithm>
#include <system_error>

#include "core/base/crc32.h"
#include "core/io/file.h"
#include "core/shards/write/bundle.h"

namespace masu::shards {

namespace {

/// Small enough to be copied while it is still in the second cache.
constexpr std::size_t kWriteBytes = 256 << 10;

}  // namespace

Result<GrowingFile> GrowingFile::create(const std::filesystem::path& folder, std::string path, const FileRoom& room) {
  if (room.bundle != nullptr) {
    MASU_CHECK(room.bundle->beginMember(path));
    return GrowingFile(std::move(path), nullptr, room.bundle);
  }
  MASU_TRY(io::File file, io::File::create(folder / path));
  MASU_TRY(auto writer, BlockWriter::create(std::move(file), room.hashes));
  MASU_CHECK(writer->beginHash());
  return GrowingFile(std::move(path), std::move(writer), nullptr);
}

Result<void> GrowingFile::write(std::span<const std::byte> bytes) {
  m_position += bytes.size();
  if (m_bundle == nullptr) return m_file->append(bytes);
  m_crc32 = crc32(m_crc32, bytes);
  return m_bundle->append(bytes);
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
  if (m_bundle != nullptr) return m_bundle->endMember({std::move(m_path), m_position, {}, m_crc32});
  std::string sha256 = m_file->endHash();
  MASU_CHECK(m_file->finish());
  return ShardFile{std::move(m_path), m_position, std::move(sha256)};
}

Result<ShardFile> describeFile(const std::filesystem::path& folder, const std::string& path) {
  MASU_TRY(const io::File file, io::File::openRead(folder / path));
  MASU_TRY(const std::uint64_t size, file.size());
  MASU_TRY(Sha256 hash, Sha256::create());
  MASU_CHECK(io::eachBlock(file, 0, size, [&](std::uint64_t, std::span<const std::byte> block) -> Result<void> {
    hash.update(block);
    return {};
  }));
  return ShardFile{path, size, hash.finish()};
}

bool hasItsSize(const std::filesystem::path& folder, const ShardFile& file) {
  std::error_code error;
  return std::filesystem::file_size(folder / file.path, error) == file.bytes && !error;
}

bool hasItsHash(const std::filesystem::path& folder, const ShardFile& file) {
  const auto found = describeFile(folder, file.path);
  return found && found->sha256 == file.sha256;
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

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/shards/restore/export_files.h"

#include <cerrno>
#include <span>
#include <system_error>
#include <utility>
#include <vector>

#include "core/base/sha256.h"
#include "core/io/file.h"
#include "core/shards/write/paths_below.h"

namespace masu::shards {

namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kMostIndexBytes = std::uint64_t{1} << 32U;
constexpr std::uint64_t kMostTextBytes = std::uint64_t{64} << 20U;

/// Hands the member that was begun to body(block), a megabyte at a time.
template <class Body>
Result<void> eachBlockOf(io::ArchiveReader& reader, Body&& body) {
  constexpr std::size_t kBlockBytes = std::size_t{1} << 20U;
  std::vector<std::byte> block(kBlockBytes);
  for (;;) {
    MASU_TRY(const std::size_t count, reader.read(block));
    if (count == 0) return {};
    MASU_CHECK(body(std::span<const std::byte>(block).first(count)));
  }
}

Error missing(const fs::path& file) {
  return Error::fromErrno(ENOENT, file.string());
}

}  // namespace

bool isBundle(const fs::path& source) {
  std::error_code ignored;
  return source.extension() == ".zip" && fs::is_regular_file(source, ignored);
}

Result<std::string> memberText(io::ArchiveReader& reader, std::string_view name, std::uint64_t limit) {
  const auto member = reader.directory()->find(name);
  std::string text;
  if (!member || reader.members()[*member].bytes > limit) return text;
  MASU_CHECK(reader.begin(*member));
  MASU_CHECK(eachBlockOf(reader, [&text](std::span<const std::byte> block) -> Result<void> {
    text.append(reinterpret_cast<const char*>(block.data()), block.size());
    return {};
  }));
  return text;
}

Result<ExportFiles> ExportFiles::open(const fs::path& source) {
  ExportFiles files;
  files.m_place = source;
  if (!isBundle(source)) {
    MASU_TRY(const std::string text, io::readText(source / kIndexName, kMostIndexBytes));
    MASU_TRY(files.m_index, readIndex(text, source / kIndexName));
    if (files.m_index.bundle.empty()) return files;
    MASU_CHECK(checkNoLink(source, files.m_index.bundle));
    files.m_place = source / files.m_index.bundle;
  }
  MASU_TRY(io::ArchiveReader archive, io::ArchiveReader::open(files.m_place));
  files.m_archive.emplace(std::move(archive));
  MASU_TRY(const std::string inside, memberText(*files.m_archive, kIndexName, kMostIndexBytes));
  MASU_TRY(files.m_index, readIndex(inside, files.placeOf(kIndexName)));
  return files;
}

bool ExportFiles::has(const std::string& path) const {
  std::error_code ignored;
  return m_archive ? m_archive->directory()->find(path).has_value() : fs::exists(placeOf(path), ignored);
}

Result<std::string> ExportFiles::text(const std::string& path) {
  if (!m_archive) return io::readText(placeOf(path), kMostTextBytes);
  if (!has(path)) return fail(missing(placeOf(path)));
  return memberText(*m_archive, path, kMostTextBytes);
}

Result<ShardFile> ExportFiles::describe(const std::string& path, const BlockRead& onBlock) {
  MASU_TRY(Sha256 hash, Sha256::create());
  std::uint64_t bytes = 0;
  const auto add = [&](std::span<const std::byte> block) {
    hash.update(block);
    bytes += block.size();
    return onBlock(block.size());
  };
  if (m_archive) {
    const auto member = m_archive->directory()->find(path);
    if (!member) return fail(missing(placeOf(path)));
    MASU_CHECK(m_archive->begin(*member));
    MASU_CHECK(eachBlockOf(*m_archive, add));
  } else {
    MASU_CHECK(checkNoLink(m_place, path));
    MASU_TRY(const io::File file, io::File::openRead(placeOf(path)));
    MASU_TRY(const std::uint64_t size, file.size());
    MASU_CHECK(
        io::eachBlock(file, 0, size, [&add](std::uint64_t, std::span<const std::byte> block) { return add(block); }));
  }
  return ShardFile{path, bytes, hash.finish()};
}

}  // namespace masu::shards

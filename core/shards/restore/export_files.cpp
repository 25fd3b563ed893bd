// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/shards/restore/export_files.h"

#include <algorithm>
#include <cerrno>
#include <set>
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

std::set<std::string> filesOf(const ExportedIndex& index) {
  std::set<std::string> paths = {kIndexName};
  for (const ShardInfo& shard : index.shards) {
    for (const ShardFile& file : shard.files) paths.insert(file.path);
  }
  for (const ShardFile& file : index.companions) paths.insert(file.path);
  return paths;
}

/// Relative, as the paths are; the empty one is where the index is.
std::set<fs::path> foldersOf(const std::set<std::string>& paths) {
  std::set<fs::path> folders = {fs::path()};
  for (const std::string& path : paths) {
    for (fs::path folder = fs::path(path).parent_path(); !folder.empty(); folder = folder.parent_path())
      folders.insert(folder);
  }
  return folders;
}

/// The names in a folder; none where it is missing.
Result<std::vector<fs::directory_entry>> entriesIn(const fs::path& folder) {
  std::vector<fs::directory_entry> entries;
  std::error_code failure;
  fs::directory_iterator at(folder, failure);
  if (failure == std::errc::no_such_file_or_directory || failure == std::errc::not_a_directory) return entries;
  for (; !failure && at != fs::directory_iterator(); at.increment(failure)) entries.push_back(*at);
  if (failure) return fail(Error::fromErrno(failure.value(), folder.string()));
  return entries;
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

Result<std::vector<std::string>> ExportFiles::unlisted() const {
  const std::set<std::string> listed = filesOf(m_index);
  std::vector<std::string> found;
  if (m_archive) {
    for (const io::ArchiveMember& member : m_archive->members()) {
      if (!listed.contains(member.name)) found.push_back(member.name);
    }
    return found;
  }
  const std::set<fs::path> folders = foldersOf(listed);
  for (const fs::path& folder : folders) {
    MASU_TRY(const std::vector<fs::directory_entry> entries, entriesIn(m_place / folder));
    for (const fs::directory_entry& entry : entries) {
      const fs::path path = folder / entry.path().filename();
      std::error_code ignored;
      const bool isOther = entry.is_directory(ignored) && (folder.empty() || folders.contains(path));
      if (isOther || path.filename().native().starts_with('.') || listed.contains(path.generic_string())) continue;
      found.push_back(path.generic_string());
    }
  }
  std::ranges::sort(found);
  return found;
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

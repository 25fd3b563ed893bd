// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/sources/source_bytes.h"

#include <algorithm>
#include <memory>
#include <mutex>
#include <string_view>

#include "core/io/file.h"
#include "core/io/file_stamp.h"

namespace masu::ingest {

namespace fs = std::filesystem;

namespace {

/// True where a name has a component `..`, or begins at the root: as a path it would lead out of the archive.
bool leadsOut(std::string_view name) {
  if (name.starts_with('/')) return true;
  for (std::size_t end = 0; end != std::string_view::npos;) {
    end = name.find('/');
    if (name.substr(0, end) == "..") return true;
    name.remove_prefix(end == std::string_view::npos ? name.size() : end + 1);
  }
  return false;
}

/// Names in the order of the paths that they are: a folder comes before whatever its name begins.
bool isBefore(std::string_view a, std::string_view b) {
  const auto rank = [](char c) { return c == '/' ? 0 : 1 + static_cast<unsigned char>(c); };
  return std::ranges::lexicographical_compare(a, b, {}, rank, rank);
}

/// The directory that was listed last, and of which state of which file.
struct KnownDirectory {
  fs::path path;
  io::FileStamp stamp;
  std::shared_ptr<const io::ArchiveDirectory> directory;
};
std::mutex knownMutex;
KnownDirectory known;

/// Null where another archive was listed last, or this one has changed.
std::shared_ptr<const io::ArchiveDirectory> knownDirectory(const fs::path& path) {
  const auto stamp = io::stampOf(path);
  const std::lock_guard lock(knownMutex);
  return stamp && known.path == path && known.stamp == *stamp ? known.directory : nullptr;
}

}  // namespace

/// From the front, so that a name of any depth costs no more than the folders there are.
std::optional<MemberPath> memberPath(const fs::path& path) {
  const std::string& whole = path.native();
  std::error_code error;
  for (std::size_t slash = whole.find('/', 1); slash != std::string::npos; slash = whole.find('/', slash + 1)) {
    const fs::path front = whole.substr(0, slash);
    const fs::file_status status = fs::status(front, error);
    if (fs::is_directory(status)) continue;
    const std::size_t inside = whole.find_first_not_of('/', slash);
    if (!fs::is_regular_file(status) || inside == std::string::npos) return std::nullopt;
    if (!knownDirectory(front) && !io::isArchive(front)) return std::nullopt;
    return MemberPath{front, whole.substr(inside)};
  }
  return std::nullopt;
}

Result<io::ArchiveReader> openArchive(const fs::path& path) {
  if (auto directory = knownDirectory(path)) return io::ArchiveReader::open(path, std::move(directory));
  MASU_TRY(const io::FileStamp stamp, io::stampOf(path));
  MASU_TRY(io::ArchiveReader reader, io::ArchiveReader::open(path));
  const std::lock_guard lock(knownMutex);
  known = {path, stamp, reader.directory()};
  return reader;
}

Result<MemberPaths> membersOf(const fs::path& archive) {
  MASU_TRY(const io::ArchiveReader reader, openArchive(archive));
  MemberPaths paths;
  std::vector<std::string_view> names;
  for (const io::ArchiveMember& member : reader.members()) {
    if (io::isJunkMember(member.name)) continue;
    if (leadsOut(member.name)) {
      paths.refused.push_back(member.name);
    } else {
      names.push_back(member.name);
    }
  }
  std::ranges::sort(names, isBefore);
  if (const auto twice = std::ranges::adjacent_find(names); twice != names.end()) {
    return fail(Errc::damaged,
                MASU_TEXT("core", "{0} has several members with the name {1}. Unpack it, and import what is meant."),
                {archive.string(), std::string(*twice)}, {archive.string(), 0, 0});
  }
  paths.files.reserve(names.size());
  const std::string front = archive.native() + '/';
  for (const std::string_view name : names) paths.files.emplace_back(front + std::string(name));
  return paths;
}

Result<std::size_t> memberPlace(const io::ArchiveDirectory& directory, const MemberPath& path) {
  if (const auto found = directory.find(path.member)) return *found;
  const std::string shown = path.archive.string();
  return fail(Errc::notFound, MASU_TEXT("core", "There is no {1} in {0}."), {shown, path.member}, {shown, 0, 0});
}

Result<SourceBytes> SourceBytes::open(const fs::path& path) {
  SourceBytes source;
  if (const std::optional<MemberPath> member = memberPath(path)) {
    MASU_TRY(io::ArchiveReader archive, openArchive(member->archive));
    MASU_TRY(const std::size_t place, memberPlace(*archive.directory(), *member));
    MASU_CHECK(archive.begin(place));
    source.m_size = archive.members()[place].bytes;
    source.m_archive.emplace(std::move(archive));
    return source;
  }
  MASU_TRY(io::PackedFile packed, io::PackedFile::open(path));
  source.m_size = packed.size();
  source.m_file.emplace(std::move(packed));
  return source;
}

std::optional<std::uint64_t> SourceBytes::unpackedSize() const {
  return m_archive ? std::optional(m_size) : std::nullopt;
}

Result<std::size_t> SourceBytes::read(std::span<std::byte> out) {
  if (m_file) return m_file->read(out);
  MASU_TRY(const std::size_t count, m_archive->read(out));
  m_read += count;
  return count;
}

Result<io::ArchiveMember> memberAt(const MemberPath& path) {
  auto directory = knownDirectory(path.archive);
  if (!directory) {
    MASU_TRY(const io::ArchiveReader archive, openArchive(path.archive));
    directory = archive.directory();
  }
  MASU_TRY(const std::size_t place, memberPlace(*directory, path));
  return directory->members()[place];
}

}  // namespace masu::ingest

#include "core/ingest/source_bytes.h"

#include <algorithm>

#include "core/io/file.h"

namespace masu::ingest {

namespace fs = std::filesystem;

std::optional<MemberPath> memberPath(const fs::path& path) {
  std::error_code error;
  if (fs::exists(path, error)) return std::nullopt;
  fs::path inside = path.filename();
  for (fs::path at = path.parent_path(); !at.empty() && at != at.parent_path(); at = at.parent_path()) {
    if (io::isArchive(at)) return MemberPath{at, inside.generic_string()};
    if (fs::exists(at, error)) return std::nullopt;
    inside = at.filename() / inside;
  }
  return std::nullopt;
}

Result<std::vector<fs::path>> membersOf(const fs::path& archive) {
  MASU_TRY(const io::ArchiveReader reader, io::ArchiveReader::open(archive));
  std::vector<fs::path> paths;
  for (const io::ArchiveMember& member : reader.members()) {
    // A name that leads out of the archive leads nowhere here; it is no file that people packed.
    const bool leadsOut = member.name.starts_with('/') || member.name.find("..") != std::string::npos;
    if (!leadsOut && !io::isJunkMember(member.name)) paths.push_back(archive / member.name);
  }
  std::ranges::sort(paths);
  return paths;
}

Result<std::size_t> memberPlace(const io::ArchiveReader& archive, const MemberPath& path) {
  const auto& members = archive.members();
  const auto found = std::ranges::find(members, path.member, &io::ArchiveMember::name);
  if (found != members.end()) return static_cast<std::size_t>(found - members.begin());
  const std::string shown = path.archive.string();
  return fail(Errc::notFound, MASU_TEXT("core", "There is no {1} in {0}."), {shown, path.member}, {shown, 0, 0});
}

Result<SourceBytes> SourceBytes::open(const fs::path& path) {
  SourceBytes source;
  if (const std::optional<MemberPath> member = memberPath(path)) {
    MASU_TRY(io::ArchiveReader archive, io::ArchiveReader::open(member->archive));
    MASU_TRY(const std::size_t place, memberPlace(archive, *member));
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
  MASU_TRY(const io::ArchiveReader archive, io::ArchiveReader::open(path.archive));
  MASU_TRY(const std::size_t place, memberPlace(archive, path));
  return archive.members()[place];
}

}  // namespace masu::ingest

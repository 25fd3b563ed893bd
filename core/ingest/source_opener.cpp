#include "core/ingest/source_opener.h"

#include <algorithm>
#include <array>
#include <span>
#include <vector>

#include "core/ingest/source_bytes.h"
#include "core/ingest/sources.h"
#include "core/io/packed_file.h"

namespace masu::ingest {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t kStepBytes = std::size_t{1} << 20;

/// Moves all that a reader gives into a file in memory.
template <class Reader>
Result<io::File> unpack(const fs::path& path, Reader& reader) {
  MASU_TRY(io::File file, io::File::createInMemory(path));
  std::vector<std::byte> step(kStepBytes);
  std::uint64_t offset = 0;
  for (;;) {
    MASU_TRY(const std::size_t count, reader.read(step));
    if (count == 0) return file;
    MASU_CHECK(file.writeAt(offset, std::span<const std::byte>(step).first(count)));
    offset += count;
    if (offset <= SourceOpener::kMostUnpacked) continue;
    return fail(Errc::unsupported,
                MASU_TEXT("core", "{0} unpacks to more than {1} bytes. Unpack it first, and import what it held."),
                {path.string(), std::to_string(SourceOpener::kMostUnpacked)}, {path.string()});
  }
}

}  // namespace

Result<io::ArchiveReader*> SourceOpener::archive(const fs::path& path) {
  const auto known = m_archives.find(path);
  if (known != m_archives.end()) return &known->second;
  MASU_TRY(io::ArchiveReader reader, io::ArchiveReader::open(path));
  return &m_archives.emplace(path, std::move(reader)).first->second;
}

Result<io::File> SourceOpener::unpackMember(const fs::path& path, io::ArchiveReader& archive, std::size_t member) {
  MASU_CHECK(archive.begin(member));
  return unpack(path, archive);
}

Result<io::File> SourceOpener::open(const fs::path& path) {
  if (const auto inside = memberPath(path)) {
    MASU_TRY(io::ArchiveReader * reader, archive(inside->archive));
    MASU_TRY(const std::size_t member, memberPlace(*reader, *inside));
    return unpackMember(path, *reader, member);
  }
  MASU_TRY(io::File file, io::File::openRead(path));
  MASU_TRY(const std::uint64_t size, file.size());
  std::array<std::byte, 4> head{};
  const auto known = std::span(head).first(std::min<std::size_t>(size, head.size()));
  MASU_CHECK(file.readAt(0, known));
  if (io::packingOf(known) == io::Packing::none) return file;
  MASU_TRY(io::PackedFile packed, io::PackedFile::open(path));
  return unpack(path, packed);
}

Result<store::SourceFile> SourceOpener::describe(const fs::path& path, const fs::path& root) {
  const auto inside = memberPath(path);
  if (!inside) return describeSource(path, root);
  MASU_TRY(io::ArchiveReader * reader, archive(inside->archive));
  MASU_TRY(const std::size_t member, memberPlace(*reader, *inside));
  return describeMember(path, reader->members()[member], root);
}

}  // namespace masu::ingest

#include "core/ingest/source_opener.h"

#include <span>

#include "core/ingest/source_bytes.h"
#include "core/ingest/sources.h"
#include "core/io/packed_file.h"
#include "core/io/unpack.h"

namespace masu::ingest {

namespace fs = std::filesystem;

Result<io::ArchiveReader*> SourceOpener::archive(const fs::path& path) {
  const auto known = m_archives.find(path);
  if (known != m_archives.end()) return &known->second;
  MASU_TRY(io::ArchiveReader reader, io::ArchiveReader::open(path));
  return &m_archives.emplace(path, std::move(reader)).first->second;
}

Result<io::File> SourceOpener::open(const fs::path& path) {
  if (const auto inside = memberPath(path)) {
    MASU_TRY(io::ArchiveReader * reader, archive(inside->archive));
    MASU_TRY(const std::size_t member, memberPlace(*reader, *inside));
    MASU_CHECK(reader->begin(member));
    const auto read = [reader](std::span<std::byte> out) { return reader->read(out); };
    return io::unpackAll(path, read, reader->members()[member].bytes, kMostUnpacked);
  }
  MASU_TRY(io::PackedFile packed, io::PackedFile::open(path));
  if (packed.packing() == io::Packing::none) return std::move(packed).release();
  return io::unpackAll(
      path, [&packed](std::span<std::byte> out) { return packed.read(out); }, 0, kMostUnpacked);
}

Result<store::SourceFile> SourceOpener::describe(const fs::path& path, const fs::path& root) {
  const auto inside = memberPath(path);
  if (!inside) return describeSource(path, root);
  MASU_TRY(io::ArchiveReader * reader, archive(inside->archive));
  MASU_TRY(const std::size_t member, memberPlace(*reader, *inside));
  return describeMember(path, reader->members()[member], root);
}

}  // namespace masu::ingest

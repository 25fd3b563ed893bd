#pragma once

#include <filesystem>
#include <map>

#include "core/base/result.h"
#include "core/io/archive_reader.h"
#include "core/io/file.h"
#include "core/store/meta.h"

namespace masu::ingest {

/// Opens sources as files that can be read at any place: a plain file as it is, a packed one (gzip, zstd) and a member
/// of an archive unpacked, as io::unpackAll() does it. Keeps the archives it has opened, since reading the directory of
/// one costs as much as all its members. Threads: one at a time each.
class SourceOpener {
 public:
  /// What a source may unpack to; beyond it, it is to be unpacked by hand.
  static constexpr std::uint64_t kMostUnpacked = std::uint64_t{2} << 30;

  /// Errors: no such file or member; encrypted, damaged or a bomb; larger than kMostUnpacked.
  Result<io::File> open(const std::filesystem::path& path);

  /// Size, hash and path below the root. The directory of an archive holds a checksum of a whole member; of files the
  /// hash is over size, head, middle and tail.
  Result<store::SourceFile> describe(const std::filesystem::path& path, const std::filesystem::path& root);

 private:
  Result<io::ArchiveReader*> archive(const std::filesystem::path& path);

  std::map<std::filesystem::path, io::ArchiveReader> m_archives;
};

}  // namespace masu::ingest

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "core/base/result.h"
#include "core/io/archive_reader.h"
#include "core/io/packed_file.h"

namespace masu::ingest {

/// A member of a ZIP archive, named as if the archive were a folder: measurements.zip/day 1/a.csv.
struct MemberPath {
  std::filesystem::path archive;
  std::string member;
};

/// Nothing for a path that is a file or folder of its own, or that leads through no archive.
std::optional<MemberPath> memberPath(const std::filesystem::path& path);

/// The members of an archive as such paths.
struct MemberPaths {
  std::vector<std::filesystem::path> files;  ///< in the order of their names
  std::vector<std::string> refused;          ///< names that lead out of the archive, by `..` or from the root
};

/// What other programs left there is passed over.
/// Errors: as ArchiveReader::open() has them; several members of one name, of which only one would be read.
Result<MemberPaths> membersOf(const std::filesystem::path& archive);

/// A reader of an archive. The directory of the last one is kept, so that opening its members one by one does not list
/// it each time. Threads: any.
Result<io::ArchiveReader> openArchive(const std::filesystem::path& path);

/// The bytes of a source from front to back, unpacked: of a file, plain or packed with gzip or zstd, or of a member of
/// an archive. Threads: one at a time.
class SourceBytes {
 public:
  /// Errors: no such file or member; one that is encrypted, damaged or a bomb.
  static Result<SourceBytes> open(const std::filesystem::path& path);

  /// True for a file that holds its bytes as they are.
  bool isPlain() const { return m_file && m_file->packing() == io::FilePacking::none; }
  /// How much of `size()` has been taken so far.
  std::uint64_t consumed() const { return m_file ? m_file->consumed() : m_read; }
  std::uint64_t size() const { return m_size; }
  /// What it unpacks to, where that is known.
  std::optional<std::uint64_t> unpackedSize() const;

  /// Fills the front of `out`; the number of bytes, 0 at the end. Errors: damaged content.
  Result<std::size_t> read(std::span<std::byte> out);

 private:
  std::optional<io::PackedFile> m_file;
  std::optional<io::ArchiveReader> m_archive;
  std::uint64_t m_size = 0;
  std::uint64_t m_read = 0;
};

/// Which of an archive's members it is. Errors: no such member.
Result<std::size_t> memberPlace(const io::ArchiveDirectory& directory, const MemberPath& path);

/// Size and checksum of a member, as the archive's directory says. Errors: no such member.
Result<io::ArchiveMember> memberAt(const MemberPath& path);

}  // namespace masu::ingest

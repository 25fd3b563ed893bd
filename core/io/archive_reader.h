#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/io/file.h"

namespace masu::io {

/// One file in a ZIP archive, as the archive's directory tells it.
struct ArchiveMember {
  std::string name;  ///< with forward slashes
  std::uint64_t bytes = 0;
  std::uint64_t packedBytes = 0;
  std::uint32_t checksum = 0;
  bool encrypted = false;
};

/// True where the bytes begin a ZIP archive: names lie.
bool isArchive(std::span<const std::byte> head);
bool isArchive(const std::filesystem::path& file);

/// True for what other programs leave in archives beside people's files: `__MACOSX`, `._x`, `.DS_Store`, `Thumbs.db`.
bool isJunkMember(const std::string& name);

/// Reads the members of a ZIP archive where they lie: nothing is unpacked to disk, and no name in the archive becomes a
/// path. Threads: one at a time.
class ArchiveReader {
 public:
  /// Errors: no such file; no archive, or one that is cut short; members that share bytes, as those of bombs do.
  static Result<ArchiveReader> open(const std::filesystem::path& path);
  /// The same of an open file, which may lie in memory. It is read through a descriptor of its own.
  static Result<ArchiveReader> open(const File& file);
  ArchiveReader(ArchiveReader&&) noexcept;
  ArchiveReader& operator=(ArchiveReader&&) noexcept;
  ~ArchiveReader();

  /// Files in the order of the archive's directory; folders are left out.
  const std::vector<ArchiveMember>& members() const;

  /// Begins to read a member. Errors: it is encrypted; packed by a method that is not read; it unpacks to so many times
  /// its size that it is no data.
  Result<void> begin(std::size_t member);
  /// Fills the front of `out`; the number of bytes, 0 at the end, where the checksum has been compared.
  /// Errors: damaged content, more bytes than the directory says.
  Result<std::size_t> read(std::span<std::byte> out);

 private:
  struct State;
  explicit ArchiveReader(std::unique_ptr<State> state);
  Error damaged() const;

  std::unique_ptr<State> m_state;
};

}  // namespace masu::io

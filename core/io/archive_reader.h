// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/base/result.h"
#include "core/io/file.h"

namespace masu::io {

/// One file in a ZIP archive, as the archive's directory describes it.
struct ArchiveMember {
  std::string name;  ///< with forward slashes, and without components that are empty or `.`
  std::uint64_t bytes = 0;
  std::uint64_t packedBytes = 0;
  std::uint32_t checksum = 0;
  bool encrypted = false;
};

/// What the directory of an archive lists, which several readers of it share: listing it takes as long as it has
/// members. Threads: const, read by any.
class ArchiveDirectory {
 public:
  ArchiveDirectory() = default;
  ArchiveDirectory(const ArchiveDirectory&) = delete;  // names are views of the members
  ArchiveDirectory& operator=(const ArchiveDirectory&) = delete;

  /// Files in the order of the archive's directory; folders are left out.
  const std::vector<ArchiveMember>& members() const { return m_members; }
  /// The first member of a name.
  std::optional<std::size_t> find(std::string_view name) const;

 private:
  friend class ArchiveReader;
  /// What reading a member takes beside what it says of itself.
  struct Entry {
    std::uint64_t offset = 0;  ///< in the archive's directory
    std::uint64_t number = 0;  ///< there, where folders count too
    std::uint64_t method = 0;
  };

  std::vector<ArchiveMember> m_members;
  std::vector<Entry> m_entries;                               ///< beside m_members
  std::unordered_map<std::string_view, std::size_t> m_names;  ///< of m_members
};

/// True where the bytes begin a ZIP archive: names may be wrong.
bool isArchive(std::span<const std::byte> head);
bool isArchive(const std::filesystem::path& file);

/// True for what other programs leave in archives beside people's files: `__MACOSX`, `Thumbs.db`, and whatever is
/// hidden or in a hidden folder, such as `._x`, `.DS_Store` and `.ipynb_checkpoints/x`.
bool isJunkMember(const std::string& name);

/// Reads the members of a ZIP archive where they are: nothing is unpacked to disk, and no name in the archive becomes a
/// path. Threads: one at a time.
class ArchiveReader {
 public:
  /// Errors: no such file; no archive, or one that is cut short; members that share bytes, as those of bombs do.
  static Result<ArchiveReader> open(const std::filesystem::path& path);
  /// The same of an open file, which may be in memory. It is read through a descriptor of its own.
  static Result<ArchiveReader> open(const File& file);
  /// The same of an archive whose directory is known. Requires: the file is still the one it was listed of.
  static Result<ArchiveReader> open(const std::filesystem::path& path,
                                    std::shared_ptr<const ArchiveDirectory> directory);
  ArchiveReader(ArchiveReader&&) noexcept;
  ArchiveReader& operator=(ArchiveReader&&) noexcept;
  ~ArchiveReader();

  const std::shared_ptr<const ArchiveDirectory>& directory() const;
  const std::vector<ArchiveMember>& members() const { return directory()->members(); }

  /// Begins to read a member. Errors: it is encrypted; packed by a method that is not read; it unpacks to so many times
  /// its size that it is not data.
  Result<void> begin(std::size_t member);
  /// Fills the front of `out`; the number of bytes, 0 at the end, where the checksum has been compared.
  /// Errors: damaged content, more bytes than the directory says.
  Result<std::size_t> read(std::span<std::byte> out);

 private:
  struct State;
  explicit ArchiveReader(std::unique_ptr<State> state);
  static Result<std::unique_ptr<State>> opened(const File& file);
  static std::shared_ptr<const ArchiveDirectory> list(State& state, std::uint64_t& packed);
  Error damaged() const;

  std::unique_ptr<State> m_state;
};

}  // namespace masu::io

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/io/archive_reader.h"
#include "core/shards/restore/index_reader.h"

namespace masu::shards {

/// Called with the size of each block that was read. An error ends the reading.
using BlockRead = std::function<Result<void>(std::uint64_t bytes)>;

/// Whether a path is that of a ZIP file, which can be a bundle without its folder.
bool isBundle(const std::filesystem::path& source);

/// The files of an export where they are: below its folder, or members of the ZIP bundle in it, which is not unpacked.
/// Threads: one at a time.
class ExportFiles {
 public:
  /// `source`: the folder, or a bundle. Errors: no index; as readIndex(), of the one inside a bundle, too; the bundle
  /// is missing or no archive.
  static Result<ExportFiles> open(const std::filesystem::path& source);

  /// Of a bundle, the one inside it.
  const ExportedIndex& index() const { return m_index; }
  /// Where a file is, for people: a member is shown below its bundle.
  std::filesystem::path placeOf(const std::string& path) const { return m_place / path; }
  bool has(const std::string& path) const;
  /// What is in the folders of the export beside the files that the index lists, in order: files, and folders below
  /// those of shards; of a bundle, its other members. Not the index, names that begin with a dot, and other folders
  /// beside it, as that of an export that is not complete. Errors: a folder cannot be read.
  Result<std::vector<std::string>> unlisted() const;
  /// A small file. Errors: none of that name; it cannot be read.
  Result<std::string> text(const std::string& path);
  /// Reads a file for its size and SHA-256. Errors: as above; a symbolic link leads to it; a member is not as its
  /// checksum has it, Errc::damaged; those of `onBlock`.
  Result<ShardFile> describe(const std::string& path, const BlockRead& onBlock);

 private:
  ExportedIndex m_index;
  std::filesystem::path m_place;  ///< the folder, or the bundle
  std::optional<io::ArchiveReader> m_archive;
};

/// The text of a member; empty where the archive has none of that name, or one above `limit` bytes.
Result<std::string> memberText(io::ArchiveReader& reader, std::string_view name, std::uint64_t limit);

}  // namespace masu::shards

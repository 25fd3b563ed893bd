// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <utility>
#include <vector>

#include "core/base/result.h"
#include "core/ingest/table/ranges/source_ranges.h"
#include "core/io/file.h"

namespace masu::ingest {

/// A parsed block in the file of its range.
struct RangeEntry {
  std::uint64_t source = 0;
  std::uint64_t offset = 0;    ///< of the block's text in the source's
  std::uint64_t bytes = 0;     ///< of its text
  std::uint64_t textHash = 0;  ///< hash64() of it
  std::uint64_t at = 0;        ///< in the file, where saveBlock() has written so many bytes
  std::uint64_t size = 0;
  std::uint64_t hash = 0;  ///< hash64() of these

  SourcePlace place() const { return {static_cast<std::uint32_t>(source), offset}; }
};

/// Writes the parsed blocks of a range, in order: one after the other, then the list of them and its hash.
/// For the same version of Masu on a machine of the same kind to read. Threads: one at a time.
class RangeWriter {
 public:
  /// Errors: the disk is full, or the folder cannot be written.
  static Result<RangeWriter> create(const std::filesystem::path& path);

  /// `entry`: at, size and hash are filled in.
  Result<void> append(RangeEntry entry, std::span<const std::byte> state);
  /// Everything is on the disk afterwards.
  Result<void> finish();

 private:
  explicit RangeWriter(io::File file) : m_file(std::move(file)) {}

  io::File m_file;
  std::uint64_t m_size = 0;
  std::vector<RangeEntry> m_entries;
};

/// Reads what a RangeWriter wrote. Threads: all const members. Lifetime: the file stays open.
class RangeReader {
 public:
  /// Errors: damaged, without a sentence, where it is not whole; those of the file.
  static Result<RangeReader> open(const std::filesystem::path& path);

  /// The block that begins there; null where there is none.
  const RangeEntry* find(const SourcePlace& place) const;
  /// What saveBlock() wrote of it. Errors: damaged.
  Result<std::vector<std::byte>> read(const RangeEntry& entry) const;

 private:
  RangeReader(io::File file, std::vector<RangeEntry> entries)
      : m_file(std::move(file)), m_entries(std::move(entries)) {}

  io::File m_file;
  std::vector<RangeEntry> m_entries;
};

}  // namespace masu::ingest

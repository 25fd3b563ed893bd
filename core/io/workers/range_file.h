// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <compare>
#include <cstdint>
#include <filesystem>
#include <span>
#include <utility>
#include <vector>

#include "core/base/result.h"
#include "core/io/file.h"

namespace masu::io {

/// A place in what is divided into ranges: a byte of a text, where 0 is before the first record, a frame of a
/// recording, or a sample of an object.
struct SourcePlace {
  std::uint32_t source = 0;
  std::uint64_t offset = 0;

  auto operator<=>(const SourcePlace&) const = default;
};

/// What a worker has made of some of a source, in the file of its range.
struct RangeEntry {
  std::uint64_t source = 0;
  std::uint64_t offset = 0;    ///< where it begins there
  std::uint64_t length = 0;    ///< of what it was made from, as offsets count
  std::uint64_t fromHash = 0;  ///< shows that this is still the same
  std::uint64_t at = 0;        ///< in the file, which holds so many bytes of it
  std::uint64_t size = 0;
  std::uint64_t hash = 0;  ///< hash64() of these

  SourcePlace place() const { return {static_cast<std::uint32_t>(source), offset}; }
};

/// Writes what was made of a range: one entry after the other, then the list of them in order, and its hash.
/// For the same version of Masu on a machine of the same kind to read. Threads: one at a time.
class RangeWriter {
 public:
  /// Errors: the disk is full, or the folder cannot be written.
  static Result<RangeWriter> create(const std::filesystem::path& path);

  /// In any order. `entry`: at, size and hash are filled in.
  Result<void> append(RangeEntry entry, std::span<const std::byte> state);
  /// Everything is written afterwards, but need not be on the disk: what a loss of power takes shows in the hashes, and
  /// many a file is read and removed before it would get there.
  Result<void> finish();

 private:
  explicit RangeWriter(File file) : m_file(std::move(file)) {}

  File m_file;
  std::uint64_t m_size = 0;
  std::vector<RangeEntry> m_entries;
};

/// Reads what a RangeWriter wrote. Threads: all const members. Lifetime: the file stays open.
class RangeReader {
 public:
  /// Errors: damaged, without a sentence, where it is not whole; those of the file.
  static Result<RangeReader> open(const std::filesystem::path& path);

  /// What begins there; null where there is nothing.
  const RangeEntry* find(const SourcePlace& place) const;
  /// The bytes that were appended with it. Errors: damaged.
  Result<std::vector<std::byte>> read(const RangeEntry& entry) const;

 private:
  RangeReader(File file, std::vector<RangeEntry> entries) : m_file(std::move(file)), m_entries(std::move(entries)) {}

  File m_file;
  std::vector<RangeEntry> m_entries;
};

}  // namespace masu::io

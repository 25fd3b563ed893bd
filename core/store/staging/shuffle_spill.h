// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

#include "core/io/file.h"

namespace masu::store {

/// Records that are shuffled into ranges of positions, of which memory holds one at a time: added in any order, read
/// back one range at a time. They are spilled to one unnamed file, each range in a region of its own.
/// Threads: put() from any; everything else while no put() is in progress.
class ShuffleSpill {
 public:
  /// `ends`: where the region of each bucket ends in the file, the first one's beginning at 0: its records have to
  /// fill it. `memoryBytes`: of what waits to be written, for all buckets together.
  static Result<ShuffleSpill> create(const std::filesystem::path& folder, std::vector<std::uint64_t> ends,
                                     std::uint64_t memoryBytes);

  std::size_t buckets() const { return m_ends.size(); }
  std::uint64_t bytesOf(std::size_t bucket) const { return m_ends[bucket] - beginOf(bucket); }

  /// A record is a head and a body, one right after the other.
  Result<void> put(std::size_t bucket, std::span<const std::byte> head, std::span<const std::byte> body);
  /// Nothing waits any more. Requires: every region is full.
  Result<void> flush();

  /// Records as they were put, in no order. Requires: flush(); the bytes are in the region.
  Result<void> read(std::size_t bucket, std::uint64_t at, std::span<std::byte> out) const;
  /// Gives the disk space of a bucket back.
  void release(std::size_t bucket) const;

 private:
  struct Waiting {
    std::mutex mutex;
    std::vector<std::byte> bytes;
    std::uint64_t written = 0;
  };

  ShuffleSpill(io::File file, std::vector<std::uint64_t> ends, std::uint64_t bufferBytes);

  std::uint64_t beginOf(std::size_t bucket) const { return bucket == 0 ? 0 : m_ends[bucket - 1]; }
  Result<void> write(std::size_t bucket, Waiting& waiting, std::span<const std::byte> bytes) const;
  Result<void> empty(std::size_t bucket, Waiting& waiting) const;

  io::File m_file;
  std::vector<std::uint64_t> m_ends;
  std::uint64_t m_bufferBytes;
  std::unique_ptr<Waiting[]> m_waiting;
};

}  // namespace masu::store

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <shared_mutex>
#include <span>
#include <utility>

#include "core/io/file.h"

namespace masu::store {

/// A file of a dataset that is being written, whose bytes stay in memory until they are more than a little or have to
/// be durable. A small file thus goes from memory into the dataset, and is not written, read, written again and
/// removed.
/// Invariant: all of it is either in memory or on the disk. Threads: any, writeAt() on disjoint ranges; held() requires
/// that no write is in progress.
class BufferedFile {
 public:
  /// `most`: bytes that may stay in memory; 0: none. Throws std::bad_alloc.
  BufferedFile(io::File file, std::uint64_t most);

  const std::filesystem::path& path() const { return m_file.path(); }

  Result<void> writeAt(std::uint64_t offset, std::span<const std::byte> bytes);
  /// As io::File does.
  Result<void> readAt(std::uint64_t offset, std::span<std::byte> out) const;
  /// As io::File does; of what stays in memory nothing.
  void reserve(std::uint64_t offset, std::uint64_t size) const;

  /// What memory has of a range; nothing once it is on the disk.
  std::optional<std::span<const std::byte>> held(std::uint64_t offset, std::uint64_t size) const;
  /// The file with all of it, from now on.
  Result<const io::File*> onDisk() const;

 private:
  struct Unmap {
    std::uint64_t bytes;
    void operator()(std::byte* memory) const;
  };

  io::File m_file;
  const std::uint64_t m_most;
  std::atomic<std::uint64_t> m_end = 0;  ///< of what memory has
  mutable std::shared_mutex m_mutex;     ///< guards the one below: exclusive while it moves to the disk
  /// Zero, and no memory yet, where nothing was written. Not on huge pages: those are mostly memory that the host of a
  /// virtual machine has to give again.
  mutable std::unique_ptr<std::byte[], Unmap> m_held;
};

/// As io::eachBlock(); what is in memory is one block.
template <class Body>
Result<void> eachBlock(const BufferedFile& file, std::uint64_t at, std::uint64_t size, Body&& body) {
  if (const auto held = file.held(at, size)) return body(std::uint64_t{0}, *held);
  MASU_TRY(const io::File* const onDisk, file.onDisk());
  return io::eachBlock(*onDisk, at, size, std::forward<Body>(body));
}

}  // namespace masu::store

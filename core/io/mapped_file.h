// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <span>

#include "core/base/result.h"
#include "core/io/mapping_guard.h"

namespace masu::io {

/// Read-only bytes of a whole file.
/// Invariant: bytes() stays valid until destruction, also after a move. An empty file has empty bytes. Where another
/// program truncates the file, or the disk fails, what cannot be read is zeros: whoever read something calls check()
/// before he believes it. Threads: const calls are safe together.
class MappedFile {
 public:
  /// Errors: no such file, a folder, no permission.
  static Result<MappedFile> open(const std::filesystem::path& path);

  MappedFile() = default;
  ~MappedFile();
  MappedFile(MappedFile&& other) noexcept;
  MappedFile& operator=(MappedFile&& other) noexcept;

  const std::filesystem::path& path() const { return m_path; }
  std::span<const std::byte> bytes() const { return {m_data, m_size}; }
  std::uint64_t size() const { return m_size; }

  /// Whether what was read so far is what the file held when it was mapped. `shown`: the name that a message gives.
  /// Errors: truncated or overwritten since (a file that only grew is the same as far as it is mapped); Errc::io where
  /// the disk failed.
  Result<void> check(const std::filesystem::path& shown) const;

  void adviseSequential() const;
  /// Brings the pages of a range in, so that whoever reads it later does not wait for them.
  void bringIn(std::uint64_t offset, std::uint64_t size) const;
  /// Gives the pages of a range that was read back, so that a scan of a large file does not count as memory of ours.
  void release(std::uint64_t offset, std::uint64_t size) const;

 private:
  std::filesystem::path m_path;
  const std::byte* m_data = nullptr;
  std::size_t m_size = 0;
  std::uint64_t m_device = 0;
  std::uint64_t m_inode = 0;
  std::int64_t m_modified = 0;  ///< in nanoseconds
  std::unique_ptr<const MappingGuard> m_guard;
};

}  // namespace masu::io

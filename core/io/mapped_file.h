#pragma once

#include <cstddef>
#include <filesystem>
#include <span>

#include "core/base/result.h"

namespace masu::io {

/// Read-only bytes of a whole file.
/// Invariant: bytes() stays valid until destruction, also after a move. An empty file has empty bytes.
/// Threads: const calls are safe together. A file that another program cuts short while mapped raises SIGBUS on access.
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

  void adviseSequential() const;
  /// Brings the pages of a range in, so that whoever reads it later does not wait for them.
  void bringIn(std::uint64_t offset, std::uint64_t size) const;
  /// Gives the pages of a range that was read back, so that a scan of a large file does not count as memory of ours.
  void release(std::uint64_t offset, std::uint64_t size) const;

 private:
  std::filesystem::path m_path;
  const std::byte* m_data = nullptr;
  std::size_t m_size = 0;
};

}  // namespace masu::io

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <span>
#include <utility>

#include "core/base/result.h"
#include "core/io/file.h"

namespace masu::io {

enum class FilePacking { none, gzip, zstd };

/// How a file is packed, by its first bytes: names may be wrong.
FilePacking packingOf(std::span<const std::byte> head);

/// The bytes of a file from front to back, unpacked where it is gzip or zstd, several members in a row included.
/// Memory: a few buffers, whatever the size. Threads: one at a time.
class PackedFile {
 public:
  static Result<PackedFile> open(const std::filesystem::path& path);
  /// The same of an open file, from its beginning.
  static Result<PackedFile> open(File file);

  PackedFile(PackedFile&&) noexcept;
  PackedFile& operator=(PackedFile&&) noexcept;
  ~PackedFile();

  FilePacking packing() const { return m_packing; }
  /// Bytes of the file as it is there.
  std::uint64_t size() const { return m_size; }
  /// The file itself, for a caller that finds it not packed. Nothing else may be called afterwards.
  File release() && { return std::move(m_file); }
  /// How much of the file has been taken so far, in its own bytes.
  std::uint64_t consumed() const { return m_offset; }

  /// Fills the front of `out`; the number of bytes, 0 at the end.
  /// Errors: a packed file that is damaged or cut short.
  Result<std::size_t> read(std::span<std::byte> out);

 private:
  struct Unpacker;
  struct Gzip;
  struct Zstd;

  PackedFile();
  Result<void> refill();

  File m_file;
  std::uint64_t m_size = 0;
  std::uint64_t m_offset = 0;
  FilePacking m_packing = FilePacking::none;
  std::unique_ptr<Unpacker> m_unpacker;
};

}  // namespace masu::io

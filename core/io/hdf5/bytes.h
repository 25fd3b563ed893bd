// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>

#include "core/io/file.h"

namespace masu::io {

/// Bytes that the HDF5 library takes for a file. Threads: under Hdf5Lock.
class Hdf5Bytes {
 public:
  virtual ~Hdf5Bytes() = default;

  virtual std::uint64_t size() const = 0;
  /// The three below return false where that fails.
  virtual bool readAt(std::uint64_t offset, std::span<std::byte> out) const = 0;

  /// Whether a file may be written there; else the two below are never called.
  virtual bool isWritable() const { return false; }
  virtual bool writeAt(std::uint64_t, std::span<const std::byte>) { return false; }
  virtual bool setSize(std::uint64_t) { return false; }
};

/// A file that nobody writes, as large as it was when it was opened. Lifetime: `file` is shared with whoever owns it.
class FileBytes final : public Hdf5Bytes {
 public:
  FileBytes(std::shared_ptr<const File> file, std::uint64_t size) : m_file(std::move(file)), m_size(size) {}

  std::uint64_t size() const override { return m_size; }
  bool readAt(std::uint64_t offset, std::span<std::byte> out) const override;

 private:
  std::shared_ptr<const File> m_file;
  std::uint64_t m_size;
};

/// Makes H5Fopen() and H5Fcreate() with this list of properties (H5P_FILE_ACCESS) take these bytes, whatever name they
/// are given. A file that is open shares them; the list needs `bytes` itself until then.
/// False where the library refuses.
bool useBytes(std::int64_t access, const std::shared_ptr<Hdf5Bytes>& bytes);

}  // namespace masu::io

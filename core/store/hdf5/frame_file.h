// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/io/file.h"
#include "core/io/hdf5/bytes.h"
#include "core/store/hdf5/handle.h"

namespace masu::store {

/// Bytes by position, of which only what was written takes memory; the rest reads as zeros. Threads: one at a time.
class SparseBytes final : public io::Hdf5Bytes {
 public:
  bool writeAt(std::uint64_t offset, std::span<const std::byte> bytes) override;
  bool readAt(std::uint64_t offset, std::span<std::byte> out) const override;
  /// The end of what was written, unless it was set.
  std::uint64_t size() const override { return m_size; }
  bool setSize(std::uint64_t size) override {
    m_size = size;
    return true;
  }
  bool isWritable() const override { return true; }

 private:
  static constexpr std::uint64_t kPageBytes = 4096;
  std::uint64_t m_size = 0;
  std::map<std::uint64_t, std::array<std::byte, kPageBytes>> m_pages;
};

/// An HDF5 file that the library lays out in memory, with holes in the place of values: the owner of the values writes
/// the file, holes filled, to the disk. So the library never meets a full disk, at which 1.10 crashes.
/// Threads: under hdf5::Lock until close(); one at a time afterwards.
class FrameFile {
 public:
  /// Bytes of the file that the library left empty.
  struct Hole {
    std::uint64_t address = 0;
    std::uint64_t bytes = 0;
  };
  using Sink = std::function<Result<void>(std::uint64_t offset, std::span<const std::byte> bytes)>;

  /// `properties` are changed; `file` is for messages.
  static Result<FrameFile> create(const std::filesystem::path& file, const hdf5::FileProperties& properties);

  hid_t root() const { return m_root.get(); }
  /// Makes a dataset in one piece, and the groups above it, and leaves its values out.
  Result<Hole> leaveOut(const std::string& path, hid_t type, const std::vector<hsize_t>& dimensions);
  /// Everything is laid out: from now on it can be copied.
  Result<void> close();

  std::uint64_t size() const { return m_bytes->size(); }
  /// In the order in which they were left out.
  const std::vector<Hole>& holes() const { return m_holes; }
  /// Hands over what the library wrote between two positions. Errors: the sink's.
  Result<void> copy(std::uint64_t from, std::uint64_t to, const Sink& sink) const;
  /// Writes everything but the holes. Errors: a full disk.
  Result<void> copyTo(const io::File& to) const;

 private:
  explicit FrameFile(std::filesystem::path file);

  std::filesystem::path m_file;
  std::shared_ptr<SparseBytes> m_bytes;
  std::vector<Hole> m_holes;
  hdf5::Handle m_root;  ///< last: it closes before the memory goes
};

}  // namespace masu::store

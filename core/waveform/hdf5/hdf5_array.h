// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <hdf5.h>

#include "core/io/file.h"
#include "core/waveform/arrays/number_array.h"
#include "core/waveform/arrays/packing.h"

namespace masu::waveform {

/// An HDF5 identifier that is closed with its owner. Requires: the owner holds io::Hdf5Lock when it ends.
class Hdf5Id {
 public:
  using Close = herr_t (*)(hid_t);

  Hdf5Id() = default;
  Hdf5Id(hid_t id, Close close) : m_id(id), m_close(close) {}
  Hdf5Id(Hdf5Id&& other) noexcept : m_id(std::exchange(other.m_id, -1)), m_close(other.m_close) {}
  Hdf5Id& operator=(Hdf5Id&& other) noexcept {
    std::swap(m_id, other.m_id);
    std::swap(m_close, other.m_close);
    return *this;
  }
  ~Hdf5Id() {
    if (m_id >= 0) m_close(m_id);
  }

  hid_t get() const { return m_id; }
  explicit operator bool() const { return m_id >= 0; }

 private:
  hid_t m_id = -1;
  Close m_close = nullptr;
};

/// An HDF5 file that somebody else wrote, open for reading. Shared by what is read of it.
struct Hdf5File {
  explicit Hdf5File(io::File opened) : file(std::move(opened)), path(file.path().string()) {}
  ~Hdf5File();
  Hdf5File(const Hdf5File&) = delete;
  Hdf5File& operator=(const Hdf5File&) = delete;

  io::File file;
  std::string path;
  Hdf5Id id;
};

/// What the library last complained about in this thread, as a sentence about `path`.
Error hdf5Error(const std::string& path);

/// How the numbers of a dataset are to be read.
struct Hdf5Layout {
  ElementType type = ElementType::f64;  ///< of what is stored
  bool reversed = false;  ///< the dimensions mean what they say from the last to the first, as in files of MATLAB
  NumberPacking packing;
};

/// A dataset of numbers. Its elements are read in the machine's own type of that kind.
/// Memory: as many chunks as 64 MiB hold, or a third of the limit; of larger ones the last that was read, and beside it
/// the next while that is unpacked.
class Hdf5Array final : public NumberArray {
 public:
  /// `memory`: as RecordingRequest::memory.
  /// Errors: it cannot be opened; it says to hold more than the file can; its values are in other files, or were never
  /// written; a chunk takes more than the memory.
  static Result<std::shared_ptr<NumberArray>> open(std::shared_ptr<const Hdf5File> file, const std::string& name,
                                                   Hdf5Layout layout, std::uint64_t memory = 0);
  ~Hdf5Array() override;

  Result<void> read(const Slab& slab, std::span<double> out) override;

 private:
  Hdf5Array(std::shared_ptr<const Hdf5File> file, Hdf5Layout layout)
      : m_file(std::move(file)), m_layout(std::move(layout)) {}

  Result<void> open(const std::string& name, std::uint64_t memory);
  Result<void> checkStorage(const std::string& name) const;
  Result<void> enlargeCache(const std::string& name, std::uint64_t memory);
  bool decodeRow(std::byte* from, const SlabAxis& row, double* out) const;
  bool scatter(const Slab& slab, std::size_t axis, std::byte*& from, double* out) const;

  std::shared_ptr<const Hdf5File> m_file;
  Hdf5Layout m_layout;
  Hdf5Id m_dataset;
  Hdf5Id m_space;
  std::vector<std::byte> m_buffer;
};

}  // namespace masu::waveform

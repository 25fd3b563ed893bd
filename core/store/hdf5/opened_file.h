// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "core/io/file.h"
#include "core/store/hdf5/handle.h"

namespace masu::store {

/// Looks at the first bytes of a file before the HDF5 library does: is it a dataset's, and is all of it there?
/// Returns the file's size. Errors: not HDF5, not as Masu writes it, cut short; one sentence each.
Result<std::uint64_t> checkSuperblock(const io::File& file);

/// An HDF5 file while it is read, and what every step of reading asks of it. No link in it is followed to another file.
/// Threads: under hdf5::Lock. Lifetime: borrows the path.
class OpenedFile {
 public:
  /// Errors: no such file, no regular one, not HDF5.
  static Result<OpenedFile> open(const std::filesystem::path& path);

  hid_t id() const { return m_id.get(); }
  const std::filesystem::path& path() const { return *m_path; }
  std::uint64_t bytes() const { return m_bytes; }

  /// Errors: a group on the way cannot be read; a link on the way leads elsewhere.
  Result<bool> exists(const std::string& object) const;
  /// Errors: there is none; its values, or the way to it, are in another file.
  Result<hdf5::Handle> openDataset(const std::string& object) const;
  Result<std::vector<std::string>> linksOf(const char* group) const;
  /// The name of the file, without its folder, that an external link of the root leads to; empty where there is none.
  Result<std::string> linkedFile(const char* link) const;
  /// A dataset and how many values it holds. Errors: more than the file can.
  struct Flat {
    hdf5::Handle dataset;
    std::size_t count = 0;
  };
  Result<Flat> openFlat(const std::string& object, std::size_t valueBytes) const;
  /// All values of a dataset. Errors: it holds more than the file can.
  template <class T>
  Result<std::vector<T>> readFlat(const std::string& object, hid_t type) const {
    MASU_TRY(const Flat flat, openFlat(object, sizeof(T)));
    std::vector<T> values(flat.count);
    MASU_CHECK(readFlat(flat, type, values.data()));
    return values;
  }

  /// What is said of an object that is not as the format's description has it.
  Error malformed(const std::string& object) const;

 private:
  OpenedFile(const std::filesystem::path& path, std::uint64_t bytes, hdf5::Handle id)
      : m_path(&path), m_bytes(bytes), m_id(std::move(id)) {}
  Error elsewhere(const std::string& object) const;
  Result<void> readFlat(const Flat& flat, hid_t type, void* values) const;

  const std::filesystem::path* m_path;
  std::uint64_t m_bytes;
  hdf5::Handle m_id;
};

}  // namespace masu::store

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <utility>

#include <hdf5.h>

#include "core/base/result.h"
#include "core/io/file.h"
#include "core/io/hdf5/lock.h"

namespace masu::store::hdf5 {

/// Held by every caller of the HDF5 library: its calls run one at a time, and it prints nothing.
/// Handles close through the library too, so declare the lock before them. It is recursive.
class Lock {
 public:
  Lock();

 private:
  io::Hdf5Lock m_lock;
};

/// An HDF5 identifier that is closed with its owner.
class Handle {
 public:
  using Close = herr_t (*)(hid_t);

  Handle() = default;
  Handle(hid_t id, Close close) : m_id(id), m_close(close) {}
  Handle(Handle&& other) noexcept : m_id(std::exchange(other.m_id, -1)), m_close(other.m_close) {}
  Handle& operator=(Handle&& other) noexcept {
    std::swap(m_id, other.m_id);
    std::swap(m_close, other.m_close);
    return *this;
  }
  ~Handle() {
    if (m_id >= 0) m_close(m_id);
  }

  hid_t get() const { return m_id; }
  /// Closes it now. Negative where that failed: of a file, what was still to be written is not written.
  herr_t closeNow() { return m_id < 0 ? 0 : m_close(std::exchange(m_id, -1)); }
  explicit operator bool() const { return m_id >= 0; }

 private:
  hid_t m_id = -1;
  Close m_close = nullptr;
};

/// The library's last error in this thread, as an error about `file`; a full disk is reported as such.
Error lastError(const std::filesystem::path& file);

/// The identifier as a handle, or lastError().
Result<Handle> own(hid_t id, Handle::Close close, const std::filesystem::path& file);
Result<void> check(herr_t status, const std::filesystem::path& file);

/// Writes what is still in memory and closes a file that was written, which marks it as whole: without the mark other
/// programs refuse it, and a handle that is only let go hides that it could not be written.
Result<void> closeWritten(Handle& handle, const std::filesystem::path& file);

/// Opens a file that is no longer written, without the library's lock on it: finished files are shared freely, also
/// where locks are unsupported (NFS), and with other users in this process who open it through the same library (h5py).
Result<Handle> openFinished(io::File file);

/// Access and creation properties of every file Masu writes: 1.10 format, no object times, so equal content is equal
/// bytes.
struct FileProperties {
  Handle access;
  Handle creation;
};
Result<FileProperties> fileProperties(const std::filesystem::path& file);

/// Makes the groups of a path such as "meta/checksums" below `parent` where they are missing.
Result<void> makeGroups(hid_t parent, std::string_view path, const std::filesystem::path& file);

/// Creates a dataset that is not chunked and writes it: metadata, small in number and size.
Result<void> writeFlat(hid_t parent, const std::string& path, hid_t type, hsize_t count, const void* data,
                       const std::filesystem::path& file);

/// Scalar attributes.
Result<void> writeNumber(hid_t object, const char* name, std::uint64_t value, const std::filesystem::path& file);
Result<void> writeText(hid_t object, const char* name, std::string_view value, const std::filesystem::path& file);
Result<std::uint64_t> readNumber(hid_t object, const char* name, const std::filesystem::path& file);
Result<std::string> readText(hid_t object, const char* name, const std::filesystem::path& file);

}  // namespace masu::store::hdf5

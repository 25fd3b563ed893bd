// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <filesystem>
#include <utility>

#include "core/base/result.h"

namespace masu::io {

/// The right to replace a file, held by one process and one thread of it at a time: a lock on `TARGET.lock`, which is
/// there only while somebody holds it or after a crash. The kernel releases the lock of a process that dies. Whoever
/// reads the target needs no lock, since it is replaced by a rename.
/// Where a file system knows no locks, two writers do not notice each other.
class FileLock {
 public:
  static constexpr std::chrono::milliseconds kPatience = std::chrono::minutes(1);

  /// Waits while another holds it. Errors: Errc::busy when `patience` has passed; a folder that is missing or
  /// read-only.
  static Result<FileLock> acquire(const std::filesystem::path& target, std::chrono::milliseconds patience = kPatience);

  FileLock(FileLock&& other) noexcept
      : m_path(std::move(other.m_path)), m_descriptor(std::exchange(other.m_descriptor, -1)) {}
  FileLock& operator=(FileLock&&) = delete;
  ~FileLock();

 private:
  FileLock(std::filesystem::path path, int descriptor) : m_path(std::move(path)), m_descriptor(descriptor) {}

  std::filesystem::path m_path;
  int m_descriptor;
};

}  // namespace masu::io

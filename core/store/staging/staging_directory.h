// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <set>
#include <string>

#include "core/io/file.h"

namespace masu::store {

/// `F.h5.partial/`: holds the files of a dataset while it is written. A locked file in it distinguishes a running
/// import from an abandoned one. Lifetime: destruction removes the folder and everything in it, except what is to be
/// kept.
class StagingDirectory {
 public:
  /// Where it is for a target.
  static std::filesystem::path pathFor(const std::filesystem::path& target);

  /// What an abandoned import left in it stays there until discard().
  /// Errors: the folder of the target is missing, read-only or full; another import holds it; the folder of that name
  /// was not made by Masu.
  static Result<StagingDirectory> claim(const std::filesystem::path& target);

  StagingDirectory(StagingDirectory&& other) noexcept = default;
  StagingDirectory& operator=(StagingDirectory&& other) = delete;
  ~StagingDirectory();

  const std::filesystem::path& path() const { return m_path; }

  /// Removes everything but the files named.
  void discard(const std::set<std::string>& butFor = {}) const;
  /// From now on destruction leaves these files for another import to resume from. None: it removes everything.
  void keep(std::set<std::string> files) { m_kept = std::move(files); }
  /// Leaves the folder as it is.
  void release() { m_lock.close(); }

 private:
  StagingDirectory(std::filesystem::path path, io::File lock) : m_path(std::move(path)), m_lock(std::move(lock)) {}

  std::filesystem::path m_path;
  io::File m_lock;
  std::set<std::string> m_kept;
};

}  // namespace masu::store

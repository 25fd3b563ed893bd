// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <utility>

#include "core/base/result.h"
#include "core/store/read/dataset.h"

namespace masu::tasks {

/// A folder for runs that are trained for a moment: one in the scratch folder, or one that a person named to keep them.
/// Lifetime: the destruction removes what is in it, unless it is to be kept, and the folder if it was made here.
class RunsFolder {
 public:
  /// `named`: empty for one in the scratch folder. Errors: a named folder that holds something; one that cannot be
  /// made.
  static Result<RunsFolder> create(const std::filesystem::path& named);

  RunsFolder(RunsFolder&& other) noexcept
      : m_path(std::exchange(other.m_path, {})), m_isNew(other.m_isNew), m_kept(other.m_kept) {}
  RunsFolder& operator=(RunsFolder&&) = delete;
  ~RunsFolder();

  const std::filesystem::path& path() const { return m_path; }
  /// From now on it stays.
  void keep() { m_kept = true; }

 private:
  RunsFolder(std::filesystem::path path, bool isNew) : m_path(std::move(path)), m_isNew(isNew) {}

  std::filesystem::path m_path;
  bool m_isNew;
  bool m_kept = false;
};

/// Links a dataset into a folder under its own name, beside a copy of its splits file: what is done to the splits there
/// leaves those of the dataset as they are. Returns the link. Errors: the folder cannot be written, or holds no
/// symbolic links; the splits cannot be read.
Result<std::filesystem::path> linkDataset(const store::Dataset& dataset, const std::filesystem::path& folder);

}  // namespace masu::tasks

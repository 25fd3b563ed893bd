// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>

#include "core/base/result.h"
#include "core/io/file.h"

namespace masu::io {

/// Shows that a file is unchanged, by what the kernel reports and without reading it: its place on the disk,
/// its size and when it was changed last.
struct FileStamp {
  std::uint64_t device = 0;
  std::uint64_t inode = 0;
  std::uint64_t bytes = 0;
  std::int64_t changed = 0;  ///< in nanoseconds; of content or name

  bool operator==(const FileStamp&) const = default;
};

/// Errors: no such file, no permission.
Result<FileStamp> stampOf(const std::filesystem::path& path);
Result<FileStamp> stampOf(const File& file);

}  // namespace masu::io

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <limits>
#include <vector>

#include "core/base/result.h"

namespace masu::ingest {

struct FolderSearch {
  std::function<bool(const std::filesystem::path&)> takes;  ///< of a file; empty: every one
  std::function<bool()> stops;                              ///< asked for each folder; empty: never
  std::size_t most = std::numeric_limits<std::size_t>::max();
  bool hidden = false;           ///< files and folders that other programs hide, too
  bool skipsUnreadable = false;  ///< folders without permission; else they are an error
};

/// The files below a folder, in no order. A link to a file is one; links to folders are not followed.
/// Errors: cancelled; a folder that cannot be read, or nested so deeply that no program can name what is in it.
Result<std::vector<std::filesystem::path>> filesBelow(const std::filesystem::path& folder, const FolderSearch& search);

}  // namespace masu::ingest

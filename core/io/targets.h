// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <span>
#include <string>

#include "core/base/result.h"

namespace masu::io {

/// A place that a command writes to, and the option that names it, such as "--out".
struct OutputTarget {
  std::filesystem::path path;
  std::string option;
  bool wholeFolder = false;  ///< a folder that is replaced with everything in it
};

/// Refuses a command that would replace what it reads, or write two things to one place. Files are compared by what
/// they are on the disk, so that links of both kinds count. A source inside an archive counts as the archive.
/// To be called before anything is written. Cost: a look at the disk for each source, where a target exists already.
/// Errors: a target is one of the sources, or holds one and is replaced as a whole; two targets are the same file.
Result<void> checkTargets(std::span<const std::filesystem::path> sources, std::span<const OutputTarget> targets);

}  // namespace masu::io

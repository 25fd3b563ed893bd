// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <optional>
#include <string_view>

#include "core/io/file.h"

namespace masu::io {

/// The file of a claimed folder that is locked while somebody works in it.
inline constexpr std::string_view kFolderLock = "lock";
/// What it holds: only a folder that says so is ever cleaned.
inline constexpr std::string_view kFolderMarker =
    "Masu keeps unfinished work in this folder, and removes it when that is done.\n";

/// For one alone, or together with others who work on the same.
enum class Claim { alone, together };

/// Claims a folder for unfinished work, which whoever claims it alone may discard: an empty one, or one that Masu made.
/// Lifetime: the folder is claimed as long as the file is open.
/// Returns nothing where another process holds it otherwise than `claim` goes with, and where one that is claimed
/// together has not been marked yet by somebody who claimed it alone. Where it cannot be marked, it is removed with the
/// lock. Errors: exists, where the folder is somebody else's, or a link; notFound, where it was removed meanwhile.
Result<std::optional<File>> claimFolder(const std::filesystem::path& folder, Claim claim = Claim::alone);

}  // namespace masu::io

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <filesystem>
#include <functional>
#include <optional>
#include <string_view>
#include <thread>

#include "core/io/file.h"

namespace masu::io {

/// The file of a claimed folder that is locked while somebody works in it.
inline constexpr std::string_view kFolderLock = "lock";
/// What it holds: only a folder that says so is ever cleaned.
inline constexpr std::string_view kFolderMarker =
    "Masu keeps unfinished work in this folder, and removes it when that is done.\n";

/// For one alone, or together with others who work on the same.
enum class Claim { alone, together };

/// Claims a folder for unfinished work, which whoever claims it alone may discard: an empty one, or one that Masu made,
/// where a loss of power may have left only the beginning of the mark.
/// Lifetime: the folder is claimed as long as the file is open.
/// Returns nothing where another process holds it otherwise than `claim` goes with, and where one that is claimed
/// together has not been marked yet by somebody who claimed it alone. Where it cannot be marked, it is removed with the
/// lock. Errors: exists, where the folder is somebody else's, or a link; notFound, where it was removed meanwhile.
Result<std::optional<File>> claimFolder(const std::filesystem::path& folder, Claim claim = Claim::alone);

/// What the workers that share a folder do before they share it.
struct Preparation {
  std::function<Result<void>()> prepare;  ///< called while the folder is claimed alone
  std::function<bool()> isDone;           ///< whether somebody has prepared it
};
/// Claims a folder together with others; whoever finds nobody in it puts it in order first. Returns nothing where it
/// has to be tried again: another is preparing it, has it alone, or removed it meanwhile. Errors: those of
/// claimFolder() but notFound; those of the preparation.
Result<std::optional<File>> claimPrepared(const std::filesystem::path& folder, const Preparation& preparation);

/// Repeats `attempt` until it returns true, for a few seconds: workers that share a folder hold it alone for a moment
/// while they enter or leave it, and for longer only where they do something else in it, or publish what is in it. At
/// least one attempt is made. False: the last one returned false, too. Threads: any; the caller's sleeps between two
/// attempts.
template <typename Attempt>
bool attemptForAWhile(const Attempt& attempt) {
  using Clock = std::chrono::steady_clock;
  constexpr std::chrono::milliseconds kPause(20);
  constexpr std::chrono::seconds kPatience(5);
  const auto end = Clock::now() + kPatience;
  while (!attempt()) {
    if (Clock::now() >= end) return false;
    std::this_thread::sleep_for(kPause);
  }
  return true;
}

}  // namespace masu::io

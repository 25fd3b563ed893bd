// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string>

#include "core/base/result.h"

namespace masu::metrics {

/// What people call a run and note of it: its title.json. Theirs alone: nothing that a run does depends on it, and it
/// may change while the run is trained.
struct RunTitle {
  std::string name;  ///< empty: none
  std::string note;

  bool operator==(const RunTitle&) const = default;
};

/// Empty where the run has none, or one that cannot be read: the run is listed all the same.
RunTitle readTitle(const std::filesystem::path& run);
/// Replaces it at once; an empty one is removed. Errors: the folder cannot be written.
Result<void> writeTitle(const std::filesystem::path& run, const RunTitle& title);

}  // namespace masu::metrics

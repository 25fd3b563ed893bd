// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>

namespace masu::store {

/// What an interrupted writer of a dataset left.
enum class LeftBehind {
  nothing,    ///< nothing to do; this includes an import that can be resumed
  restored,   ///< it was killed while it renamed files: the dataset and its splits have their former names again
  complete,   ///< it was killed after the last rename: its staging directory is removed
  discarded,  ///< a staging directory from which nothing can be resumed: it is removed
};

/// Cleans up after an interrupted writer of an existing dataset. Called before a dataset is opened, and the result is
/// reported: until then the dataset may be without its splits. Touches nothing that a running writer holds, that Masu
/// did not create, or that an import can be resumed from. What cannot be done, e.g. in a read-only folder, is left for
/// the next caller. Cost: listing the folder where nothing is left.
LeftBehind settleInterrupted(const std::filesystem::path& dataset);

}  // namespace masu::store

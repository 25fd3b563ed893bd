// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>

namespace masu::store {

/// What was found of a writer of a dataset that died.
enum class LeftBehind {
  nothing,    ///< that needs anything done; an import that can be resumed is none
  restored,   ///< it died while it gave files their names: the dataset and its splits have the names again that they had
  complete,   ///< it died when all had their names: its staging directory is removed
  discarded,  ///< a staging directory from which nothing can be resumed: it is removed
};

/// Puts in order what a writer that died left of a dataset that is there. Whoever opens a dataset calls this first, and
/// says what it did: until then the dataset may be without its splits. Touches nothing that a living writer holds, that
/// Masu did not make, or that an import can be resumed from. What cannot be done, such as in a folder that is
/// read-only, is left for the next one. Cost: a look at the folder where nothing is left.
LeftBehind settleInterrupted(const std::filesystem::path& dataset);

}  // namespace masu::store

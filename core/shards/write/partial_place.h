// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>

#include "core/base/result.h"

namespace masu::shards {

/// The paths of an export that is not complete: all below one folder in OUT, which holds the lock of io::claimFolder()
/// and what follows. While the files take the place of OUT it is beside OUT, as OUT.partial.
struct PartialPlace {
  explicit PartialPlace(std::filesystem::path output);

  std::filesystem::path out;
  std::filesystem::path folder;   ///< OUT/export.partial
  std::filesystem::path files;    ///< what will be below OUT, under the same paths
  std::filesystem::path journal;  ///< a ShardJournal of the shards that are whole
  std::filesystem::path parts;    ///< what the workers of an export in parts keep; see shards/parts
  std::filesystem::path terms;    ///< in it, what they agreed on: without it they have left

  /// Beside OUT; empty where that is named by no name of its own, such as a dot.
  std::filesystem::path aside() const;
  /// Of what was moved to another folder.
  void moveTo(const std::filesystem::path& other);
  /// What an export left beside OUT that died while its files took OUT's place: its work is brought back, or removed
  /// where it is done.
  void takeBack() const;
};

/// Errors: the output folder is there and is none.
Result<void> checkIsFolder(const std::filesystem::path& out);
/// That another export is at work there.
Error isBusy(const std::filesystem::path& out);

/// The topmost folder on the way to this one that is not there; empty where all are.
std::filesystem::path firstMissing(const std::filesystem::path& folder);

}  // namespace masu::shards

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "core/store/write/parts_writing.h"

namespace masu::store {

/// Errors: the target exists (and may not be replaced), is a folder, a pipe or a device, another dataset's splits or
/// edits; there are edits of labels beside it.
Result<void> checkTarget(const std::filesystem::path& target, bool overwrite);

/// Where the splits file of a dataset that is replaced is moved: the first free name, or that of an old one without
/// manifests. Empty where there is no manifest to keep.
std::filesystem::path placeOfReplacedSplits(const std::filesystem::path& target);

struct Publication {
  CompleteDataset complete;  ///< on the target's file system
  std::filesystem::path target;
  std::string uuid;
  std::uint64_t samples = 0;
  /// A splits file of as many samples, or of the first `samplesBefore`, whose manifests are kept; or empty.
  std::filesystem::path splitsFrom;
  /// > 0: the target is a dataset of so many samples that stays, as parts of the new one. Samples after them are unused
  /// in every manifest, none of which stays frozen.
  std::uint64_t samplesBefore = 0;
  bool overwrite = false;
  bool sync = true;
};

struct Published {
  std::vector<std::string> unfrozen;  ///< manifests that were frozen before samples were appended
};

/// Gives a finished dataset its name, with its parts and a splits file beside it. A splits file that is there is kept
/// as F.splits.old.h5, or old2 where that holds manifests, whatever it belongs to: what people drew is never lost. The
/// parts of a dataset that is replaced are removed once the new one is in place. What is appended to keeps its files,
/// and a crash at any moment leaves the dataset as it was or as it is to be, with the manifests that belong to it.
/// Where a new one is stopped in between, the next writer of the target finds all that was there before under its name
/// again (see Renames). Errors: as of checkTarget(); the place of another's file; no place is left for old splits.
Result<Published> publish(const Publication& publication);

}  // namespace masu::store

#pragma once

#include <filesystem>
#include <string>

#include "core/store/parts_writing.h"

namespace masu::store {

/// Errors: the target exists (and may not be replaced), or is a folder.
Result<void> checkTarget(const std::filesystem::path& target, bool overwrite);

struct Publication {
  CompleteDataset complete;  ///< on the target's file system
  std::filesystem::path target;
  std::string uuid;
  std::uint64_t samples = 0;
  std::filesystem::path splitsFrom;  ///< a splits file of as many samples, whose manifests are taken over; or empty
  bool overwrite = false;
  bool sync = true;
};

/// Gives a finished dataset its name, with its parts and a splits file beside it. A splits file that lies there is kept
/// as F.splits.old.h5, whatever it belongs to: what people drew by hand is never lost. The parts of a dataset that is
/// replaced are removed once the new one is in place.
Result<void> publish(const Publication& publication);

}  // namespace masu::store

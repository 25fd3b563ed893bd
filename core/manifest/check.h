#pragma once

#include <string>
#include <vector>

#include "core/base/job.h"
#include "core/base/result.h"
#include "core/store/dataset.h"
#include "core/store/splits_file.h"

namespace masu::manifest {

/// What one check of a split found.
struct Check {
  std::string name;  ///< duplicates, overlapping_windows, groups_across_splits …
  bool passed = true;
  Message detail;  ///< what was found and how bad it is
  Message fix;     ///< what to do; empty where it passed
};

/// Looks for leaks between the splits of a manifest, and for splits that do not resemble each other:
/// duplicates (same stored values in two splits), overlapping_windows (of one recording, in two splits),
/// groups_across_splits, class_shares, label_given_away (a column that tells the class), drift (of column means),
/// missing_classes, conflicting_labels (same stored values, different labels). Always all eight, in this order; what a
/// dataset has nothing for passes and says so. Samples that are unused do not count, but for conflicting labels.
/// Memory: `resources.memoryBytes`; contents are compared by 64-bit hashes in as many passes as that takes. Threads:
/// one. Errors: of reading; Errc::cancelled after a stop.
Result<std::vector<Check>> checkSplit(const store::Dataset& dataset, const store::Assignment& assignment,
                                      const Resources& resources, const JobContext& job);

}  // namespace masu::manifest

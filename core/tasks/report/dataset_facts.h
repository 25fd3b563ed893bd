// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "core/base/job.h"
#include "core/base/result.h"
#include "core/manifest/samples/sample_set.h"
#include "core/tasks/data/dataset_task.h"
#include "core/tasks/split/check_task.h"

namespace masu::tasks {

/// What is asked of a dataset for its report.
struct DatasetQuestion {
  std::filesystem::path file;
  /// The only manifest that is reported, and the one that is checked; empty: all of them, and "default".
  std::string manifest;
  bool check = false;
  Resources resources;
};

/// A dataset as `masu info` and `masu check` show it, and the samples of its classes.
struct DatasetFacts {
  DatasetInfo info;
  std::string contentHash;                                   ///< empty where an object has no checksums
  std::vector<std::uint64_t> classes;                        ///< samples of each class; empty without classes
  std::vector<std::vector<manifest::SplitTally>> manifests;  ///< of each class, beside DatasetInfo::manifests
  std::string checked;                                       ///< name of the manifest that was checked
  std::optional<CheckOutcome> checks;
};

/// Reads labels once for each manifest, and everything where checks are asked for. Memory: a byte a sample, and that of
/// checks. Errors: those of info() and check(); a manifest that cannot be read; no such manifest; memory
/// that does not hold an assignment; cancelled.
Result<DatasetFacts> datasetFacts(const DatasetQuestion& question, const JobContext& job);

}  // namespace masu::tasks

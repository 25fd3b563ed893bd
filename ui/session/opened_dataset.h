// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <vector>

#include "core/base/job.h"
#include "core/tasks/data/dataset_task.h"

namespace masu::ui {

/// A dataset with all that a session reads of it: to show it takes no further read.
struct OpenedDataset {
  tasks::DatasetInfo info;
  std::vector<double> thumbnail;  ///< see RecentFile
};

/// Opens a dataset file and reads its manifests: seconds where they are large, or where storage is slow, so that pages
/// and shell call it from a job. Threads: any. Errors: as tasks::info(); cancelled.
Result<OpenedDataset> openDatasetFile(const std::filesystem::path& path, const JobContext& job);

}  // namespace masu::ui

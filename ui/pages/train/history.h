// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <vector>

#include "core/base/job.h"
#include "core/base/result.h"
#include "ui/models/run_table_model.h"

namespace masu::ui {

/// The runs that a folder of runs keeps, the latest first. Threads: a worker. A folder that is not there holds none; a
/// log that cannot be read is left out.
Result<std::vector<RunTableModel::Run>> readHistory(const std::filesystem::path& folder, const JobContext& job);

/// Whether a run's folder holds the state of a run that was interrupted.
bool canGoOn(const std::filesystem::path& run);

/// Removes a run with all that it wrote. Errors: the folder is not a run's; something in it cannot be removed.
Result<void> deleteRun(const std::filesystem::path& run);

/// The first of `folder`/run-0001, run-0002 … that is not there yet.
std::filesystem::path freeRunFolder(const std::filesystem::path& folder);

}  // namespace masu::ui

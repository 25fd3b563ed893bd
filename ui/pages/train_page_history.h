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

/// The first of `folder`/run-0001, run-0002 … that is not there yet.
std::filesystem::path freeRunFolder(const std::filesystem::path& folder);

}  // namespace masu::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <span>

#include "core/base/job.h"
#include "core/base/result.h"

namespace masu::shards {

/// Holds sources that are of exports against the index that lists them, before anything else reads them as plain files:
/// the shards of an export, of a folder in one, or a single shard, by size and SHA-256. Other sources are not looked
/// at. Errors: a shard is missing, or is not the one that was exported; those of ExportFiles::open(); cancelled.
Result<void> checkExportSources(std::span<const std::filesystem::path> sources, const JobContext& job);

/// What is said of a file that is not the one that was exported.
Error notAsExported(const std::filesystem::path& file);

}  // namespace masu::shards

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>

#include "core/base/job.h"
#include "core/base/result.h"
#include "core/ingest/plan/import_plan.h"
#include "core/ingest/table/ranges/source_ranges.h"

namespace masu::ingest {

/// Parses the blocks of a range into a file for ParsedRanges, on several threads. The types are those of the plan,
/// wider ones after the block that needs them. Records that do not fit are in the blocks, whatever --on-error says.
/// Requires: the plan is of a table; resources are resolved.
/// Errors: a source that cannot be opened or has changed since it was surveyed; a full disk; cancelled.
Result<void> parseRange(const ImportPlan& plan, const SourceRange& range, const RangeSizes& sizes,
                        const std::filesystem::path& file, const Resources& resources, const JobContext& job);

}  // namespace masu::ingest

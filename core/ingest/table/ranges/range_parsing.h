// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <optional>
#include <vector>

#include "core/base/job.h"
#include "core/base/result.h"
#include "core/ingest/plan/import_plan.h"
#include "core/ingest/table/ranges/source_ranges.h"
#include "core/table/dtype.h"

namespace masu::ingest {

/// What a range is parsed by.
struct RangeTask {
  SourceRange range;
  RangeSizes sizes;
  std::vector<table::DType> types = {};  ///< of each matrix, at the begin; empty: those of the plan
};

/// Parses the blocks of a range into a file for ParsedRanges, on several threads. The types become wider after the
/// block that needs that. Records that do not fit are in the blocks, whatever --on-error says.
/// Returns the types at the end; nothing where they are those that it began with.
/// Requires: the plan is of a table; resources are resolved.
/// Errors: a source that cannot be opened or has changed since it was surveyed; a full disk; cancelled.
Result<std::optional<std::vector<table::DType>>> parseRange(const ImportPlan& plan, const RangeTask& task,
                                                            const std::filesystem::path& file,
                                                            const Resources& resources, const JobContext& job);

}  // namespace masu::ingest

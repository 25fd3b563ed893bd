// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/job.h"
#include "core/base/result.h"
#include "core/ingest/journal/import_report.h"
#include "core/ingest/plan/import_plan.h"

namespace masu::ingest {

/// Runs a plan: parse, check, store. Memory stays within resources.memoryBytes whatever the size of the sources.
/// With options.write.resume it resumes what an interrupted run left. Errors: no sample left, full disk, an existing
/// target, another import to resume, whole numbers that features would make equal (checkWholeFeatures(), or the record
/// where the survey met none) …; nothing stays under the final name then.
Result<ImportReport> load(const ImportPlan& plan, const LoadOptions& options, const Resources& resources,
                          const JobContext& job);

}  // namespace masu::ingest

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/job.h"
#include "core/ingest/journal/import_report.h"
#include "core/ingest/plan/import_plan.h"

namespace masu::ingest {

/// Runs a plan that lookAtRecordings() proposed: cuts windows on several threads and stores them; the file does not
/// depend on how many. A recording that turns out damaged leaves no sample: the windows are then cut again without it.
/// Errors: as for load(); with OnError::fail the first recording that has a problem.
Result<ImportReport> loadRecordings(const ImportPlan& plan, const LoadOptions& options, const Resources& resources,
                                    const JobContext& job);

/// What such a load would say at its begin of the place of its rejects. Errors: as for checkRejectsPlace().
Result<void> checkRecordingRejects(const ImportPlan& plan, const LoadOptions& options);

}  // namespace masu::ingest

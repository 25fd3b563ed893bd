// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/job.h"
#include "core/ingest/journal/import_report.h"
#include "core/ingest/plan/import_plan.h"

namespace masu::ingest {

/// Runs a plan that surveyTable made: blocks of records are parsed and written on several threads; what depends on
/// their order is decided one block after the other. The file is the same for any number of threads and any size of
/// blocks.
Result<ImportReport> loadTable(const ImportPlan& plan, const LoadOptions& options, const Resources& resources,
                               const JobContext& job);

}  // namespace masu::ingest

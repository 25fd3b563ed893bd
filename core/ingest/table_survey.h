#pragma once

#include "core/base/job.h"
#include "core/ingest/import_plan.h"

namespace masu::ingest {

/// Surveys text files as one table: dialect, columns, preview, estimate of samples.
/// `known` fixes dialect and column choices of a recipe; null: everything is found out.
Result<ImportPlan> surveyTable(const ImportOptions& options, const ImportPlan* known, const Resources& resources,
                               const JobContext& job);

/// True where `now` asks for another reading of the text than the plan's survey did.
bool readsDifferently(const ImportPlan& plan, const ImportOptions& now);

}  // namespace masu::ingest

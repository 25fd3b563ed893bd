#pragma once

#include "core/base/job.h"
#include "core/ingest/import_plan.h"

namespace masu::ingest {

/// Leaves in plan.classes what occurs in surveyed records that the import will take: a class that only rejected or
/// dropped records hold is none. Requires: a decided plan whose target is classes.
Result<void> takeCensus(ImportPlan& plan, const JobContext& job);

}  // namespace masu::ingest

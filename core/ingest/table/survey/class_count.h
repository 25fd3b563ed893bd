// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/job.h"
#include "core/ingest/plan/import_plan.h"

namespace masu::ingest {

/// Parses the surveyed records as the import will. Leaves in plan.classes what occurs in records that it will take (a
/// class that only rejected or dropped records hold is none), and in plan.samples how many of plan.table().records it
/// will not leave out. Requires: a decided plan.
Result<void> countClasses(ImportPlan& plan, const JobContext& job);

}  // namespace masu::ingest

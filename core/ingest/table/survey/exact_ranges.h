// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/job.h"
#include "core/ingest/plan/import_plan.h"

namespace masu::ingest {

/// Reads the sources of a table whole and notes in plan.table().exact what its features hold, of the records that the
/// import will take. Costs what parsing costs, and nothing where the plan knows it already.
Result<void> findExactRanges(ImportPlan& plan, const Resources& resources, const JobContext& job);

}  // namespace masu::ingest

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/job.h"
#include "core/base/result.h"
#include "core/ingest/plan/import_plan.h"

namespace masu::ingest {

/// Reads the sources of a table whole and notes in plan.table().exact what its features hold, of the records that the
/// import will take. Costs what parsing costs, and nothing where the plan knows it already.
Result<void> findExactRanges(ImportPlan& plan, const Resources& resources, const JobContext& job);

/// Decides the type that /features of a table will have, and the steps of affine codes: what was asked, the narrowest
/// within the limits where `auto` was, else f32. plan.reasons say why. Codes take the exact range of each column,
/// for which the sources are read whole.
/// Errors: a type that surveyed numbers do not fit, or not within the tolerance under OnToleranceExceeded::stop.
Result<void> chooseType(ImportPlan& plan, const Resources& resources, const JobContext& job);

}  // namespace masu::ingest

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "core/base/job.h"
#include "core/base/result.h"
#include "core/ingest/plan/import_plan.h"

namespace masu::ingest {

/// Gives every column the role its kind suggests.
void proposeRoles(ImportPlan& plan);

/// Applies what `now` asks differently from plan.options: names that left the lists of labels, weight, kept and text
/// columns get their proposed role back, new ones the asked one; roles that were edited in the plan stay. plan.options
/// becomes `now`, its lists completed from the roles.
Result<void> applyTableOptions(ImportPlan& plan, const ImportOptions& now);

/// Decides target, classes and stored type, and makes sure that the plan can be run.
/// Errors: nothing left to learn from, a weight or value label that is text, a type that cannot hold what was found.
Result<void> decideTable(ImportPlan& plan, const Resources& resources, const JobContext& job);

}  // namespace masu::ingest

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/job.h"
#include "core/ingest/plan/import_plan.h"
#include "core/ingest/table/survey/column_binding.h"

namespace masu::ingest {

/// Surveys text files as one table: dialect, columns, preview, estimate of samples.
/// `known` fixes dialect and column choices of a recipe, found again as `binding` says; null: everything is found out.
Result<ImportPlan> surveyTable(const ImportOptions& options, const ImportPlan* known, const Resources& resources,
                               const JobContext& job, Binding binding = Binding::all);

/// True where `now` asks for another reading of the text than the plan's survey did.
bool readsDifferently(const ImportPlan& plan, const ImportOptions& now);

}  // namespace masu::ingest

#pragma once

#include <string>
#include <vector>

#include "core/base/job.h"
#include "core/base/result.h"
#include "core/ingest/import_plan.h"

namespace masu::ingest {

/// The place of a column by name. Errors: there is none; the sentence names the nearest.
Result<std::size_t> columnNamed(const std::vector<ColumnPlan>& columns, const std::string& name,
                                const std::string& file);

/// Gives every column the role its kind suggests.
void proposeRoles(ImportPlan& plan);

/// Takes over what `now` asks differently from plan.options: names that left the lists of labels, weight, kept and text
/// columns get their proposed role back, new ones the asked one; roles that were edited in the plan stay. plan.options
/// becomes `now`, its lists completed from the roles.
Result<void> applyTableOptions(ImportPlan& plan, const ImportOptions& now);

/// Decides target, classes and stored type, and makes sure that the plan can be run.
/// Errors: nothing left to learn from, a weight or value label that is text, a type that cannot hold what was found.
Result<void> decideTable(ImportPlan& plan, const Resources& resources, const JobContext& job);

/// Makes sure that a recipe's plan can be run over the columns that were found.
/// Errors: a name, a filter or a role that does not go with them.
Result<void> checkBoundTable(const ImportPlan& plan);

/// Errors: the values of a column include one that is no weight.
Result<void> checkWeight(const std::string& column, const table::ColumnStats& stats);

/// The text of a class as the plan merges it, and as whole numbers are spelled: "007" and "+7" are class "7".
std::string classText(std::string_view cell, bool integers, const TableOptions& options);

}  // namespace masu::ingest

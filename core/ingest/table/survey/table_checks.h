// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>

#include "core/base/result.h"
#include "core/ingest/plan/import_plan.h"
#include "core/ingest/sources/tagged_table.h"

namespace masu::ingest {

// What a plan for a table has to be before it is run. None of these changes it.

/// Makes sure that names, roles, rules for missing cells and weights go together.
/// Errors: a name that is not a column's, text as a feature, a rule for a column that takes none, a negative weight,
/// nothing left to learn from.
Result<void> checkTable(const ImportPlan& plan);

/// Makes sure that the classes that are to be merged are there, where the survey saw all of them.
Result<void> checkClassMap(const ImportPlan& plan, const ColumnPlan& label);

/// Makes sure that a recipe's plan can be run over the columns that were found.
/// Errors: a name, a filter or a role that does not go with them.
Result<void> checkBoundTable(const ImportPlan& plan);

/// Makes sure that nothing was asked for that JSON Lines do not have, such as a quote or a header. `file`: the first of
/// them. Errors: an option that would change nothing.
Result<void> checkJsonOptions(const TableOptions& options, const std::filesystem::path& file);
/// The same of sheets of a workbook, which have no delimiter.
Result<void> checkSheetOptions(const TableOptions& options, const std::filesystem::path& file);
/// The same of a file of such a format, which has a header and no spelling that could be another.
Result<void> checkTaggedOptions(const TableOptions& options, const std::filesystem::path& file, TaggedFormat format);

}  // namespace masu::ingest

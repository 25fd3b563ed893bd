// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/ingest/plan/import_plan.h"

namespace masu::ingest {

/// How the columns of a recipe are found again in other sources.
enum class Binding {
  all,     ///< for an import: the same columns, in any order
  inputs,  ///< for predictions: features and categories; labels and weights may be missing, others are passed over
};

/// Columns of a recipe take their choices over, in the recipe's order; what was found now serves the preview and the
/// forecast. With Binding::inputs nothing but features and categories keeps its role, and the plan has no target.
/// Errors: columns are missing, or there are others; the sentence says which.
Result<void> bindColumns(ImportPlan& plan, const ImportPlan& known, Binding binding);

}  // namespace masu::ingest

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include <nlohmann/json.hpp>

#include "app/cli/report.h"
#include "core/metrics/run_spec.h"
#include "core/tasks/train/cross_validation.h"
#include "core/tasks/train/train_task.h"

namespace masu::cli {

/// An option with its value and the reason for each choice; empty without a recipe.
nlohmann::ordered_json recipeJson(const std::vector<metrics::RecipeChoice>& recipe);

/// What `masu train` prints of a run that has ended: figures of each model, what reading once was worth, and notes.
Report reportOf(const tasks::TrainOutcome& outcome);

/// The same of a cross-validation: each fold, then mean and deviation over all of them.
Report reportOf(const tasks::CrossValidation& outcome);

}  // namespace masu::cli

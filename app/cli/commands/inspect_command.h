#pragma once

#include <nlohmann/json.hpp>

#include "core/tasks/inspect_task.h"

namespace masu::cli {

/// The plan as --json tells it, shared with `import`.
nlohmann::ordered_json inspectionJson(const tasks::Inspection& inspection);

/// Writes the plan as a recipe; an empty path writes nothing.
Result<void> saveRecipe(const ingest::ImportPlan& plan, const std::string& path);

}  // namespace masu::cli

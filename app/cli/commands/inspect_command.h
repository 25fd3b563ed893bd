// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <nlohmann/json.hpp>

#include "core/tasks/inspect_task.h"

namespace masu::cli {

/// The plan as --json tells it, shared with `import`.
nlohmann::ordered_json inspectionJson(const tasks::Inspection& inspection);

/// What a person may want to know: sentences in JSON, and a line each.
nlohmann::ordered_json notesJson(const std::vector<Message>& notes);
std::string notesText(const std::vector<Message>& notes);

/// What the sources suggest as the label where none was chosen, with the option that makes it one: a sentence, empty
/// where a label was chosen; in JSON null where there is nothing to suggest.
std::string labelHint(const ingest::ImportPlan& plan);
nlohmann::ordered_json labelGuessJson(const ingest::ImportPlan& plan);

}  // namespace masu::cli

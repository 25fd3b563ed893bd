// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include <nlohmann/json.hpp>

#include "core/ingest/plan/import_plan.h"
#include "core/table/schema.h"

namespace masu::cli {

/// What storing a column cost: max_error, and the keys of `loss`. Null where the column holds no numbers.
nlohmann::ordered_json lossJson(const table::Column& column);

/// What a column of a plan would lose at each type, as far as the survey saw it: `[{type, holds, step, …}]`, the other
/// keys those of lossJson(). Null for a column that is not stored as such.
nlohmann::ordered_json sampledLossesJson(const ingest::ImportPlan& plan, const ingest::ColumnPlan& column);

/// What lossJson() says, for people: a table of the columns that lost something (of many, those that
/// lost most); one line where it was measured that none did; nothing where there are no
/// numbers, or nothing is known.
std::string lossText(const table::Schema& schema);

}  // namespace masu::cli

#pragma once

#include <string>

#include <nlohmann/json.hpp>

#include "core/table/schema.h"

namespace masu::cli {

/// What storing a column cost: max_error, and the keys of `loss`. Null where the column holds no numbers.
nlohmann::ordered_json lossJson(const table::Column& column);

/// The same for people: a table of the columns that lost something; one line where none did.
std::string lossText(const table::Schema& schema);

}  // namespace masu::cli

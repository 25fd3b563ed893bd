// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include <nlohmann/json.hpp>

#include "core/manifest/draw/split_plan.h"

namespace masu::cli {

/// {train, validation, test, unused}: how many samples each has.
nlohmann::ordered_json countsJson(const manifest::SplitCounts& counts);

/// The same as text: "80 train, 10 validation, 10 test, 0 unused".
std::string splitCountsText(const manifest::SplitCounts& counts);

}  // namespace masu::cli

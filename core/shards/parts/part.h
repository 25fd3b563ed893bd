// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/base/part_of.h"
#include "core/shards/plan/export_plan.h"

namespace masu::shards {

/// Places in the plan, by part.
using Division = std::vector<std::vector<std::size_t>>;

/// Divides the shards of a plan: each in turn goes to the part with the fewest samples so far, the first of several.
/// The same for everybody who has the plan. Where there are fewer shards than parts, some parts have none.
Division divide(const ExportPlan& plan, std::uint64_t parts);

}  // namespace masu::shards

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/shards/plan/export_plan.h"

namespace masu::shards {

/// One of the parts of an export, each of which a worker writes.
struct PartOf {
  static constexpr std::uint64_t kMost = 10'000;

  std::uint64_t number = 1;  ///< from 1 to count
  std::uint64_t count = 1;   ///< up to kMost
};

/// As a command line writes it, "2/4". Nothing for any other text, and for a part beyond the count.
std::optional<PartOf> partFrom(std::string_view text);
std::string name(const PartOf& part);

/// Places in the plan, by part.
using Division = std::vector<std::vector<std::size_t>>;

/// Divides the shards of a plan: each in turn goes to the part with the fewest samples so far, the first of several.
/// The same for everybody who has the plan. Where there are fewer shards than parts, some parts have none.
Division divide(const ExportPlan& plan, std::uint64_t parts);

}  // namespace masu::shards

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/manifest/draw/split_plan.h"

namespace masu::manifest {

/// What of a plan's filter and rules fits no sample at all, most likely by a slip of the pen.
struct Unmatched {
  bool exclude = false;
  std::vector<std::size_t> rules;  ///< positions in the plan
};

/// Errors: as draw() has them of both. Cost: a pass over what the filter looks at.
Result<Unmatched> unmatchedIn(const store::Dataset& dataset, const SplitPlan& plan, const std::stop_token& stop = {});

}  // namespace masu::manifest

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string_view>

#include "core/base/result.h"

namespace masu::train {

enum class Schedule { constant, step, cosine, oneCycle };

/// Names: constant, step, cosine, onecycle.
Result<Schedule> scheduleFrom(std::string_view name);

/// What the learning rate is multiplied by at a step. A step is a tenth after half of the steps and a
/// hundredth after three quarters. Cosine falls from 1 to 0; one cycle rises from 1/25 over the
/// first 30 % of the steps and then falls to nothing (Smith 2018, with the shares PyTorch uses). Requires: step <
/// steps.
double rateFactor(Schedule schedule, std::uint64_t step, std::uint64_t steps);

}  // namespace masu::train

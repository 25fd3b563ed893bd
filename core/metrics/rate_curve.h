// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/metrics/figures/figures.h"

namespace masu::metrics {

/// A step taken with one learning rate, and the loss before it.
struct RateTry {
  double rate = 0;
  double loss = 0;
};

/// A model's loss while the learning rate grew from step to step (Smith 2015): it falls, then diverges.
struct RateCurve {
  std::string model;
  std::vector<RateTry> tries;  ///< in the order of their rates
  double suggested = kAbsent;  ///< kAbsent where no rate made the loss smaller
};

/// Each loss as the mean of those around it; single batches differ more than neighbouring rates do.
std::vector<double> smoothedLosses(const std::vector<RateTry>& tries);

/// A tenth of the rate at which the smoothed loss was smallest: fast, and well below where it diverged. kAbsent where
/// it never fell.
double suggestedRate(const std::vector<RateTry>& tries);

/// One line of JSON without the newline, as masu-train prints it.
std::string toJson(const RateCurve& curve);
/// Errors: a line that is something else.
Result<RateCurve> rateCurveFromJson(std::string_view line);

}  // namespace masu::metrics

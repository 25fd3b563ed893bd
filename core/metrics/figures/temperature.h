// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cmath>
#include <cstdint>

#include "core/metrics/figures/figures.h"

namespace masu::metrics {

/// What temperature scaling found for one model: the number by which its outputs for classes are divided before the
/// softmax. The class with the largest probability stays the same; that of a recording, whose windows are averaged, may
/// change.
struct Temperature {
  static constexpr double kLeast = 0.01;
  static constexpr double kMost = 100;

  double value = kAbsent;     ///< from kLeast to kMost; absent: none was found, and outputs stay as they are
  std::uint64_t samples = 0;  ///< of the validation split that it was fitted to; 0: no output was finite
  std::uint64_t outOf = 0;    ///< samples of that split
  double before = kAbsent;    ///< log loss of `samples` without it, as Calibration has it
  double after = kAbsent;     ///< and with it

  bool isFound() const { return !std::isnan(value); }
  double divisor() const { return isFound() ? value : 1; }
};

/// Whether a number can be the value of one: what a file gives is checked so.
inline bool isTemperature(double value) {
  return value >= Temperature::kLeast && value <= Temperature::kMost;
}

}  // namespace masu::metrics

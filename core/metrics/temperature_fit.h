// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/metrics/figures.h"

namespace masu::metrics {

/// What temperature scaling found for one model. Classes that are predicted stay the same; only probabilities change.
struct Temperature {
  double value = kAbsent;     ///< by which outputs are divided before the softmax; absent: they are not
  std::uint64_t samples = 0;  ///< of the validation split that it was fitted to; 0: it was not asked for
  double before = kAbsent;    ///< log loss of these samples without it
  double after = kAbsent;     ///< and with it

  /// What outputs are divided by: 1 where there is none.
  double divisor() const;
};

/// Temperature scaling (Guo et al. 2017, "On Calibration of Modern Neural Networks"): the one number by which a model's
/// outputs are divided so that the log loss of held-out samples is the smallest. The loss is convex in its inverse, so
/// that there is one such number.
/// Invariant: samples in the same order give the same to the bit. Threads: one at a time, for all members.
class TemperatureFit {
 public:
  /// What outputs are divided by lies between 1 / kMost and kMost.
  static constexpr double kMost = 100;

  /// Of `samples` that will be added, at most as many are kept as `bytes` hold at 4 bytes a class, evenly spaced.
  TemperatureFit(std::size_t classes, std::uint64_t samples, std::uint64_t bytes);

  /// The outputs of a model for one sample, before any softmax, and its class, which is below their number. Outputs
  /// that are not finite are left out.
  void add(std::span<const float> outputs, std::size_t truth);

  /// Without a value where every sample is predicted right, so that no temperature is too low for them, and where there
  /// are none.
  Temperature fit() const;

 private:
  /// The mean loss at an inverse temperature, and its derivatives by it.
  struct Loss {
    double value = 0;
    double slope = 0;
    double curvature = 0;
  };
  Loss at(double inverse) const;

  std::size_t m_classes;
  std::uint64_t m_stride;
  std::uint64_t m_added = 0;
  bool m_anyWrong = false;
  std::vector<float> m_gaps;  ///< how far each output is above that of the true class, m_classes a sample
};

}  // namespace masu::metrics

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/metrics/figures/temperature.h"

namespace masu::train {

/// Temperature scaling (Guo et al. 2017, "On Calibration of Modern Neural Networks"): the temperature at which the log
/// loss of held-out samples is the smallest. The loss is convex in its inverse, so that there is one.
/// Invariant: samples in the same order give the same to the bit. Threads: one at a time, for all members.
class TemperatureFit {
 public:
  /// Of `samples` that will be added, at most as many are kept as `bytes` hold at 4 bytes a class, and at least one:
  /// one of each block of the same length, drawn by the block's number.
  TemperatureFit(std::size_t classes, std::uint64_t samples, std::uint64_t bytes);
  TemperatureFit(TemperatureFit&&) = default;
  TemperatureFit& operator=(TemperatureFit&&) = default;

  /// The outputs of a model for one sample, before any softmax, and its class, which is below their number. Outputs
  /// that are not finite are left out.
  void add(std::span<const float> outputs, std::size_t truth);

  /// Without a value where no output of any sample is above that of its class, so that none is better than a lower one,
  /// and where no sample is kept.
  metrics::Temperature fit() const;

 private:
  /// The mean loss at an inverse temperature, and its derivatives by it.
  struct Loss {
    double value = 0;
    double slope = 0;
    double curvature = 0;
  };
  Loss at(double inverse) const;
  double lowestInverse() const;

  std::size_t m_classes;
  std::uint64_t m_stride;
  std::uint64_t m_added = 0;
  bool m_anyAbove = false;    ///< some output is above that of the true class
  std::vector<float> m_gaps;  ///< how far each output is above that of the true class, m_classes a sample
};

}  // namespace masu::train

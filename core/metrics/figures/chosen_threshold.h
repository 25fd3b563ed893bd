// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <vector>

namespace masu::metrics {

/// The decision threshold of a model of two classes: the probability of the second class from which on it is predicted,
/// so that its F1 on the validation split is the largest. It is one of the probabilities at the temperature of the
/// model, and holds at no other.
struct ChosenThreshold {
  double probability = 0;
  double f1 = 0;              ///< of the second class, on those samples: with few of them a rough figure
  std::uint64_t samples = 0;  ///< of the validation split that it was chosen on; without outputs that are NaN
  /// What it gives, as RunTested::confusion and of the same samples, those with outputs that are NaN left out: without
  /// a test split these are the samples that it was chosen on, and its figures flatter it.
  std::vector<std::uint64_t> confusion = {};
};

/// Whether a number can be the probability of one: what a file gives is checked so.
inline bool isThreshold(double value) {
  return value >= 0 && value <= 1;
}

}  // namespace masu::metrics

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/tasks/suspects/confident_learning.h"

namespace masu::tasks {

/// Samples that are labelled with one class and are probably of another.
struct NoisePair {
  std::size_t label = 0;
  std::size_t really = 0;
  std::uint64_t suspects = 0;
  double estimated = 0;  ///< how many of all samples with the label are estimated to be really of the other class
};

/// The pairs of classes that have suspects, the one with the largest estimate first. Pure.
std::vector<NoisePair> noisePairs(const LabelErrors& found);

}  // namespace masu::tasks

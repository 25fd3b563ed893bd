// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tasks/suspects/noise_pairs.h"

#include <algorithm>
#include <functional>

namespace masu::tasks {

std::vector<NoisePair> noisePairs(const LabelErrors& found) {
  std::vector<NoisePair> pairs;
  for (std::size_t k = 0; k < found.joint.size(); ++k) {
    const NoisePair pair = {k / found.classes, k % found.classes, found.joint[k], found.estimated[k]};
    if (pair.label != pair.really && pair.suspects > 0) pairs.push_back(pair);
  }
  std::ranges::stable_sort(pairs, std::ranges::greater(), &NoisePair::estimated);
  return pairs;
}

}  // namespace masu::tasks

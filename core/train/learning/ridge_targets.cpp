// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/learning/ridge_targets.h"

#include <cstddef>

namespace masu::train {

std::vector<float> ridgeTargetsOf(const loader::Batch& batch, const DatasetSummary& summary) {
  const auto outputs = static_cast<std::size_t>(summary.outputs);
  const auto samples = static_cast<std::size_t>(batch.samples);
  std::vector<float> wanted(samples * outputs, -1);
  for (std::size_t i = 0; i < samples; ++i) {
    if (!summary.predictsValues() && batch.shares.empty()) {
      wanted[i * outputs + static_cast<std::size_t>(batch.labels[i])] = 1;
      continue;
    }
    for (std::size_t k = 0; k < outputs; ++k) {
      const std::size_t at = i * outputs + k;
      wanted[at] = summary.predictsValues() ? (batch.targets[at] - summary.targetMean[k]) / summary.targetDeviation[k]
                                            : 2 * batch.shares[at] - 1;
    }
  }
  return wanted;
}

std::vector<float> sampleWeightsOf(const loader::Batch& batch) {
  if (batch.weights.empty()) return std::vector<float>(static_cast<std::size_t>(batch.samples), 1);
  return {batch.weights.begin(), batch.weights.end()};
}

}  // namespace masu::train

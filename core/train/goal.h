#pragma once

#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/metrics/run_spec.h"
#include "core/train/data_facts.h"

namespace masu::train {

enum class Loss { crossEntropy, squared, absolute, huber };

/// What a model is to make small.
struct Goal {
  Loss loss = Loss::crossEntropy;
  std::vector<float> classWeights;  ///< what a sample of each class counts; empty: the same
};

/// Reads the spec's `loss` and `classWeights`. Classes take cross-entropy; values squared errors unless told otherwise.
/// Errors: a loss of the other kind of target; weights of another number of classes, or below zero.
Result<Goal> goalFrom(const metrics::RunSpec& spec, const DataFacts& facts);

}  // namespace masu::train

#pragma once

#include "core/loader/batch.h"
#include "core/train/data_facts.h"
#include "core/train/score.h"

namespace at {
class Tensor;
}

namespace masu::train {

/// What a model is to make small: cross-entropy for classes, mean squared error for values, weighted where samples
/// carry weights. Adds the answer to `score`; the loss there is in the target's own units, squared for values, while
/// the tensor returned counts values in deviations of the train split, so that a step does not depend on their unit.
/// Throws what LibTorch throws.
at::Tensor objective(const at::Tensor& output, const loader::Batch& batch, const DataFacts& facts, Score& score);

}  // namespace masu::train

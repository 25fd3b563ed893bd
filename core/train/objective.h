#pragma once

#include "core/loader/batch.h"
#include "core/train/data_facts.h"
#include "core/train/goal.h"
#include "core/train/score.h"

namespace at {
class Tensor;
}

namespace masu::train {

/// What a model is to make small, weighted where samples or classes carry weights. Adds the answer to `score`; the loss
/// there is in the target's own units, squared for mean squared errors and in deviations of the train split for
/// Huber's, while the tensor returned counts values in such deviations, so that a step does not depend on their unit.
/// Huber's turns from squared to linear at one deviation. Throws what LibTorch throws.
at::Tensor objective(const at::Tensor& output, const loader::Batch& batch, const DataFacts& facts, const Goal& goal,
                     Score& score);

}  // namespace masu::train

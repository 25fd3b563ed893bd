// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/loader/batch/batch.h"
#include "core/metrics/run_spec.h"
#include "core/train/data/dataset_summary.h"
#include "core/train/learning/score.h"

namespace at {
class Tensor;
}

namespace masu::train {

enum class Loss { crossEntropy, squared, absolute, huber };

/// What a model is to make small.
struct LossSpec {
  Loss loss = Loss::crossEntropy;
  std::vector<float> classWeights;  ///< what a sample of each class counts; empty: the same
};

/// Reads the spec's `loss` and `classWeights`. Classes take cross-entropy; values squared errors by default.
/// Errors: a loss of the other kind of target; weights of another number of classes, or below zero.
Result<LossSpec> lossSpecFrom(const metrics::RunSpec& spec, const DatasetSummary& summary);

/// The loss of some samples as it is reported: in the target's own units, squared for mean squared errors and in
/// deviations of the train split for Huber's.
struct MeanLoss {
  double mean = 0;
  double weight = 0;  ///< of the samples together: their number where neither they nor their classes carry weights
};

/// What a model is to make small, weighted where samples or classes carry weights. Adds the predictions to `score`, but
/// not the loss, which goes into `reported`; the tensor returned counts values in deviations of the train split, so
/// that a step does not depend on their unit. Huber's turns from squared to linear at one deviation. Throws what
/// LibTorch throws.
at::Tensor objective(const at::Tensor& output, const loader::Batch& batch, const DatasetSummary& summary,
                     const LossSpec& lossSpec, Score& score, MeanLoss& reported);

/// Adds the probabilities that outputs for classes stand for, divided by a temperature and computed in f64 on the
/// processor, to `score`. Of batches that a model is evaluated on: one that it learns from may be mixed, and a step has
/// no time for this.
void scoreProbabilities(const at::Tensor& output, double temperature, const loader::Batch& batch, Score& score);

}  // namespace masu::train

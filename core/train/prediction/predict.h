// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/job.h"
#include "core/metrics/predict_spec.h"

namespace masu::train {

/// Predicts with one or all models of a training run and writes a CSV: of sources a line a record in their order, with
/// its place and, where it is not a sample, the reason instead of a prediction; of a dataset a line a sample.
/// Recordings get a second one with a line each. Columns, words, times and classes are matched by name with what the
/// checkpoint notes, and features normalised by its figures. `spec.split` is of the manifest that the run learned from,
/// as it was then, unless another one is stated. Errors: no such run; samples that cannot be made those that the model
/// takes; another split; those of the files.
Result<metrics::PredictSummary> predict(const metrics::PredictSpec& spec, const JobContext& job);

}  // namespace masu::train

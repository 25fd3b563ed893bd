#pragma once

#include "core/base/job.h"
#include "core/metrics/predict_spec.h"

namespace masu::train {

/// Scores a dataset with a checkpoint of a training run and writes a line a sample: its number, what it is told to be,
/// for classes how likely each is, and what it is where that is known. Features are normalised by the figures that the
/// checkpoint carries; words of categories find their codes there, and words it never saw count as missing.
/// Errors: no such run; samples of another shape or with other categories; those of the files.
Result<metrics::PredictSummary> predict(const metrics::PredictSpec& spec, const JobContext& job);

}  // namespace masu::train

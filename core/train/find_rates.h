#pragma once

#include <vector>

#include "core/metrics/rate_curve.h"
#include "core/train/trainer.h"

namespace masu::train {

/// Takes a hundred steps with each model of the spec, all on the same batches, while the learning rate grows from 1e-6
/// to 10, or until the loss is twice what it was at first. Tells of each step, as of a run of one epoch; writes
/// nothing. Errors: as train().
Result<std::vector<metrics::RateCurve>> findRates(const metrics::RunSpec& spec, const EventSink& sink,
                                                  const JobContext& job);

}  // namespace masu::train

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <stop_token>
#include <vector>

#include "core/estimate/measurement.h"
#include "core/estimate/model_footprint.h"
#include "core/metrics/rate_curve.h"
#include "core/train/run/trainer.h"

namespace masu::train {

/// Begins a run on real batches, a few steps of every model, and reports what that took. Writes nothing.
/// Errors: as train().
Result<estimate::Measurement> measure(const metrics::RunSpec& spec, const std::stop_token& stop);

/// Traces each model of the spec on samples of the dataset's shape and reports what it needs. Reads no values.
Result<std::vector<estimate::ModelFootprint>> trace(const metrics::RunSpec& spec);

/// Takes a hundred steps with each model of the spec, all on the same batches, while the learning rate grows from 1e-6
/// to 10, or until the loss is twice what it was at first. Reports each step, as of a run of one epoch; writes
/// nothing. Errors: as train().
Result<std::vector<metrics::RateCurve>> findRates(const metrics::RunSpec& spec, const EventSink& sink,
                                                  const JobContext& job);

}  // namespace masu::train

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <stop_token>
#include <vector>

#include "core/base/result.h"
#include "core/train/run/model_run.h"

namespace masu::train {

/// Where RunSpec::calibrate is set. Errors: several processes, a label that is a value, no samples for validation.
Result<void> checkCalibration(const metrics::RunSpec& spec, const DatasetSummary& summary, std::uint64_t processes);

/// Fits a temperature to the validation split for every model as it is, in one pass for all, and lets its learner and
/// `modelRuns` have it. Memory: 64 MiB at most, for larger splits by a part of the samples. Returns the processor time
/// of the stream in seconds. Requires: checkCalibration(). Errors: those of the stream; cancelled.
Result<double> fitTemperatures(const metrics::RunSpec& spec, const RunData& data, std::vector<ModelRun>& modelRuns,
                               const std::stop_token& stop);

}  // namespace masu::train

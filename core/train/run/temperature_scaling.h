// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <stop_token>
#include <vector>

#include "core/base/result.h"
#include "core/train/run/model_run.h"

namespace masu::train {

/// Where RunSpec::calibrate is set. Errors: several processes, a label that is a value, no samples for validation.
Result<void> checkCalibration(const metrics::RunSpec& spec, const DatasetSummary& summary, std::uint64_t processes);

/// Gives every model the temperature that fits the validation split, in one pass for all. Memory: 16 MiB at most; of
/// larger splits a part of the samples counts. Returns the processor time of the stream in seconds. Requires:
/// checkCalibration(). Errors: those of the stream; cancelled.
Result<double> fitTemperatures(const metrics::RunSpec& spec, const RunData& data, std::vector<ModelRun>& modelRuns,
                               const std::stop_token& stop);

/// Writes a checkpoint again, with a temperature in its note and all else as it is. Errors: those of readModule() and
/// writeModule().
Result<void> writeTemperature(const std::filesystem::path& checkpoint, double temperature);

}  // namespace masu::train

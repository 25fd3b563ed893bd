// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
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

/// Writes a checkpoint again, with what the validation split gave in its note and all else as it is; where it gave
/// nothing, the file stays. Errors: those of readModule() and writeModule().
Result<void> writeFitted(const std::filesystem::path& checkpoint, std::optional<double> temperature,
                         std::optional<double> threshold);

}  // namespace masu::train

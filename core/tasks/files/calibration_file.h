// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>

#include "core/base/result.h"
#include "core/estimate/calibration.h"

namespace masu::tasks {

/// Where corrections are kept, of every machine that shares the folder: `masu/calibration.json` below XDG_DATA_HOME,
/// else below ~/.local/share.
std::filesystem::path calibrationFile();

/// What was measured on this machine, by model; nothing where nothing was. Errors: the file is there and cannot be
/// used.
Result<std::map<std::string, estimate::Correction>> loadCalibration();

/// Adds to what is kept of this machine, in place of earlier ones of the same models.
Result<void> saveCalibration(const std::map<std::string, estimate::Correction>& added);

/// Forgets all of this machine. Nothing stored is not a failure.
Result<void> clearCalibration();

}  // namespace masu::tasks

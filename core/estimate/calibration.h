// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "core/base/result.h"
#include "core/estimate/ledger.h"
#include "core/estimate/measurement.h"

namespace masu::estimate {

/// A measurement as a factor of its estimate, for later estimates of the same model.
struct Correction {
  double stepFactor = 1;    ///< measured over estimated
  double loaderFactor = 1;  ///< likewise
  Bytes unmodelled;         ///< by how much the measured peak was above the estimate; an estimate is never lowered
};

/// Corrections by model, of one machine each.
struct Calibration {
  std::map<std::string, std::map<std::string, Correction>> machines;

  const std::map<std::string, Correction>* of(const std::string& machine) const;
};

/// One for each model measured. `input` is what was estimated, uncorrected, at the batch that was measured.
std::map<std::string, Correction> correctionsFrom(const LedgerInput& input, const Measurement& measurement);

/// Longer or shorter steps and loading, and memory above the estimate. Steps on another device follow those here. True
/// where some model had a correction.
bool correct(LedgerInput& input, const std::map<std::string, Correction>& corrections);

std::string toJson(const Calibration& calibration);
/// Errors: text that is not a calibration; factors that are not positive.
Result<Calibration> calibrationFromJson(std::string_view json);

}  // namespace masu::estimate

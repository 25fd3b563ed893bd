// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

#include "core/base/result.h"

namespace masu::ingest {

/// The fastest rate that is taken: no recording comes near it, and frames resampled to more could not be counted.
inline constexpr double kMaxRate = 1e9;

/// A sampling rate in frames a second as people write it: "300", "44,100 Hz", "44.1 kHz" or "2 MHz".
/// Errors: it is neither, is not above 0, or is above kMaxRate.
Result<double> rateFrom(std::string_view text);

}  // namespace masu::ingest

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/base/result.h"
#include "core/waveform/recording/recording_source.h"

namespace masu::ingest {

/// What the times of a recording's frames say.
struct SamplingRate {
  double rate = 0;                          ///< frames a second; 0 where the times are uneven
  double usual = 0;                         ///< by the median of the steps, even or not
  std::vector<waveform::Segment> segments;  ///< in order, all frames; one where there is no gap
};

/// Finds the rate that times follow. They are even where each is within half a step of a place that an even rate gives
/// it; a step of less than half the usual or more than one and a half is a gap, after which the steps begin again, and
/// one step in a hundred may be one. A frame with the time of the one before begins the steps again, too, but not
/// another segment. The rate is `asked` (0: none) where that fits, else the mean of the steps, or a
/// whole number of frames a second or a step of two digits that fits as well. Uneven times have a gap where a step is
/// ten times the usual, or goes back. Units: seconds. Requires: finite times.
SamplingRate samplingRateOf(std::span<const double> times, double asked);

/// Frames of even steps, each on the line between the two recorded beside it, and where its segments are.
struct EvenFrames {
  std::vector<double> values;
  std::vector<waveform::Segment> segments;
};

/// Puts a grid of `rate` frames a second over each segment, from its first time to its last. `values`: `width` of them
/// a time. Beside a missing value the line is missing. A time that repeats counts with its last values.
/// Errors: more than `most` values.
Result<EvenFrames> interpolated(std::span<const double> times, std::span<const double> values, std::size_t width,
                                std::span<const waveform::Segment> segments, double rate, std::uint64_t most);

}  // namespace masu::ingest

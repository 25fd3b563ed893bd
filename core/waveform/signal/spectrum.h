// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/base/job.h"
#include "core/base/result.h"

namespace masu::waveform {

/// How strong a signal is at each frequency from 0 to half its rate: mean squares in decibels, so that a full sine of
/// amplitude 1 has −3.01 dB, as its RMS has. What is silent has kSilenceDecibels.
struct Spectrum {
  double step = 0;  ///< from one bin to the next: Hz, or cycles a frame where there is no rate
  std::vector<float> decibels;
};
inline constexpr float kSilenceDecibels = -200;

/// The same over time: columns one after the other, `bins` values each.
struct Spectrogram {
  double step = 0;         ///< from one bin to the next, as in Spectrum
  std::uint64_t hop = 0;   ///< frames from one column to the next
  std::uint64_t span = 0;  ///< frames that a column was made of
  std::size_t bins = 0;
  std::vector<float> decibels;

  std::size_t columns() const { return bins == 0 ? 0 : decibels.size() / bins; }
};

/// Cuts segments of `length` frames, `hop` apart, out of a signal and weighs each with a (periodic) Hann window. A
/// signal shorter than a segment is one, with zeros after it; a rest that fills no segment is left out. Values that
/// are not finite count as 0. Requires: length is even and at least 2; hop > 0.
struct SpectrumShape {
  std::uint64_t length = 512;
  std::uint64_t hop = 128;
};

/// Of one segment, or the mean square over all of them. `rate`: frames a second, or 0. Threads: any.
Spectrum spectrumOf(std::span<const float> values, double rate, const SpectrumShape& shape);

/// Errors: cancelled.
Result<Spectrogram> spectrogramOf(std::span<const float> values, double rate, const SpectrumShape& shape,
                                  const JobContext& job);

/// Segments that overlap by three quarters and give a picture of `frames` frames at most about `columns` columns.
SpectrumShape spectrumShapeFor(std::uint64_t frames, std::size_t columns);

}  // namespace masu::waveform

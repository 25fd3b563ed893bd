// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

#include "core/waveform/recording/recording_source.h"

namespace masu::waveform {

/// Rates go up to 1,000,000, neither is more than 256 times the other, and both are whole numbers of some common part
/// of 1 Hz down to a thousandth (97,656.25 and 12.5 are).
bool canResample(double from, double to);

/// A recording at another rate, through libsamplerate's best band-limited interpolation.
/// Its frames do not depend on the order or size of reads: it is converted in blocks of fixed place, each with enough
/// of its surroundings. Samples are decimals in the units of the source. Frame i is at the time i / rate; each
/// segment is converted by itself, so that nothing sounds over a gap. Errors: not canResample() from its rate to this
/// one.
Result<std::unique_ptr<RecordingSource>> resampled(std::unique_ptr<RecordingSource> source, double rate);

}  // namespace masu::waveform

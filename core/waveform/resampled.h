#pragma once

#include <memory>

#include "core/waveform/recording_source.h"

namespace masu::waveform {

/// A recording at another rate, through libsamplerate's best band-limited interpolation.
/// Its frames do not depend on the order or size of reads: it is converted in blocks of fixed place, each with enough
/// of its surroundings. Samples are decimals in the units of the source. Frame i lies at the time i / rate. Errors: a
/// rate that is not a whole number from 1 to 1,000,000, or more than 256 times the source's or less than a 256th.
Result<std::unique_ptr<RecordingSource>> resampled(std::unique_ptr<RecordingSource> source, double rate);

}  // namespace masu::waveform

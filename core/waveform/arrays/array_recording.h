// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/waveform/arrays/array_axes.h"
#include "core/waveform/arrays/number_array.h"
#include "core/waveform/recording/recording_source.h"

namespace masu::waveform {

/// Channels of an array that are beside each other in a recording.
struct ArrayPart {
  std::shared_ptr<NumberArray> array;  ///< shared with other parts of the same recording
  ArrayAxes axes;
  std::uint64_t firstChannel = 0;
  std::uint64_t channels = 1;
};

/// A recording made of arrays: the channels of the first, then those of the next. `info` has everything but frames and
/// sampleShape. `path` is what messages name.
/// Requires: at least one part, and all of the same frames, in samples of the same shape but for their channels.
std::unique_ptr<RecordingSource> recordingOf(RecordingInfo info, std::vector<ArrayPart> parts, std::string path);

}  // namespace masu::waveform

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "core/waveform/recording/recording_source.h"

namespace masu::waveform {

/// A channel of one of several recordings.
struct ChannelPlace {
  std::size_t part = 0;
  std::size_t channel = 0;
};

/// Recordings of the same time as one, with the channels of all in the order of `places`. Everything else is as
/// in the first recording. Reads go through the parts in blocks, so that memory stays small.
/// Requires: parts of the same rate, frames and segments; each place is of a channel there is.
std::unique_ptr<RecordingSource> joined(std::vector<std::unique_ptr<RecordingSource>> parts,
                                        std::vector<ChannelPlace> places);

}  // namespace masu::waveform

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <memory>
#include <span>

#include "core/io/file.h"
#include "core/waveform/recording/named_file.h"
#include "core/waveform/recording/recording_request.h"
#include "core/waveform/recording/recording_source.h"

namespace masu::waveform {

/// True for the beginning of a BrainVision header (.vhdr).
bool isBrainVision(std::span<const std::byte> head);

/// Opens a BrainVision recording by its header; `open` opens the files that it names. Values are physical, in the
/// units of the header. Markers are its annotations; a gap is where a segment of the header ends, or where a marker
/// "New Segment" is. Messages name header.path(). Cost: the header and the markers. Memory: a buffer, whatever the
/// size. Errors: as for readBrainVisionHeader() and readBrainVisionMarkers(); a file that is not there; more or fewer
/// samples than the header states, or no whole number of frames; no frames; a channel that is not there.
Result<std::unique_ptr<RecordingSource>> openBrainVision(const io::File& header, const RecordingRequest& request,
                                                         const OpenNamed& open);

}  // namespace masu::waveform

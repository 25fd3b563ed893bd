// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

#include "core/io/file.h"
#include "core/waveform/recording/recording_request.h"
#include "core/waveform/recording/recording_source.h"

namespace masu::waveform {

/// Opens a file without a header, as request.raw says. Channels are named c1, c2 …
/// Requires: request.raw. Errors: the file ends inside of a frame or of its header; no frames.
Result<std::unique_ptr<RecordingSource>> openRaw(io::File file, const RecordingRequest& request);

}  // namespace masu::waveform

#pragma once

#include <memory>

#include "core/io/file.h"
#include "core/waveform/npy_header.h"
#include "core/waveform/recording_request.h"
#include "core/waveform/recording_source.h"

namespace masu::waveform {

/// Opens an NPY file: [n] is a channel of n frames, [n, c] c of them where the longer dimension is time, [N, C, T] and
/// [N, C, H, W] are samples. Channels are named c1, c2 … Memory: a buffer, whatever the size.
/// Errors: as readNpyHeader() and openArrays() have them.
Result<std::unique_ptr<RecordingSource>> openNpy(io::File file, const RecordingRequest& request);

}  // namespace masu::waveform

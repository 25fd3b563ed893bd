#pragma once

#include <cstddef>
#include <memory>
#include <span>

#include "core/io/file.h"
#include "core/waveform/npy_header.h"
#include "core/waveform/recording_request.h"
#include "core/waveform/recording_source.h"

namespace masu::waveform {

/// Opens an NPY file: [n] is a channel of n frames, [n, c] c of them where the longer dimension is time, [N, C, T] and
/// [N, C, H, W] are samples. Channels are named c1, c2 … Memory: a buffer, whatever the size.
/// Errors: as readNpyHeader() and openArrays() have them.
Result<std::unique_ptr<RecordingSource>> openNpy(io::File file, const RecordingRequest& request);

/// True where the bytes begin an NPZ file: a ZIP archive whose first member is an NPY file by its name.
bool isNpz(std::span<const std::byte> head);

/// Opens an NPZ file, NumPy's format of several arrays; openArrays() says which are taken and what they become.
/// Memory: an array that is taken is unpacked, into memory up to 64 MiB, else into a scratch file without a name.
/// Errors: no whole ZIP archive, or members that are encrypted or damaged; those of openArrays().
Result<std::unique_ptr<RecordingSource>> openNpz(io::File file, const RecordingRequest& request, bool rows = false);

}  // namespace masu::waveform

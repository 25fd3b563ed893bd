// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include "core/io/file.h"
#include "core/waveform/arrays/linear_array.h"
#include "core/waveform/recording/recording_request.h"
#include "core/waveform/recording/recording_source.h"

namespace masu::waveform {

/// True where the bytes begin an NPY file, NumPy's format of one array.
bool isNpy(std::span<const std::byte> head);

/// As many bytes from the start of a file as its header can take.
inline constexpr std::uint64_t kLongestNpyHeader = 64U << 10U;

/// Where and how the array of an NPY file of version 1, 2 or 3 is. `head` are its first bytes, at least the smaller
/// of `size`, which is the file's, and kLongestNpyHeader. The file may hold more bytes than the array. `name` is what
/// messages call it. Errors: not NPY, or a header that is damaged; elements that are not real numbers of 8 to 64 bits
/// (complex numbers, records, texts, times, Python objects); fewer bytes than the shape promises.
Result<LinearLayout> readNpyHeader(std::span<const std::byte> head, std::uint64_t size, const std::string& name);

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

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "core/io/file.h"
#include "core/waveform/arrays/array_choice.h"
#include "core/waveform/recording/recording_request.h"
#include "core/waveform/recording/recording_source.h"

namespace masu::waveform {

/// True where the bytes begin an HDF5 file. Bytes of somebody's own may come before it, 512 of them in MAT files of
/// version 7.3, so 1024 bytes are enough for nearly all.
bool isHdf5(std::span<const std::byte> head);

/// Opens an HDF5 file that Masu did not write; openArrays() says which datasets are taken and what they become. They
/// are called by their paths, `/g/x`. The library crashes on some damaged files, so all of a small recording and parts
/// of a large one are read in a limited child process first (io::LimitedChild). `rows`: see ArrayList.
/// Errors: not HDF5, damaged; values that are in other files; those of openArrays().
Result<std::unique_ptr<RecordingSource>> openHdf5(io::File file, const RecordingRequest& request, bool rows = false);

/// What datasets such a file holds, by name, whatever they are. Errors: not HDF5, damaged.
Result<std::vector<ListedArray>> hdf5Arrays(io::File file);

/// Opens a MAT file of version 7.3, which is an HDF5 file: variables and fields are called `bearing.gs`.
Result<std::unique_ptr<RecordingSource>> openMat73(io::File file, const RecordingRequest& request, bool rows = false);

}  // namespace masu::waveform

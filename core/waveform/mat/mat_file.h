// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <memory>
#include <span>

#include "core/io/file.h"
#include "core/waveform/recording/recording_request.h"
#include "core/waveform/recording/recording_source.h"

namespace masu::waveform {

/// True where the bytes begin a MAT file, MATLAB's format of variables, of version 4, 5, 7 or 7.3. 128 bytes are
/// enough. Version 4 has no mark, only a header that few other files have by chance: ask formats with marks first.
bool isMat(std::span<const std::byte> head);

/// Opens a MAT file; openArrays() says which variables are taken and what they become. Fields of structs are named
/// `bearing.gs`, those of arrays of structs `runs(2).gs`, members of cells `parts{3}`. Text, complex numbers, sparse
/// matrices, functions and objects are not recordings.
/// Memory: variables that are packed are unpacked, into memory up to 64 MiB, else into a scratch file without a name.
/// Errors: not a MAT file; sizes inside that do not fit into one another or into the file; those of openArrays().
Result<std::unique_ptr<RecordingSource>> openMat(io::File file, const RecordingRequest& request, bool rows = false);

}  // namespace masu::waveform

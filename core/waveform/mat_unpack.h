#pragma once

#include "core/io/file.h"

namespace masu::waveform {

/// A MAT file of version 5 or 7 with its packed variables (those of version 7) unpacked, so that all of it can be
/// read in place: the same file where none is packed, else one in memory up to 64 MiB, or a scratch file without a
/// name. Errors: a variable that is cut short or damaged; one that unpacks to a hundred times its size, as no data
/// does.
Result<io::File> unpackMat(io::File file);

}  // namespace masu::waveform

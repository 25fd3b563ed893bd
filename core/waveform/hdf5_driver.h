#pragma once

#include "core/waveform/hdf5_array.h"

namespace masu::waveform {

/// Lets the HDF5 library read a file that is open already, in memory or unnamed too: the library's own way asks for
/// the real path of any link, /proc/self/fd included, and such files have none.
/// Requires: `file` outlives the identifier; the caller holds io::Hdf5Lock. Errors: no HDF5
/// file, or one that is damaged.
Result<Hdf5Id> openThrough(const io::File& file);

}  // namespace masu::waveform

#pragma once

#include "core/io/file.h"

namespace masu::store {

/// Looks at the first bytes of a file before the HDF5 library does: is it a dataset's, and is all of it there?
/// Returns the file's size. Errors: not HDF5, not as Masu writes it, cut short; one sentence each.
Result<std::uint64_t> checkSuperblock(const io::File& file);

}  // namespace masu::store

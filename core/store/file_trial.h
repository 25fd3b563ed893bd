#pragma once

#include <filesystem>
#include <functional>

#include "core/base/result.h"

namespace masu::store {

/// Reads a file in a process of its own first, unless a splits file beside it tells that Masu wrote it: otherwise it
/// may be anybody's, and the HDF5 library crashes on some damaged ones. `read` may hold hdf5::Lock and nothing else.
/// Errors: those of `read`; damaged, where it crashed or took far more than telling of a dataset does.
Result<void> tryFile(const std::filesystem::path& path, const std::function<Result<void>()>& read);

}  // namespace masu::store

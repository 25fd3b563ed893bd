// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <functional>
#include <span>
#include <stop_token>
#include <string_view>

#include "core/base/result.h"

namespace masu::store {

/// How one of them is read.
using ReadFile = std::function<Result<void>(const std::filesystem::path&)>;

/// Reads files in a separate process first: they may come from anywhere, and the HDF5 library crashes on some damaged
/// ones. Skipped for files that this process wrote, or has tried for the same `purpose`, and that did not change since.
/// `read` is called with each of the files; it may hold hdf5::Lock and nothing else. Threads: any. Errors: those of
/// `read`; damaged, where it crashed or took far more than opening a dataset does; cancelled.
Result<void> readSandboxed(std::span<const std::filesystem::path> files, std::string_view purpose,
                           const ReadFile& read, const std::stop_token& stop = {});

/// This process wrote the file just now, to its end. Threads: any.
void trustFile(const std::filesystem::path& file);

}  // namespace masu::store

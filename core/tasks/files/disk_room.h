// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>

namespace masu::tasks {

/// Free bytes of the file system that would hold a file or folder, of which the nearest folder that exists is asked;
/// an empty path is the current folder. The largest number where the system does not say. Looks at the disk for a
/// moment.
std::uint64_t freeBytesAt(const std::filesystem::path& place);

/// Whether `bytes` are certain not to fit: they are a tenth more than is free, since sizes are estimates, and a disk
/// that fills up all the same stops the work then.
bool isTooLarge(std::uint64_t bytes, std::uint64_t freeBytes);

}  // namespace masu::tasks

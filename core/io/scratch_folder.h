// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>

namespace masu::io {

/// Where files go that nobody is to find: what useScratchFolder() named, else TMPDIR, else /var/tmp, which is on a disk
/// where /tmp may be memory. Threads: any.
std::filesystem::path scratchFolder();
/// Names another folder for the whole process; empty: none. Threads: any.
void useScratchFolder(std::filesystem::path folder);

}  // namespace masu::io

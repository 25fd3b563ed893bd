// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <limits>
#include <span>

#include "core/base/result.h"
#include "core/io/file.h"

namespace masu::io {

/// What is unpacked is in memory up to here where nobody says less, beyond it in the scratch folder.
inline constexpr std::uint64_t kMostInMemory = std::uint64_t{64} << 20;

/// A file that no folder lists, with room for `bytes`: in memory up to `mostInMemory`. path() and messages have `name`.
Result<File> createScratch(const std::filesystem::path& name, std::uint64_t bytes,
                           std::uint64_t mostInMemory = kMostInMemory);

/// Fills the front of its argument; the number of bytes, 0 at the end.
using ReadSome = std::function<Result<std::size_t>(std::span<std::byte>)>;

/// Such a file with everything that `read` gives. `expected`: how much that is, where it is known.
/// Errors: those of `read`; more than `most` bytes; a scratch folder without the room, as ScratchRoom finds.
Result<File> unpackAll(const std::filesystem::path& name, const ReadSome& read, std::uint64_t expected = 0,
                       std::uint64_t most = std::numeric_limits<std::uint64_t>::max(),
                       std::uint64_t mostInMemory = kMostInMemory);

}  // namespace masu::io

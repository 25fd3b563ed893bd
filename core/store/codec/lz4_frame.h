// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <span>

namespace masu::store {

/// Chunks as HDF5's registered LZ4 filter (32004) stores them: their size in 8 bytes and that of a block in 4, then
/// each block after its stored size in 4 bytes; numbers begin with the highest byte. A block as long as its content is
/// that content.

/// The bytes written; 0 where `out` has no room for them.
std::size_t compressLz4(std::span<const std::byte> chunk, std::span<std::byte> out);
/// False where the stored bytes are not a chunk of out.size() bytes. Takes no memory.
bool decompressLz4(std::span<const std::byte> stored, std::span<std::byte> out);

}  // namespace masu::store

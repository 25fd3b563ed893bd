// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <span>

namespace masu::store {

/// What HDF5's shuffle filter does: byte k of every element side by side, for each k. Equal bytes then are together,
/// which compresses well. Cost: as fast as memory for elements of 2, 4 and 8 bytes on x86-64.
/// Requires: `in` and `out` hold the same whole number of elements and do not overlap.
void shuffleBytes(std::span<const std::byte> in, std::size_t elementBytes, std::span<std::byte> out);
void unshuffleBytes(std::span<const std::byte> in, std::size_t elementBytes, std::span<std::byte> out);

/// Moves as many of the first elements as its registers take whole, and returns how many; the rest is for the caller.
/// All do the same to what they do. Requirements are those of shuffleBytes(). Threads: any.
using ByteMover = std::size_t (*)(std::span<const std::byte> in, std::span<std::byte> out);

/// Movers for elements of 2, 4 and 8 bytes.
struct ShuffleKernel {
  ByteMover shuffle[3];
  ByteMover unshuffle[3];
};

/// Null where this processor has none of it.
const ShuffleKernel* sse2ShuffleKernel();
const ShuffleKernel* avx2ShuffleKernel();

}  // namespace masu::store

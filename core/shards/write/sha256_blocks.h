// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace masu::shards {

/// What SHA-256 carries from block to block.
using Sha256Words = std::array<std::uint32_t, 8>;
inline constexpr std::size_t kSha256Block = 64;
inline constexpr Sha256Words kSha256Begin = {0x6A09E667, 0xBB67AE85, 0x3C6EF372, 0xA54FF53A,
                                             0x510E527F, 0x9B05688C, 0x1F83D9AB, 0x5BE0CD19};

/// Whether the processor has the instructions that the functions below are made of.
bool hasSha256Blocks();

/// Takes `blocks` whole blocks in. Requires: hasSha256Blocks().
void addSha256Blocks(Sha256Words& words, const std::byte* bytes, std::size_t blocks);

/// The same for two streams side by side. Each instruction waits for the one before it in its own stream: the second
/// stream fills that time. Cost: a tenth more than of one.
void addSha256Blocks(Sha256Words& words, const std::byte* bytes, Sha256Words& otherWords, const std::byte* otherBytes,
                     std::size_t blocks);

}  // namespace masu::shards

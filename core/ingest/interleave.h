#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace masu::ingest {

/// Channels one after the other, of `frames` values each, become frames one after the other.
/// Requires: both hold channels × frames values of `width` bytes.
void interleave(std::span<const std::byte> channels, std::uint64_t frames, std::size_t width, std::span<std::byte> out);

}  // namespace masu::ingest

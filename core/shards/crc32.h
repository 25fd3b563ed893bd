#pragma once

#include <cstdint>
#include <span>

#include <isa-l/crc.h>

namespace masu::shards {

/// The CRC-32 of ZIP over `bytes`, going on behind what has the sum `before` (0: nothing).
inline std::uint32_t crc32(std::uint32_t before, std::span<const std::byte> bytes) {
  return crc32_gzip_refl(before, reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size());
}

}  // namespace masu::shards

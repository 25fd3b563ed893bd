// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace masu {

/// The CRC-32 of ZIP over `bytes`, going on after what has the sum `before` (0: nothing).
std::uint32_t crc32(std::uint32_t before, std::span<const std::byte> bytes);

/// CRC-32C, with another polynomial.
std::uint32_t crc32c(std::span<const std::byte> bytes);

}  // namespace masu

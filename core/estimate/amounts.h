// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>

#include "core/base/units.h"

namespace masu::estimate {

/// Sums and products that stop at the largest value instead of wrapping: a bound must never come out small.
std::uint64_t sum(std::uint64_t a, std::uint64_t b);
std::uint64_t product(std::uint64_t a, std::uint64_t b);

/// Three digits and a unit, the same in every language: "25.6 M", "4,096"; "102 MB".
std::string countText(std::uint64_t count);
std::string bytesText(Bytes bytes);

}  // namespace masu::estimate

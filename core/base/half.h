// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace masu {

/// IEEE 754 binary16 as a bit pattern, rounded to nearest even. NaN stays NaN, overflow becomes infinity.
std::uint16_t halfFromFloat(float value);
std::uint16_t halfFromDouble(double value);
float floatFromHalf(std::uint16_t bits);

}  // namespace masu

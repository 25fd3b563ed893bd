// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>

namespace masu::table {

/// Room that each of the functions below wants before it, since they store whole words.
inline constexpr std::size_t kDecimalRoom = 48;

/// The same text as std::to_chars(value); they return its end. Requires: kDecimalRoom bytes at `to`.
/// Cost: half of the library's instructions, and a third of its mispredicted branches.
char* writeWhole(char* to, std::int64_t value);
char* writeShortest(char* to, float value);
char* writeShortest(char* to, double value);

/// The fewest digits that read back as the same half, as std::to_chars writes so many of them (%g).
/// Requires: a value that a half holds.
char* writeHalf(char* to, double value);

}  // namespace masu::table

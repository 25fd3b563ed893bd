// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string_view>

namespace masu::csv {

/// A whole number as its sign and its digits: doubles do not distinguish those beyond 2^53.
struct Whole {
  std::uint64_t magnitude = 0;
  bool negative = false;
  bool wider = false;  ///< beyond 64 bits: `magnitude` says nothing
};

/// Up to here every whole number is a double.
inline constexpr double kWholeDoubles = 0x1p53;

/// Reads "12", "-12", "+12" or "12.00" exactly; false for every other text.
bool parseWhole(std::string_view text, char decimal, Whole& whole);

/// Whether it is a number of i64 other than the lowest, which stands for a missing one.
bool holdsWhole(const Whole& whole);
/// Whether it is that lowest one.
bool isMissingMark(const Whole& whole);
/// Its number. Requires: holdsWhole().
std::int64_t numberOf(const Whole& whole);

/// |whole − stored|, exact where `stored` is near; infinite for what is wider than 64 bits.
double roundingOf(const Whole& whole, double stored);

}  // namespace masu::csv

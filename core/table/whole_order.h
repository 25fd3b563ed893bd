// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string_view>

namespace masu::table {

/// The order of a whole number of 64 bits and a decimal number, by their digits, which doubles may not distinguish:
/// 9007199254740993 is above 9007199254740992.5. Negative, 0 or positive as the first is below, at or above the second;
/// nothing where the first is not such a number or the second is not written as digits, with a point and an exponent or
/// without. Threads: any.
std::optional<int> orderOfWhole(std::string_view whole, std::string_view decimal);

}  // namespace masu::table

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace masu::table {

/// A unit in its plainest spelling: with u for micro.
std::string plainUnit(std::string_view unit);
/// Whether two texts name one unit. "uV" is also written with one of the two letters µ of Unicode.
bool isSameUnit(std::string_view one, std::string_view other);

}  // namespace masu::table

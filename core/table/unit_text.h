// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

namespace masu::table {

/// Whether two texts name one unit. "uV" is also written with one of the two letters µ of Unicode.
bool isSameUnit(std::string_view one, std::string_view other);

}  // namespace masu::table

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

namespace masu::table {

/// Round positions for grid lines inside [low, high]: steps of 1, 2 or 5 times a power of ten, at most `limit` of them,
/// in ascending order. Empty where the range is. Threads: any.
std::vector<double> roundTicks(double low, double high, int limit);

}  // namespace masu::table

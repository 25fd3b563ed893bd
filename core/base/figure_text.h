// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>

namespace masu {

/// How the command line and reports write figures, the same in every language. Threads: any.

/// "4.49 GB", "512 B": decimal units, three significant figures.
std::string bytesText(double bytes);
/// "97,620,000".
std::string countText(std::uint64_t count);
/// "1 min 19 s", "0.24 s", "1.7 ms".
std::string durationText(double seconds);
/// A figure with up to `digits` significant ones and no trailing zeros; "–" when absent.
std::string figureText(double value, int digits = 6);

}  // namespace masu

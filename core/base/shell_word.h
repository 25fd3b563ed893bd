// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace masu {

/// Text between single quotes of a POSIX shell, which takes it for one word whatever it holds.
std::string shellQuoted(std::string_view text);

/// The same, without quotes where the text needs none: letters, digits and _./,:%+- of ASCII alone.
std::string shellWord(std::string_view text);

}  // namespace masu

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace masu {

enum class LineEnds { kept, shown };

/// Text from anywhere, fit for a terminal or a window: controls by their pictures (U+2400 …), those above U+007F,
/// signs that turn the direction of writing and bytes that are not UTF-8 as U+FFFD. Line ends stay, or are shown like
/// other controls.
std::string shownText(std::string_view text, LineEnds lineEnds);
/// The same of JSON, which stays what it says: such characters become its escapes.
std::string shownJson(std::string_view json);

}  // namespace masu

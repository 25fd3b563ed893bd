// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace masu::csv {

/// The encoding of a file by its first bytes, as iconv names it: a byte order mark, the NUL bytes of UTF-16, UTF-8 that
/// is well-formed but for a few bytes; then what the library uchardet says, where the text that it would be is words of
/// that script (Chinese, Japanese, Korean, Cyrillic, Greek, Hebrew, Arabic, Thai), or letters of Central Europe, the
/// Baltic states or Turkey are many; a few characters that may be Japanese are; for the rest windows-1252 where nearly
/// all bytes from 80 to 9F are characters there, else ISO-8859-1. `complete`: these are all its bytes. Threads: any.
std::string guessEncoding(std::string_view sample, bool complete);

}  // namespace masu::csv

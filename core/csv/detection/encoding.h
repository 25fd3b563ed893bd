// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "core/base/result.h"

namespace masu::csv {

/// True where the bytes are well-formed UTF-8 (no surrogates, no overlong forms).
bool isUtf8(std::string_view text);

/// How many bytes of a UTF-8 byte order mark the text begins with: 0 or 3.
std::size_t byteOrderMark(std::string_view text);

/// How many bytes at the front are well-formed UTF-8.
std::size_t wellFormedPrefix(std::string_view text);

/// True where characters of several bytes are well-formed UTF-8 but for a few: the text is UTF-8, with faults. ASCII is
/// not called so.
bool isMostlyUtf8(std::string_view text);

/// "UTF-16LE" or "UTF-16BE" for text in it without a mark: mostly ASCII, or lines of other letters; else nothing.
std::string unmarkedUtf16(std::string_view text);

/// The line of the first byte that is not UTF-8, counted from 1; 0: all of the text is.
std::uint64_t firstForeignLine(std::string_view text);

/// That a text is not UTF-8, with the line of the first bad byte. `encoding`: what it was read as.
Error notWellFormed(std::string_view text, const std::string& encoding, const std::string& file,
                    std::uint64_t firstLine);

/// What becomes of a few bad bytes among much that is UTF-8: the file is refused, or its reader rejects their records.
enum class BadBytes { refused, rejected };

/// Makes sure that the beginning of a file, as UTF-8 already, is text. A character cut by the sample's end is not an
/// error. `encoding`: what it was read as. Errors: bytes that mean nothing in the encoding; binary content.
Result<void> checkEncoding(std::string_view sample, const std::string& encoding, const std::string& file,
                           BadBytes badBytes = BadBytes::refused);

}  // namespace masu::csv

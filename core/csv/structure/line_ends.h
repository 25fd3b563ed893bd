// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace masu::csv {

constexpr bool isLineEnd(char c) {
  return c == '\n' || c == '\r';
}

/// True where a line ends at byte `i`: at a LF or a CR, and of a CRLF at its CR. Requires: i < text.size().
inline bool endsLine(std::string_view text, std::size_t i) {
  return text[i] == '\r' || (text[i] == '\n' && (i == 0 || text[i - 1] != '\r'));
}

/// How many lines end in [first, last) of a text. Requires: first <= last <= text.size().
inline std::uint64_t lineEndsBetween(std::string_view text, std::size_t first, std::size_t last) {
  std::uint64_t lines = 0;
  for (std::size_t i = first; i < last; ++i) lines += endsLine(text, i) ? 1 : 0;
  return lines;
}

inline std::uint64_t lineEndsIn(std::string_view text) {
  return lineEndsBetween(text, 0, text.size());
}

/// Where the line after the one at `at` begins; the text's size for the last one.
inline std::size_t afterLine(std::string_view text, std::size_t at) {
  const std::size_t end = text.find_first_of("\r\n", at);
  if (end == std::string_view::npos) return text.size();
  return end + (text.substr(end).starts_with("\r\n") ? 2 : 1);
}

}  // namespace masu::csv

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/shell_word.h"

#include <algorithm>

#include "core/base/ascii.h"

namespace masu {

std::string shellQuoted(std::string_view text) {
  std::string word = "'";
  for (const char c : text) word += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return word + "'";
}

std::string shellWord(std::string_view text) {
  constexpr std::string_view kPlain = "_./,:%+-";
  const auto isPlain = [&](char c) { return isLetter(c) || isDigit(c) || kPlain.find(c) != kPlain.npos; };
  return !text.empty() && std::ranges::all_of(text, isPlain) ? std::string(text) : shellQuoted(text);
}

}  // namespace masu

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/shown_text.h"

#include <array>
#include <cstdio>
#include <optional>

namespace masu {

namespace {

constexpr const char* kReplacement = "\xEF\xBF\xBD";

/// A code point of UTF-8 and how many bytes it takes; none where the bytes are not UTF-8, which counts as one byte.
struct CodePoint {
  std::optional<char32_t> value;
  std::size_t bytes = 1;
};

CodePoint codePointAt(std::string_view text) {
  const auto first = static_cast<unsigned char>(text.front());
  if (first < 0x80) return {first, 1};
  const std::size_t bytes = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
  constexpr std::array<char32_t, 5> kLeast = {0, 0, 0x80, 0x800, 0x10000};
  if (first < 0xC2 || first > 0xF4 || text.size() < bytes) return {};
  char32_t value = first & (0x7FU >> bytes);
  for (std::size_t i = 1; i < bytes; ++i) {
    const auto next = static_cast<unsigned char>(text[i]);
    if ((next & 0xC0) != 0x80) return {};
    value = (value << 6U) | (next & 0x3FU);
  }
  const bool surrogate = value >= 0xD800 && value <= 0xDFFF;
  if (value < kLeast[bytes] || value > 0x10FFFF || surrogate) return {};
  return {value, bytes};
}

/// Whether a program may take a character for a command, or write what follows in another direction or place.
bool commands(char32_t c) {
  const bool control = c < 0x20 || (c >= 0x7F && c <= 0x9F);
  const bool lineEnd = c == 0x2028 || c == 0x2029;
  const bool direction =
      c == 0x061C || c == 0x200E || c == 0x200F || (c >= 0x202A && c <= 0x202E) || (c >= 0x2066 && c <= 0x2069);
  return control || lineEnd || direction;
}

/// U+2400 and so on for a control of ASCII, whose picture of DEL comes after that of the blank.
std::string pictureOf(char32_t c) {
  if (c > 0x7F) return kReplacement;
  return std::string("\xE2\x90") + static_cast<char>(0x80 + (c == 0x7F ? 0x21 : c));
}

}  // namespace

std::string shownText(std::string_view text, LineEnds lineEnds) {
  std::string shown;
  shown.reserve(text.size());
  while (!text.empty()) {
    const CodePoint at = codePointAt(text);
    const bool stays = lineEnds == LineEnds::kept && (at.value == U'\n' || at.value == U'\t');
    if (!at.value) {
      shown += kReplacement;
    } else if (stays || !commands(*at.value)) {
      shown += text.substr(0, at.bytes);
    } else {
      shown += pictureOf(*at.value);
    }
    text.remove_prefix(at.bytes);
  }
  return shown;
}

std::string shownJson(std::string_view json) {
  std::string shown;
  shown.reserve(json.size());
  while (!json.empty()) {
    const CodePoint at = codePointAt(json);
    // nlohmann's writer has escaped those of ASCII; what is left of them are its own line ends.
    if (at.value.value_or(0) > 0x7E && commands(*at.value)) {
      std::array<char, 12> escape{};
      std::snprintf(escape.data(), escape.size(), "\\u%04x", static_cast<unsigned>(*at.value));
      shown += escape.data();
    } else {
      shown += json.substr(0, at.bytes);
    }
    json.remove_prefix(at.bytes);
  }
  return shown;
}

}  // namespace masu

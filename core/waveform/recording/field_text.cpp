// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/waveform/recording/field_text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include <iconv.h>

namespace masu::waveform {
namespace {

unsigned char byteOf(char c) {
  return static_cast<unsigned char>(c);
}

/// Nothing where the bytes mean nothing in the encoding.
std::optional<std::string> decoded(std::string_view bytes, const char* encoding) {
  const iconv_t handle = iconv_open("UTF-8", encoding);
  if (handle == reinterpret_cast<iconv_t>(-1)) return std::nullopt;
  std::string text(bytes.size() * 4, '\0');  // no character of these encodings grows more
  char* in = const_cast<char*>(bytes.data());
  std::size_t inLeft = bytes.size();
  char* out = text.data();
  std::size_t outLeft = text.size();
  const bool read = iconv(handle, &in, &inLeft, &out, &outLeft) != static_cast<std::size_t>(-1) && inLeft == 0;
  iconv_close(handle);
  text.resize(text.size() - outLeft);
  return read ? std::optional(std::move(text)) : std::nullopt;
}

/// Shift_JIS begins its characters with bytes that are controls in ISO-8859-1, and no sane text holds.
bool mayBeShiftJis(std::string_view bytes) {
  return std::ranges::any_of(bytes, [](char c) { return byteOf(c) >= 0x81 && byteOf(c) <= 0x9F; });
}

/// Whether bytes would be numbers after U+10FFFF, the last one of a character, which iconv reads all the same.
bool isBeyondUnicode(std::string_view bytes) {
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    const unsigned char lead = byteOf(bytes[i]);
    if (lead > 0xF4 || (lead == 0xF4 && i + 1 < bytes.size() && byteOf(bytes[i + 1]) > 0x8F)) return true;
  }
  return false;
}

}  // namespace

std::string_view trimmedField(std::string_view field) {
  field = field.substr(0, field.find('\0'));
  const std::size_t first = field.find_first_not_of(' ');
  if (first == std::string_view::npos) return {};
  return field.substr(first, field.find_last_not_of(' ') + 1 - first);
}

std::optional<double> decimalFrom(std::string_view text) {
  constexpr std::size_t kLongest = 64;
  if (text.starts_with('+') && !text.starts_with("+-")) text.remove_prefix(1);
  if (text.empty() || text.size() > kLongest) return std::nullopt;
  std::array<char, kLongest> spelled{};
  std::ranges::replace_copy(text, spelled.begin(), ',', '.');
  double value = 0;
  const char* const last = spelled.data() + text.size();
  const auto [end, failure] = std::from_chars(spelled.data(), last, value);
  if (failure != std::errc{} || end != last || !std::isfinite(value)) return std::nullopt;
  return value;
}

std::string utf8From(std::string_view bytes) {
  std::string text(bytes);
  if (std::ranges::any_of(bytes, [](char c) { return byteOf(c) >= 0x80; })) {
    auto read = isBeyondUnicode(bytes) ? std::nullopt : decoded(bytes, "UTF-8");
    if (!read && mayBeShiftJis(bytes)) read = decoded(bytes, "CP932");
    if (!read) read = decoded(bytes, "ISO-8859-1");
    if (read) text = std::move(*read);
  }
  std::ranges::replace_if(
      text, [](char c) { return byteOf(c) < 0x20 || c == 0x7F; }, ' ');
  return text;
}

}  // namespace masu::waveform

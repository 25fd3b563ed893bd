// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/csv/detection/encoding.h"

#include <algorithm>
#include <cstdint>
#include <cstring>

#include "core/csv/detection/transcoder.h"

namespace masu::csv {

namespace {

/// Bytes of the well-formed character at the front of a text; 0: there is none.
std::size_t characterLength(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char lead = byte(0);
  if (lead < 0x80) return 1;
  const std::size_t length = lead >= 0xC2 && lead <= 0xDF   ? 2
                             : (lead & 0xF0) == 0xE0        ? 3
                             : lead >= 0xF0 && lead <= 0xF4 ? 4
                                                            : 0;
  if (length == 0 || text.size() < length) return 0;
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xC0) != 0x80) return 0;
  }
  const bool overlong = (lead == 0xE0 && byte(1) < 0xA0) || (lead == 0xF0 && byte(1) < 0x90);
  const bool beyond = (lead == 0xED && byte(1) > 0x9F) || (lead == 0xF4 && byte(1) > 0x8F);
  return overlong || beyond ? 0 : length;
}

/// A control code that tables do not have. Old systems separate fields by the characters that ASCII has for it, or by
/// its first.
bool isForeignControl(char c) {
  const auto byte = static_cast<unsigned char>(c);
  const bool separator = c == '\x01' || (byte >= 0x1C && byte <= 0x1F);
  return (byte < 0x20 && c != '\0' && c != '\t' && c != '\n' && c != '\r' && c != '\f' && !separator) || byte == 0x7F;
}

/// A NUL here and there is what some programs pad their cells with; numbers in binary are full of them.
bool looksBinary(std::string_view text) {
  const auto controls = static_cast<std::size_t>(std::count_if(text.begin(), text.end(), isForeignControl));
  const auto nuls = static_cast<std::size_t>(std::count(text.begin(), text.end(), '\0'));
  return controls * 100 > text.size() || nuls * 4 > text.size();
}

}  // namespace

std::size_t wellFormedPrefix(std::string_view text) {
  constexpr std::uint64_t kHighBits = 0x8080808080808080;
  std::size_t at = 0;
  while (at < text.size()) {
    std::uint64_t eight = kHighBits;
    if (text.size() - at >= sizeof eight) std::memcpy(&eight, text.data() + at, sizeof eight);
    if ((eight & kHighBits) == 0) {
      at += sizeof eight;
      continue;
    }
    const std::size_t length = characterLength(text.substr(at));
    if (length == 0) break;
    at += length;
  }
  return at;
}

bool isMostlyUtf8(std::string_view text) {
  // Text of an older encoding holds pairs that are well-formed by chance, among far more that are not.
  constexpr std::size_t kClearly = 8;
  constexpr std::size_t kLongestCharacter = 4;
  std::size_t good = 0;
  std::size_t bad = 0;
  for (std::size_t at = 0; at < text.size();) {
    const auto byte = static_cast<unsigned char>(text[at]);
    const std::size_t length = byte < 0x80 ? 1 : characterLength(text.substr(at));
    if (length == 0 && at + kLongestCharacter > text.size()) break;
    if (byte >= 0x80) ++(length == 0 ? bad : good);
    at += std::max<std::size_t>(length, 1);
  }
  return good > kClearly * bad;
}

namespace {

/// Whether bytes are whole lines of UTF-16, or the front of such: pairs of surrogates, and no control codes. Cells of
/// other encodings that are padded with NULs are not: without the NULs they are ASCII or UTF-8, and their NULs are
/// beside delimiters and line ends, not beside letters and digits. `oneSided`: the NULs are those of one byte order.
bool isUtf16Text(std::string_view text, bool little, bool oneSided) {
  constexpr std::size_t kOften = 8;
  if (isMostlyUtf8(text)) return false;
  const auto isForeign = [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte >= 0x80 || (byte < 0x20 && byte != 0 && byte != '\t' && byte != '\n' && byte != '\r');
  };
  const auto foreign = static_cast<std::size_t>(std::ranges::count_if(text, isForeign));
  std::size_t plain = 0;  // letters and digits of ASCII
  bool lines = false;
  bool paired = false;  // the unit before begins a pair
  for (std::size_t at = 0; at + 1 < text.size(); at += 2) {
    const auto first = static_cast<unsigned char>(text[at]);
    const auto second = static_cast<unsigned char>(text[at + 1]);
    const unsigned unit = little ? second * 256U + first : first * 256U + second;
    const bool ends = unit >= 0xDC00 && unit <= 0xDFFF;
    const bool control = unit < 0x20 && unit != '\t' && unit != '\n' && unit != '\r';
    if (ends != paired || control || unit >= 0xFFFE) return false;
    paired = unit >= 0xD800 && unit <= 0xDBFF;
    lines = lines || unit == '\n' || unit == '\r';
    const unsigned letter = unit | 0x20U;
    plain += (unit >= '0' && unit <= '9') || (letter >= 'a' && letter <= 'z') ? 1 : 0;
  }
  return lines && (2 * kOften * plain >= text.size() || (oneSided && kOften * foreign >= text.size()));
}

}  // namespace

/// Of ASCII each character has a NUL, in the same one of its two bytes. Text in other letters has them in its
/// delimiters, digits and line ends, and a letter such as U+0100 or U+4E00 has one in its other byte.
std::string unmarkedUtf16(std::string_view text) {
  constexpr std::size_t kClearly = 8;
  constexpr std::size_t kShortest = 8;
  if (text.size() < kShortest || text.find('\0') == std::string_view::npos) return {};
  std::size_t even = 0;
  std::size_t odd = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\0') ++(i % 2 == 0 ? even : odd);
  }
  const auto nameOf = [](bool little) { return little ? "UTF-16LE" : "UTF-16BE"; };
  const bool oneSided = std::max(even, odd) > kClearly * std::min(even, odd);
  const bool little = odd > even;
  if (oneSided && std::max(even, odd) > text.size() / 3) return nameOf(little);
  for (const bool order : {little, !little}) {
    if (isUtf16Text(text, order, oneSided && order == little)) return nameOf(order);
  }
  return {};
}

bool isUtf8(std::string_view text) {
  const auto high =
      std::find_if(text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) >= 0x80; });
  if (high == text.end()) return true;
  const std::string_view rest = text.substr(static_cast<std::size_t>(high - text.begin()));
  return wellFormedPrefix(rest) == rest.size();
}

std::size_t byteOrderMark(std::string_view text) {
  return text.starts_with("\xEF\xBB\xBF") ? 3 : 0;
}

std::uint64_t firstForeignLine(std::string_view text) {
  const std::string_view good = text.substr(0, wellFormedPrefix(text));
  // Lines of old systems end in CR alone.
  const auto lines = std::max(std::ranges::count(good, '\n'), std::ranges::count(good, '\r'));
  return good.size() == text.size() ? 0 : 1 + static_cast<std::uint64_t>(lines);
}

Error notWellFormed(std::string_view text, const std::string& encoding, const std::string& file,
                    std::uint64_t firstLine) {
  const std::string_view good = text.substr(0, wellFormedPrefix(text));
  const std::uint64_t line = firstLine + static_cast<std::uint64_t>(std::count(good.begin(), good.end(), '\n'));
  return {Errc::unsupported,
          MASU_TEXT("core",
                    "{0} is not {1} text (line {2}). Name its encoding where it is imported, or convert it to "
                    "UTF-8."),
          {file, encoding.empty() ? std::string("UTF-8") : encoding, std::to_string(line)},
          {file, line, 0}};
}

namespace {

constexpr std::size_t kLongestCharacter = 4;

/// What a file holds instead of a table: text with controls in it, or something else.
Error notATable(std::string_view sample, const std::string& file) {
  const bool isText =
      sample.find('\0') == std::string_view::npos && wellFormedPrefix(sample) + kLongestCharacter > sample.size();
  if (!isText)
    return {Errc::format, MASU_TEXT("core", "{0} holds binary data, not a text table."), {file}, {file, 0, 0}};
  constexpr std::string_view kDigits = "0123456789ABCDEF";
  const auto control = std::ranges::find_if(sample, isForeignControl);
  const auto byte = static_cast<unsigned char>(*control);
  const auto line = 1 + static_cast<std::uint64_t>(std::count(sample.begin(), control, '\n'));
  return {Errc::format,
          MASU_TEXT("core",
                    "{0} is text with control characters, which no table holds so often: the first is 0x{1} in line "
                    "{2}. Remove or replace them."),
          {file, std::string{kDigits[byte / 16], kDigits[byte % 16]}, std::to_string(line)},
          {file, line, 0}};
}

}  // namespace

Result<void> checkEncoding(std::string_view sample, const std::string& encoding, const std::string& file,
                           BadBytes badBytes) {
  if (looksBinary(sample)) return fail(notATable(sample, file));
  const std::size_t good = wellFormedPrefix(sample);
  if (good + kLongestCharacter > sample.size()) return {};
  if (badBytes == BadBytes::rejected && isUtf8Name(encoding) && isMostlyUtf8(sample)) return {};
  return fail(notWellFormed(sample, encoding, file, 1));
}

}  // namespace masu::csv

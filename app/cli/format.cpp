#include "app/cli/format.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <optional>

namespace masu::cli {

namespace {

constexpr const char* kReplacement = "\xEF\xBF\xBD";

std::string printed(const char* format, int precision, double value) {
  std::array<char, 64> text{};
  std::snprintf(text.data(), text.size(), format, precision, value);
  return text.data();
}

/// Columns a terminal shows a UTF-8 text in, as far as counting code points tells.
std::size_t width(const std::string& text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

/// A cell in one line; long text is cut.
std::string cellText(const std::string& text) {
  constexpr std::size_t kWidest = 100;
  std::string shown = shownText(text, LineEnds::shown);
  std::size_t columns = 0;
  for (std::size_t i = 0; i < shown.size(); ++i) {
    if ((static_cast<unsigned char>(shown[i]) & 0xC0) != 0x80 && columns++ == kWidest) return shown.substr(0, i) + "…";
  }
  return shown;
}

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

/// Whether a terminal may take a character for a command, or write what follows in another direction or place.
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

std::string bytesText(double bytes) {
  constexpr std::array kUnits = {"B", "kB", "MB", "GB", "TB", "PB"};
  std::size_t unit = 0;
  while (bytes >= 999.5 && unit + 1 < kUnits.size()) {
    bytes /= 1000;
    ++unit;
  }
  const int decimals = unit == 0 || bytes >= 99.95 ? 0 : (bytes >= 9.995 ? 1 : 2);
  return printed("%.*f ", decimals, bytes) + kUnits[unit];
}

std::string countText(std::uint64_t count) {
  std::string digits = std::to_string(count);
  for (std::size_t i = digits.size(); i > 3; i -= 3) digits.insert(i - 3, ",");
  return digits;
}

std::string shapeText(const std::vector<std::uint64_t>& shape) {
  std::string text;
  for (const std::uint64_t extent : shape) text += (text.empty() ? "" : " × ") + countText(extent);
  return text.empty() ? "no features" : text;
}

std::string durationText(double seconds) {
  if (!std::isfinite(seconds) || seconds < 0) return "–";
  if (seconds < 0.1) return printed("%.*g ms", 3, 1000 * seconds);
  if (seconds < 10) return printed("%.*f s", 2, seconds);
  if (seconds < 60) return printed("%.*f s", 0, seconds);
  const auto whole = static_cast<std::uint64_t>(seconds + 0.5);
  if (whole < 3600) return std::to_string(whole / 60) + " min " + std::to_string(whole % 60) + " s";
  return std::to_string(whole / 3600) + " h " + std::to_string(whole % 3600 / 60) + " min";
}

std::string figureText(double value, int digits) {
  if (!std::isfinite(value)) return "–";
  return printed("%.*g", digits, value);
}

std::string confinementText(const std::string& model, const std::string& confinement) {
  if (!model.ends_with(".pt")) return {};
  if (confinement.empty()) {
    return model + " ran with all rights of this account: the kernel has neither Landlock nor seccomp.\n";
  }
  const bool hidden = confinement.starts_with("Landlock");
  return model + " ran confined (" + confinement + "): it could write no file" +
         (hidden ? ", read none but libraries" : "") + " and reach no network.\n";
}

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

TextTable::TextTable(std::vector<std::string> header, std::vector<std::size_t> rightAligned)
    : m_rightAligned(std::move(rightAligned)) {
  m_rows.push_back(std::move(header));
}

void TextTable::add(std::vector<std::string> row) {
  for (std::string& cell : row) cell = cellText(cell);
  m_rows.push_back(std::move(row));
}

std::string TextTable::text() const {
  std::vector<std::size_t> widths;
  for (const auto& row : m_rows) {
    widths.resize(std::max(widths.size(), row.size()));
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], width(row[i]));
  }
  std::string out;
  for (const auto& row : m_rows) {
    std::string line;
    for (std::size_t i = 0; i < row.size(); ++i) {
      const std::string gap(widths[i] - width(row[i]), ' ');
      const bool right = std::find(m_rightAligned.begin(), m_rightAligned.end(), i) != m_rightAligned.end();
      line += (i > 0 ? "  " : "") + (right ? gap + row[i] : row[i] + gap);
    }
    line.erase(line.find_last_not_of(' ') + 1);
    out += line + "\n";
  }
  return out;
}

}  // namespace masu::cli

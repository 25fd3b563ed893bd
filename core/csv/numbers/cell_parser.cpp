// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/csv/numbers/cell_parser.h"

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <limits>

namespace masu::csv {

namespace {

constexpr double kPowersOfTen[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                   1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};

/// Decimals of up to 15 digits and small exponents: one exact integer and one exact power of ten give the correctly
/// rounded quotient (Clinger 1990). Says false, having decided nothing, for every other form.
bool parseShort(std::string_view text, char decimal, double& value) {
  const char* at = text.data();
  const char* const end = at + text.size();
  const bool negative = at != end && *at == '-';
  if (at != end && (*at == '-' || *at == '+')) ++at;
  std::uint64_t digits = 0;
  int count = 0;
  int fraction = 0;
  for (; at != end && static_cast<unsigned char>(*at - '0') < 10; ++at, ++count)
    digits = digits * 10 + static_cast<unsigned>(*at - '0');
  if (at != end && *at == decimal) {
    for (++at; at != end && static_cast<unsigned char>(*at - '0') < 10; ++at, ++fraction) {
      digits = digits * 10 + static_cast<unsigned>(*at - '0');
    }
  }
  if (at != end || count + fraction == 0 || count + fraction > 15) return false;
  const double whole = static_cast<double>(digits) / kPowersOfTen[fraction];
  value = negative ? -whole : whole;
  return true;
}

/// Where from_chars reports a range error it leaves the value alone: distinguish too large from too small by the
/// decimal exponent of the first digit that counts.
bool tooLarge(std::string_view text) {
  const std::size_t mark = text.find_first_of("eE");
  const std::string_view mantissa = text.substr(0, mark);
  const std::size_t first = mantissa.find_first_of("123456789");
  const std::size_t point = std::min(mantissa.find('.'), mantissa.size());
  auto exponent = static_cast<std::int64_t>(point) - static_cast<std::int64_t>(first);
  if (mark != std::string_view::npos) {
    std::string_view digits = text.substr(mark + 1);
    if (digits.starts_with('+')) digits.remove_prefix(1);
    std::int64_t written = 0;
    const auto [last, error] = std::from_chars(digits.data(), digits.data() + digits.size(), written);
    if (error == std::errc::result_out_of_range) return !digits.starts_with('-');
    // An exponent near the end of 64 bits must not wrap around.
    if (__builtin_add_overflow(exponent, written, &exponent)) return written > 0;
  }
  return exponent > 0;
}

template <class T>
NumberStatus parseLong(std::string_view text, T& value) {
  if (text.starts_with('+')) {
    text.remove_prefix(1);
    if (text.starts_with('-')) return NumberStatus::notANumber;
  }
  const char* const end = text.data() + text.size();
  const auto [last, error] = std::from_chars(text.data(), end, value);
  if (last != end) return NumberStatus::notANumber;
  if (error == std::errc()) return NumberStatus::number;
  if (error != std::errc::result_out_of_range) return NumberStatus::notANumber;
  const bool negative = text.front() == '-';
  if (tooLarge(text)) {
    value = negative ? -std::numeric_limits<T>::infinity() : std::numeric_limits<T>::infinity();
    return NumberStatus::outOfRange;
  }
  value = negative ? -T{0} : T{0};
  return NumberStatus::number;
}

/// Bytes of a separator of thousands at the front of a text; 0: there is none. Blanks that do not break a line are
/// blanks, and curly apostrophes are apostrophes.
std::size_t separatorOf(std::string_view text, char mark) {
  if (text.starts_with(mark)) return 1;
  const auto is = [&](std::string_view other) { return text.starts_with(other) ? other.size() : 0; };
  if (mark == ' ') return std::max(is("\u00A0"), is("\u202F"));
  return mark == '\'' ? is("\u2019") : 0;
}

template <class T>
NumberStatus parseAny(std::string_view text, char decimal, T& value) {
  if (decimal == '.') return parseLong(text, value);
  if (text.find('.') != std::string_view::npos) return NumberStatus::notANumber;
  std::string pointed(text);
  if (const std::size_t mark = pointed.find(decimal); mark != std::string::npos) pointed[mark] = '.';
  return parseLong(pointed, value);
}

}  // namespace

NumberStatus parseNumber(std::string_view text, char decimal, double& value) {
  if (parseShort(text, decimal, value)) return NumberStatus::number;
  return parseAny(text, decimal, value);
}

float floatNearest(std::string_view text, char decimal, double value) {
  constexpr std::uint64_t kDropped = (std::uint64_t{1} << 29) - 1;
  constexpr std::uint64_t kMidway = std::uint64_t{1} << 28;
  const double magnitude = std::fabs(value);
  const bool midway = (std::bit_cast<std::uint64_t>(value) & kDropped) == kMidway;
  const bool normal = magnitude >= static_cast<double>(std::numeric_limits<float>::min());
  if (normal && !midway) return static_cast<float>(value);
  if (magnitude == 0 || std::isnan(value)) return static_cast<float>(value);
  float nearest = 0;
  parseAny(text, decimal, nearest);
  return nearest;
}

bool isZero(std::string_view text) {
  return text.substr(0, text.find_first_of("eE")).find_first_of("123456789") == std::string_view::npos;
}

bool ungroup(std::string_view text, char mark, std::string& number) {
  constexpr std::size_t kGroup = 3;
  constexpr std::string_view kDigits = "0123456789";
  const auto areDigits = [&](std::string_view some) { return some.find_first_not_of(kDigits) == some.npos; };
  number.clear();
  if (text.starts_with('-') || text.starts_with('+')) {
    number += text.front();
    text.remove_prefix(1);
  }
  const std::size_t first = text.find_first_not_of(kDigits);
  if (first == text.npos || first == 0 || first > kGroup || text.front() == '0') return false;
  number += text.substr(0, first);
  text.remove_prefix(first);
  std::size_t groups = 0;
  for (std::size_t bytes = separatorOf(text, mark); bytes > 0; bytes = separatorOf(text, mark), ++groups) {
    const std::string_view group = text.substr(bytes, kGroup);
    if (group.size() != kGroup || !areDigits(group)) return false;
    number += group;
    text.remove_prefix(bytes + kGroup);
  }
  const bool fraction = (text.starts_with('.') || text.starts_with(',')) && areDigits(text.substr(1));
  if (groups == 0 || !(text.empty() || fraction)) return false;
  number += text;
  return true;
}

bool parseInteger(std::string_view text, std::int64_t& value) {
  if (text.size() > 1 && text.front() == '+' && text[1] != '-') text.remove_prefix(1);
  const char* const end = text.data() + text.size();
  const auto [last, error] = std::from_chars(text.data(), end, value);
  return error == std::errc() && last == end;
}

CellParser::CellParser(const Dialect& dialect)
    : m_marks(dialect),
      m_decimal(dialect.decimal),
      m_thousands(dialect.thousands),
      m_jsonLines(dialect.jsonLines),
      m_spellsOut(dialect.escape != '\0' || dialect.thousands != '\0'),
      m_markerTexts(dialect.missingMarkers) {
  for (const std::string& marker : m_markerTexts) {
    m_markers.insert(marker);
    m_emptyIsMissing = m_emptyIsMissing || marker.empty();
    m_longestMarker = std::max(m_longestMarker, marker.size());
    double value = 0;
    const bool number = parseNumber(marker, m_decimal, value) == NumberStatus::number && !std::isnan(value);
    m_numericMarkers = m_numericMarkers || number;
  }
}

bool CellParser::isMissing(std::string_view text) const {
  if (text.empty()) return m_emptyIsMissing;
  return text.size() <= m_longestMarker && m_markers.contains(text);
}

std::string_view CellParser::unquoted(std::string_view cell) {
  const bool quoted = m_marks.quote != '\0' && cell.starts_with(m_marks.quote);
  return quoted || m_marks.escape != '\0' ? spelled(cell) : cell;
}

std::string_view CellParser::spelledOut(std::string_view cell) {
  const std::string_view text = unquoted(cell);
  return m_thousands != '\0' && ungroup(text, m_thousands, m_number) ? m_number : text;
}

std::string_view CellParser::spelled(std::string_view trimmed) {
  const char quote = m_marks.quote;
  const bool quoted = quote != '\0' && !trimmed.empty() && trimmed.front() == quote;
  if (quoted && !m_jsonLines && m_marks.escape == '\0' && trimmed.size() >= 2 && trimmed.back() == quote) {
    const std::string_view inner = trimmed.substr(1, trimmed.size() - 2);
    if (inner.find(quote) == std::string_view::npos) return inner;
  }
  m_scratch.clear();
  bool inside = quoted;
  for (std::size_t i = quoted ? 1 : 0; i < trimmed.size(); ++i) {
    const char c = trimmed[i];
    const bool more = i + 1 < trimmed.size();
    if (m_marks.escape != '\0' && c == m_marks.escape && more) {
      m_scratch += trimmed[++i];
    } else if (inside && c == quote) {
      if (more && trimmed[i + 1] == quote)
        m_scratch += trimmed[++i];
      else
        inside = false;
    } else {
      m_scratch += !m_jsonLines ? c : c == kJsonLineFeed ? '\n' : c == kJsonReturn ? '\r' : c;
    }
  }
  return m_scratch;
}

}  // namespace masu::csv

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "core/csv/structure/dialect.h"
#include "core/csv/structure/structure.h"

namespace masu::csv {

enum class NumberStatus : std::uint8_t { number, notANumber, outOfRange };

/// A whole text as a number, correctly rounded: bit for bit what std::from_chars gives, with a leading '+' allowed, any
/// decimal mark, and whatever the locale. Too small is the nearest value (zero or subnormal); too large is outOfRange.
/// "inf" and "nan" in any case are numbers.
NumberStatus parseNumber(std::string_view text, char decimal, double& value);

/// The float nearest to the text, given the double nearest to it: rounding twice would miss by one step where the
/// double is midway between two floats. Requires: parseNumber(text, decimal, value) gave `value`. Beyond the floats
/// it is infinite.
float floatNearest(std::string_view text, char decimal, double value);

/// Whether the digits of a number are all 0. Requires: parseNumber() took the text.
bool isZero(std::string_view text);

/// Takes the separators of thousands out of a number: "1,234,567.8", "-1 234". Such a number has groups of three digits
/// after the first one to three, which do not begin with 0; a `mark` of ' ' or '\'' stands for those that Unicode has,
/// too. The decimal mark is any, and stays. False for every other text, a number without separators among them.
/// Requires: `number` does not hold the text.
bool ungroup(std::string_view text, char mark, std::string& number);

/// Reads a whole number; false for anything else, a decimal point included.
bool parseInteger(std::string_view text, std::int64_t& value);

/// Turns the bytes of a field into the text that they spell, and knows which texts mean "missing".
/// Threads: one at a time (it holds the scratch that texts with doubled quotes are spelled out in).
class CellParser {
 public:
  explicit CellParser(const Dialect& dialect);
  CellParser(const CellParser&) = delete;
  CellParser& operator=(const CellParser&) = delete;

  /// The text of a field: blanks trimmed, quotes taken off, and where the dialect has separators of thousands, a number
  /// without them. Lifetime: the field's bytes, or until the next call.
  std::string_view text(std::string_view field) {
    const std::string_view cell = trimmed(field);
    const bool plain = (cell.empty() || m_marks.quote == '\0' || cell.front() != m_marks.quote) && !m_spellsOut;
    return plain ? cell : spelledOut(cell);
  }

  /// The text of a cell that is kept as it stands: like text(), but blanks around an unquoted cell belong to it, and so
  /// do separators of thousands.
  std::string_view exactText(std::string_view field) {
    const auto letter = std::ranges::find_if(field, [&](char c) { return !m_marks.isBlank(c); });
    const bool quoted = letter != field.end() && m_marks.quote != '\0' && *letter == m_marks.quote;
    if (quoted || !m_marks.trimBlanks) return unquoted(trimmed(field));
    return m_marks.escape == '\0' ? field : spelled(field);
  }

  bool isMissing(std::string_view text) const;
  /// True where a marker such as -999 reads as a number, so that it must be asked for before parsing.
  bool hasNumericMarkers() const { return m_numericMarkers; }

  /// True where an empty cell is missing.
  bool emptyIsMissing() const { return m_emptyIsMissing; }

  NumberStatus number(std::string_view text, double& value) const { return parseNumber(text, m_decimal, value); }
  float nearestFloat(std::string_view text, double value) const { return floatNearest(text, m_decimal, value); }

 private:
  std::string_view trimmed(std::string_view field) const {
    const char* first = field.data();
    const char* last = first + field.size();
    if (m_marks.trimBlanks) {
      while (first != last && m_marks.isBlank(*first)) ++first;
      while (first != last && m_marks.isBlank(last[-1])) --last;
    }
    return {first, static_cast<std::size_t>(last - first)};
  }
  std::string_view unquoted(std::string_view cell);
  std::string_view spelledOut(std::string_view cell);
  std::string_view spelled(std::string_view trimmed);

  Marks m_marks;
  char m_decimal;
  char m_thousands;
  bool m_jsonLines;
  bool m_spellsOut;  ///< cells without quotes may be spelled otherwise than they read
  std::vector<std::string> m_markerTexts;
  std::unordered_set<std::string_view> m_markers;  ///< views of m_markerTexts
  std::size_t m_longestMarker = 0;
  bool m_numericMarkers = false;
  bool m_emptyIsMissing = false;
  std::string m_scratch;
  std::string m_number;  ///< without its separators
};

}  // namespace masu::csv

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/table/survey/form_counts.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/base/ascii.h"
#include "core/csv/detection/encoding.h"
#include "core/csv/numbers/cell_parser.h"
#include "core/table/time_text.h"

namespace masu::ingest {

namespace {

constexpr std::size_t kGroup = 3;

bool isDigits(std::string_view text) {
  return !text.empty() && std::ranges::all_of(text, isDigit);
}

std::string_view withoutSign(std::string_view text) {
  if (text.starts_with('-') || text.starts_with('+')) text.remove_prefix(1);
  return text;
}

/// Takes the first of some words off the front or the end of a text, and blanks beside it; false where there is none.
template <std::size_t N>
bool strip(std::string_view& text, const std::array<std::string_view, N>& words, bool atFront) {
  for (const std::string_view word : words) {
    if (!(atFront ? text.starts_with(word) : text.ends_with(word))) continue;
    atFront ? text.remove_prefix(word.size()) : text.remove_suffix(word.size());
    while (atFront && text.starts_with(' ')) text.remove_prefix(1);
    while (!atFront && text.ends_with(' ')) text.remove_suffix(1);
    return true;
  }
  return false;
}

/// Digits with at most one mark of decimals.
bool isPlain(std::string_view text) {
  const std::size_t mark = text.find_first_of(".,");
  if (mark == std::string_view::npos) return isDigits(text);
  return isDigits(text.substr(mark + 1)) && (mark == 0 || isDigits(text.substr(0, mark)));
}

/// 1,234 or 1'234'567.8: digits in groups of three, which some mark separates.
bool isGrouped(std::string_view text) {
  static constexpr std::array<std::string_view, 6> kSeparators = {",", ".", "'", "’", "\u00A0", "\u202F"};
  std::size_t digits = 0;
  while (digits < text.size() && isDigit(text[digits])) ++digits;
  if (digits == 0 || digits > kGroup || text.front() == '0') return false;
  text.remove_prefix(digits);
  const auto separator =
      std::ranges::find_if(kSeparators, [&](std::string_view each) { return text.starts_with(each); });
  if (separator == kSeparators.end()) return false;
  while (text.starts_with(*separator)) {
    text.remove_prefix(separator->size());
    if (!isDigits(text.substr(0, kGroup)) || text.size() < kGroup) return false;
    text.remove_prefix(kGroup);
  }
  if (text.empty()) return true;
  return (text.front() == '.' || text.front() == ',') && isDigits(text.substr(1));
}

/// Whether a text is a number with something beside or within it, or with another decimal mark than the table;
/// `thousands`: with separators of those, which the decimal mark of the table is not where there is but one.
bool isDecorated(std::string_view text, char decimal, bool& thousands) {
  static constexpr std::array<std::string_view, 5> kBefore = {"$", "€", "£", "¥", "￥"};
  static constexpr std::array<std::string_view, 7> kAfter = {"%", "％", "€", "$", "£", "¥", "円"};
  bool stripped = text.starts_with('(') && text.ends_with(')');
  if (stripped) text = text.substr(1, text.size() - 2);
  text = withoutSign(text);
  stripped = strip(text, kBefore, true) || stripped;
  text = withoutSign(text);
  stripped = strip(text, kAfter, false) || stripped;
  const bool plain = isPlain(text);
  thousands = isGrouped(text) && !(plain && text.find(decimal) != std::string_view::npos);
  const std::size_t mark = text.find_first_of(".,");
  const bool otherMark = mark != std::string_view::npos && text[mark] != decimal;
  return thousands || (plain && (stripped || otherMark));
}

}  // namespace

void FormCounts::addNumber(std::string_view text, double value) {
  m_anyNumbers.add(text);
  if (value == 0 && !csv::isZero(text)) m_flushed.add(text);
  const std::string_view digits = withoutSign(text);
  const std::size_t mark = digits.find(m_decimal);
  if (isDigits(digits)) {
    ++m_wholes;
    m_beyond = m_beyond || std::fabs(value) >= 1000;
  } else if (mark != std::string_view::npos) {
    const bool group = mark > 0 && mark <= kGroup && isDigits(digits.substr(0, mark)) && digits.front() != '0' &&
                       digits.size() == mark + 1 + kGroup && isDigits(digits.substr(mark + 1));
    if (group)
      m_grouped.add(text);
    else
      ++m_marked;
  } else if (const std::size_t e = text.find_first_of("eE"); isDigits(text.substr(0, e)) && e < text.size()) {
    if (isDigits(text.substr(e + 1))) m_exponents.add(text);
  }
}

void FormCounts::addText(std::string_view text, bool isTime) {
  m_anyTexts.add(text);
  if (!isTime) m_untimed.add(text);
  bool thousands = false;
  if (!isDecorated(text, m_decimal, thousands)) return;
  if (m_decorated.cells == 0) m_thousands = thousands;
  m_decorated.add(text);
}

void FormCounts::addTime(std::string_view text) {
  auto form = table::timeForm(text, table::DateOrder::dayFirst);
  if (!form) form = table::timeForm(text, table::DateOrder::monthFirst);
  if (!form) return;
  (form->dated ? m_dated : m_ofDay).add(text);
  if (form->shortYear) m_shortYears.add(text);
  if (form->zone)
    ++m_zoned;
  else
    m_zoneless.add(text);
}

/// A few decimals alone that all have three digits are nothing unusual, unless the mark is a comma where commas are not
/// expected; commas between cells go with points in numbers. Several are by chance too rarely to say nothing.
bool FormCounts::mayBeThousands() const {
  constexpr std::uint64_t kSeveral = 5;
  if (m_grouped.cells == 0 || m_beyond || m_grouped.cells + m_wholes != m_anyNumbers.cells) return false;
  if (m_grouped.cells >= kSeveral) return true;
  if (m_delimiter == ',' && m_decimal == '.') return false;
  return m_wholes > 0 || (m_decimal == ',' && m_delimiter != ';');
}

/// Numbers or times that became words by others among them, of which a note shows no more than the beginning.
void FormCounts::fillMostly(CellForms& forms) const {
  const auto fewer = [](const Count& a, const Count& b) { return a.cells < b.cells; };
  if (m_anyNumbers.cells > 0 && 2 * m_anyNumbers.cells >= forms.present) {
    forms.mostly = m_wholes == m_anyNumbers.cells ? table::Kind::integer : table::Kind::decimal;
    forms.fitting = m_anyNumbers.cells;
    forms.unfit = m_anyTexts.first;
  } else if (const auto& [rarer, times] = std::minmax(m_ofDay, m_dated, fewer);
             times.cells > 0 && 2 * times.cells >= forms.present) {
    forms.mostly = table::Kind::time;
    forms.fitting = times.cells;
    forms.unfit = m_untimed.cells > 0 ? m_untimed.first : rarer.cells > 0 ? rarer.first : m_anyNumbers.first;
  }
  constexpr std::size_t kLongest = 60;
  if (forms.unfit.size() <= kLongest) return;
  forms.unfit.resize(csv::wellFormedPrefix(std::string_view(forms.unfit).substr(0, kLongest)));
  forms.unfit += "…";
}

CellForms FormCounts::finish(table::Kind kind) const {
  CellForms forms;
  if (kind == table::Kind::integer || kind == table::Kind::decimal) {
    forms.markShown = m_marked > 0;
    forms.flushed = m_flushed.first;
    forms.flushedCount = m_flushed.cells;
    if (mayBeThousands()) forms.grouped = m_grouped.first;
    const bool names = m_wholes > 0 && m_wholes + m_exponents.cells == m_anyNumbers.cells;
    if (names) forms.exponent = m_exponents.first;
  } else if (kind == table::Kind::time) {
    forms.shortYear = m_shortYears.first;
    if (m_zoned > 0) forms.zoneless = m_zoneless.first;
    if (m_zoned > 0) forms.zonelessCount = m_zoneless.cells;
  } else {
    forms.present = m_anyNumbers.cells + m_anyTexts.cells;
    fillMostly(forms);
    if (2 * m_decorated.cells <= m_anyTexts.cells) return forms;
    forms.decorated = m_decorated.first;
    forms.decorations = m_decorated.cells;
    forms.thousands = m_thousands;
  }
  return forms;
}

}  // namespace masu::ingest

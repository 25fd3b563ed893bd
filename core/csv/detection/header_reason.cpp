// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/csv/detection/header_reason.h"

#include <algorithm>
#include <cmath>
#include <string_view>

#include "core/csv/detection/encoding.h"

namespace masu::csv {

namespace {

/// What a sign is called. {0}: the first cell of a column; {1}: one below; {2}: how many columns show it.
const char* phraseOf(HeaderSign sign) {
  switch (sign) {
    case HeaderSign::overValues:
      return MASU_TEXT("core", "words above numbers or times, such as {0} above {1} (columns: {2})");
    case HeaderSign::emptyName:
      return MASU_TEXT("core", "an empty cell above a column without others, such as {1} (columns: {2})");
    case HeaderSign::newWord:
      return MASU_TEXT("core", "words that do not occur below, such as {0} (columns: {2})");
    case HeaderSign::otherForm:
      return MASU_TEXT("core", "words of another form or length than all below, such as {0} above {1} (columns: {2})");
    case HeaderSign::sameKind:
      return MASU_TEXT("core", "numbers or times like those below, such as {0} above {1} (columns: {2})");
    case HeaderSign::sameForm:
      return MASU_TEXT("core", "cells of the same form as all below, such as {0} above {1} (columns: {2})");
    case HeaderSign::again:
      return MASU_TEXT("core", "words that occur again below, such as {0} (columns: {2})");
    case HeaderSign::missing:
      return MASU_TEXT("core", "markers of missing cells, such as {0} (columns: {2})");
    case HeaderSign::number:
      return MASU_TEXT("core", "numbers unlike the cells below, such as {0} above {1} (columns: {2})");
    case HeaderSign::wordOfNumber:
      return MASU_TEXT("core", "words that are read as numbers, such as {0} above {1} (columns: {2})");
    case HeaderSign::notAName:
      return MASU_TEXT("core", "cells that do not look like names, such as {0} (columns: {2})");
  }
  return "";
}

/// A cell, or its beginning where it is long.
std::string shortened(std::string_view cell) {
  constexpr std::size_t kLongest = 40;
  if (cell.empty()) return "–";
  if (cell.size() <= kLongest) return std::string(cell);
  const std::string_view front = cell.substr(0, kLongest);
  return std::string(front.substr(0, wellFormedPrefix(front))) + "…";
}

}  // namespace

void HeaderTally::add(std::size_t column, const HeaderEvidence& evidence) {
  if (evidence.weight == 0) return;
  const bool header = evidence.weight > 0;
  const double weight = std::fabs(evidence.weight);
  (header ? m_with : m_against) += weight;
  Sum& sum = m_sums[header ? 1 : 0][static_cast<std::size_t>(evidence.sign)];
  if (sum.columns == 0) sum.first = column;
  sum.weight += weight;
  ++sum.columns;
}

std::optional<HeaderSign> HeaderTally::leading(bool header) const {
  const auto& sums = m_sums[header ? 1 : 0];
  const auto most = std::ranges::max_element(sums, {}, &Sum::weight);
  if (most->columns == 0) return std::nullopt;
  return static_cast<HeaderSign>(most - sums.begin());
}

Message HeaderTally::phrase(HeaderSign sign, bool header, const std::vector<std::vector<std::string>>& records) const {
  const Sum& sum = m_sums[header ? 1 : 0][static_cast<std::size_t>(sign)];
  std::string_view below;
  for (std::size_t i = 1; i < records.size() && below.empty(); ++i) {
    if (sum.first < records[i].size()) below = records[i][sum.first];
  }
  return {phraseOf(sign), {shortened(records.front()[sum.first]), shortened(below), std::to_string(sum.columns)}};
}

Message HeaderTally::reason(const std::vector<std::vector<std::string>>& records) const {
  const auto with = leading(true);
  const auto against = leading(false);
  if (with && against) {
    return {MASU_TEXT("core", "For a header: {0}. For data: {1}."),
            {phrase(*with, true, records), phrase(*against, false, records)}};
  }
  if (with) return {MASU_TEXT("core", "For a header: {0}."), {phrase(*with, true, records)}};
  if (against) return {MASU_TEXT("core", "For data: {0}."), {phrase(*against, false, records)}};
  return {};
}

}  // namespace masu::csv

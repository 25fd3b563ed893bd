// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/csv/detection/header_evidence.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string_view>
#include <unordered_map>

#include "core/base/ascii.h"
#include "core/table/time_text.h"

namespace masu::csv {

namespace {

using Column = std::vector<std::string_view>;

/// How much a column says for a header (above 0) or against it.
namespace weight {
constexpr double kOtherKind = 1;        // a word over numbers or times
constexpr double kRunningIndex = 1;     // nothing over 0, 1, 2 …
constexpr double kOnlyGap = 0.1;        // nothing over cells none of which is missing
constexpr double kRepeated = 0.6;       // a word that occurs nowhere below, where the cells repeat each other
constexpr double kOtherForm = 0.4;      // all cells below have digits, or other lengths, and it has not
constexpr double kName = 0.1;           // a word that looks like a name
constexpr double kNotAName = -0.3;      // a sentence, an address
constexpr double kWordOfNumber = -0.1;  // inf or nan over numbers
constexpr double kFarNumber = -0.4;     // 1999 over 0.5, 0.7 … or over millions
constexpr double kOtherNumber = -0.3;   // a number over words, or over nothing
constexpr double kMissing = -0.5;       // a marker of missing cells
constexpr double kSameForm = -1;        // the cells below are letters and digits at the same places
constexpr double kAgain = -1;           // it occurs below as often as any other
constexpr double kSameKind = -1.5;      // a number among numbers, a time among times
}  // namespace weight

constexpr std::size_t kTimesTried = 50;
/// So many cells show what a column's words look like.
constexpr std::size_t kForms = 3;

bool hasDigit(std::string_view cell) {
  return cell.find_first_of("0123456789") != cell.npos;
}

bool isTime(std::string_view cell) {
  double seconds = 0;
  return table::parseTime(cell, table::DateOrder::dayFirst, seconds) ||
         table::parseTime(cell, table::DateOrder::monthFirst, seconds);
}

bool looksLikeName(std::string_view cell) {
  constexpr std::size_t kLongest = 120;  // bytes: 40 letters of Japanese
  const auto isOfWord = [](char c) { return isLetter(c) || static_cast<unsigned char>(c) >= 0x80; };
  const bool address = cell.find("://") != cell.npos || (cell.find('@') != cell.npos && cell.find('.') != cell.npos);
  return cell.size() <= kLongest && !address && cell.find_first_of("\r\n") == cell.npos &&
         (std::ranges::any_of(cell, isOfWord) || cell.find_first_of("#%_") != cell.npos);
}

/// Letters and digits by what they are: "AB-12" is "aa-99".
std::string formOf(std::string_view cell) {
  std::string form(cell);
  for (char& c : form) {
    if (isDigit(c)) c = '9';
    if (isLetter(c)) c = 'a';
  }
  return form;
}

/// What the cells below the first record are.
struct Below {
  std::size_t numbers = 0;
  std::size_t times = 0;
  std::size_t missing = 0;
  Column texts;  ///< times are among them
  double min = std::numeric_limits<double>::infinity();
  double max = -std::numeric_limits<double>::infinity();
  bool counts = true;  ///< 0, 1, 2 … or 1, 2, 3 …, from the first on

  bool areNumbers() const { return numbers > 4 * texts.size(); }
  bool areTimes() const {
    const std::size_t tried = std::min(texts.size(), kTimesTried);
    return numbers == 0 && tried > 0 && times > 4 * (tried - times);
  }
};

Below belowIn(const std::vector<std::vector<std::string>>& records, std::size_t column, const CellParser& parser) {
  Below below;
  double value = 0;
  for (std::size_t i = 1; i < records.size(); ++i) {
    if (column >= records[i].size()) continue;
    const std::string& cell = records[i][column];
    if (parser.isMissing(cell)) {
      ++below.missing;
      continue;
    }
    if (parser.number(cell, value) == NumberStatus::number) {
      below.counts = below.counts && (value == static_cast<double>(i) || value == static_cast<double>(i - 1)) &&
                     (below.numbers == 0 || value == below.max + 1);
      ++below.numbers;
      below.min = std::fmin(below.min, value);
      below.max = std::fmax(below.max, value);
      continue;
    }
    below.counts = false;
    if (below.texts.size() < kTimesTried && isTime(cell)) ++below.times;
    below.texts.push_back(cell);
  }
  below.counts = below.counts && below.numbers > 1;
  return below;
}

/// Programs leave the name of a running index out. Where no other cell is missing, data would hardly begin with one.
HeaderEvidence ofNothing(const Below& below, bool first) {
  if (first && below.counts) return {HeaderSign::emptyName, weight::kRunningIndex};
  const bool full = below.missing == 0 && below.numbers + below.texts.size() >= kForms;
  return {HeaderSign::emptyName, full ? weight::kOnlyGap : 0};
}

/// Years, wavelengths and the like name columns of values that are nowhere near. Data begins with a small number often,
/// but hardly with a year.
bool isFar(std::string_view first, double value, const Below& below) {
  constexpr double kFar = 3;
  constexpr std::size_t kSeveral = 3;
  if (first.find_first_not_of("0123456789") != first.npos) return false;
  const double largest = std::fmax(std::fabs(below.min), std::fabs(below.max));
  if (value > kFar * largest && largest > 0) return true;
  return isYear(value) && below.numbers >= kSeveral && below.min > kFar * value;
}

/// `alone`: there is no record below.
HeaderEvidence ofNumber(std::string_view first, double value, const Below& below, bool alone) {
  constexpr HeaderEvidence kSame{HeaderSign::sameKind, weight::kSameKind};
  if (alone) return kSame;
  if (!below.areNumbers()) return {HeaderSign::number, weight::kOtherNumber};
  if (!hasDigit(first)) return {HeaderSign::wordOfNumber, weight::kWordOfNumber};
  return isFar(first, value, below) ? HeaderEvidence{HeaderSign::number, weight::kFarNumber} : kSame;
}

HeaderEvidence nameOrNot(std::string_view first) {
  if (looksLikeName(first)) return {HeaderSign::newWord, weight::kName};
  return {HeaderSign::notAName, weight::kNotAName};
}

using Counts = std::unordered_map<std::string_view, std::size_t>;

/// How much it says that a word occurs so many times below: less where others do so more often, and nothing where no
/// other cell occurs twice, since a table of such would hold this one once, too: a list of words may have "word".
double againShare(std::size_t times, const Counts& counts, double all) {
  constexpr double kFew = 2;  // cells that show nothing of this
  double shared = 0;
  for (const auto& [text, count] : counts) shared += count > 1 ? static_cast<double>(count) : 0;
  const double usual = all / static_cast<double>(counts.size());
  return std::fmin(1, 2 * static_cast<double>(times) / usual) * std::fmin(1, (shared + kFew) / all);
}

/// Whether all cells below have one length that the first has not, or it is far from the lengths of many.
bool isOfOtherLength(std::string_view first, const Column& texts) {
  constexpr std::size_t kMany = 10;
  constexpr std::size_t kFar = 3;
  const auto [shortest, longest] = std::ranges::minmax(texts, {}, &std::string_view::size);
  if (shortest.size() == longest.size()) return first.size() != shortest.size();
  return texts.size() >= kMany && (first.size() * kFar < shortest.size() || first.size() > longest.size() * kFar);
}

/// How likely it is that a cell is one of those below, by how often it and others occur there.
HeaderEvidence ofWord(std::string_view first, const Column& texts) {
  Counts counts;
  for (const std::string_view text : texts) ++counts[text];
  const auto all = static_cast<double>(texts.size());
  const auto distinct = static_cast<double>(counts.size());
  if (const auto again = counts.find(first); again != counts.end())
    return {HeaderSign::again, weight::kAgain * againShare(again->second, counts, all)};
  HeaderEvidence evidence = nameOrNot(first);
  if (distinct < all) evidence.weight += weight::kRepeated * std::fmin(1, all / (4 * distinct));
  if (evidence.weight > 0) evidence.sign = HeaderSign::newWord;
  if (texts.size() < kForms) return evidence;
  const std::string form = formOf(first);
  const bool digits = std::ranges::all_of(texts, hasDigit);
  if (digits && std::ranges::all_of(texts, [&](std::string_view text) { return formOf(text) == form; }))
    return {HeaderSign::sameForm, evidence.weight + weight::kSameForm};
  if (!(digits && !hasDigit(first)) && !isOfOtherLength(first, texts)) return evidence;
  evidence.weight += weight::kOtherForm;
  if (evidence.weight > 0) evidence.sign = HeaderSign::otherForm;
  return evidence;
}

}  // namespace

HeaderEvidence headerEvidence(const std::vector<std::vector<std::string>>& records, std::size_t column,
                              const CellParser& parser) {
  double value = 0;
  const std::string& first = records.front()[column];
  const Below below = belowIn(records, column, parser);
  if (first.empty()) return ofNothing(below, column == 0);
  const bool number = parser.number(first, value) == NumberStatus::number;
  const bool alone = records.size() == 1;
  if (number && !(parser.isMissing(first) && !hasDigit(first))) return ofNumber(first, value, below, alone);
  if (parser.isMissing(first)) return {HeaderSign::missing, weight::kMissing};
  constexpr HeaderEvidence kOverValues{HeaderSign::overValues, weight::kOtherKind};
  if (below.areNumbers()) return kOverValues;
  if (isTime(first)) {
    const bool same = below.areTimes() || below.texts.empty();
    return same ? HeaderEvidence{HeaderSign::sameKind, weight::kSameKind}
                : HeaderEvidence{HeaderSign::notAName, weight::kNotAName};
  }
  if (below.areTimes()) return kOverValues;
  return below.texts.empty() ? nameOrNot(first) : ofWord(first, below.texts);
}

}  // namespace masu::csv

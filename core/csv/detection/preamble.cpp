// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/csv/detection/preamble.h"

#include <algorithm>
#include <span>

#include "core/base/ascii.h"
#include "core/csv/detection/header_guess.h"
#include "core/csv/numbers/cell_parser.h"
#include "core/csv/structure/line_ends.h"
#include "core/csv/structure/tokenizer.h"

namespace masu::csv {

namespace {

constexpr std::size_t kRecordsRead = 1000;
constexpr std::size_t kMostTitles = 20;

std::size_t filledCells(const std::vector<std::string>& record) {
  return static_cast<std::size_t>(std::ranges::count_if(record, [](const auto& cell) { return !cell.empty(); }));
}

constexpr double kSure = 0.75;

/// Whether the first record is a header that may have titles above it. One with gaps is, where it is one beyond doubt.
bool isTitled(const Records& records, std::size_t fields, const HeaderGuess& guess) {
  const std::size_t filled = filledCells(records.front());
  return guess.header && (filled == fields || (2 * filled > fields && guess.confidence >= kSure));
}

/// Records before the first that has the common number of fields; 0 where they cannot be titles: those of several cells
/// are only before what is a header beyond doubt. R's headers lack one field, but there are data below them, not a
/// header.
std::size_t shortTitles(const Records& records, std::size_t fields, const Dialect& dialect) {
  std::size_t titles = 0;
  while (titles < records.size() && records[titles].size() != fields) ++titles;
  if (titles > kMostTitles || records.size() < titles + 2) return 0;
  bool several = false;
  bool like = false;  // a header that lacks one name
  for (std::size_t i = 0; i < titles; ++i) {
    if (records[i].size() > fields) return 0;
    if (filledCells(records[i]) < 2) continue;
    like = like || records[i].size() + 1 == fields;
    several = true;
  }
  if (several) {
    const Records below(records.begin() + static_cast<std::ptrdiff_t>(titles), records.end());
    const HeaderGuess guess = guessHeader(below, dialect);
    if (guess.confidence < kSure || !isTitled(below, fields, guess)) return 0;
    if (like && guess.sign != HeaderSign::overValues) return 0;
  }
  std::size_t agreeing = 0;
  for (std::size_t i = titles; i < records.size(); ++i) agreeing += records[i].size() == fields ? 1 : 0;
  return agreeing * 10 < (records.size() - titles) * 9 ? 0 : titles;
}

/// Further records that leave at least half of their cells empty, all others words, before a header (isTitled()).
std::size_t paddedTitles(std::span<const std::vector<std::string>> records, std::size_t fields,
                         const Dialect& dialect) {
  const CellParser parser(dialect);
  const auto isTitle = [&](const std::vector<std::string>& record) {
    double value = 0;
    return record.size() == fields && filledCells(record) * 2 <= fields &&
           std::ranges::none_of(
               record, [&](auto& cell) { return !cell.empty() && parser.number(cell, value) == NumberStatus::number; });
  };
  std::size_t titles = 0;
  while (titles < records.size() && isTitle(records[titles])) ++titles;
  if (fields < 3 || titles == 0 || titles > kMostTitles || records.size() < titles + 2) return 0;
  const Records below(records.begin() + static_cast<std::ptrdiff_t>(titles), records.end());
  return isTitled(below, fields, guessHeader(below, dialect)) ? titles : 0;
}

/// How many lines the first records take.
std::uint64_t linesOf(std::size_t records, std::string_view text, const Dialect& dialect) {
  Tokenizer tokenizer{Marks(dialect)};
  tokenizer.tokenize(text);
  Tokenizer::Record record;
  for (std::size_t i = 0; i <= records; ++i) tokenizer.next(record);
  std::uint64_t lines = 0;
  for (std::size_t at = 0; text.data() + at < record.begin; at = afterLine(text, at)) ++lines;
  return lines;
}

}  // namespace

std::optional<char> declaredDelimiter(std::string_view sample) {
  std::string_view line = sample.substr(0, sample.find_first_of("\r\n"));
  if (line.size() > 2 && line.front() == '"' && line.back() == '"') line = line.substr(1, line.size() - 2);
  if (line.size() != 5 || lowerCase(line.substr(0, 4)) != "sep=") return std::nullopt;
  const char mark = line.back();
  const bool isOfName = isLetter(mark) || isDigit(mark) || mark == '"' || mark == '\'';
  return isOfName || static_cast<unsigned char>(mark) >= 0x80 ? std::nullopt : std::optional(mark);
}

std::uint64_t commentLines(std::string_view sample, char comment) {
  if (comment == '\0') return 0;
  std::uint64_t lines = 0;
  for (std::size_t at = 0; at < sample.size() && sample[at] == comment; at = afterLine(sample, at)) ++lines;
  return lines;
}

std::uint64_t titleLines(std::string_view sample, const Records& records, const Dialect& dialect) {
  const std::size_t fields = commonFieldCount(records);
  if (fields < 2) return 0;
  std::size_t titles = shortTitles(records, fields, dialect);
  titles += paddedTitles(std::span(records).subspan(titles), fields, dialect);
  if (titles == 0) return 0;
  return linesOf(titles, sample.substr(afterPreamble(sample, dialect.preambleLines)), dialect);
}

bool namesInComment(std::string_view sample, bool whole, Dialect dialect) {
  if (dialect.preambleLines == 0 || dialect.comment != '\0') return false;
  const Records below = firstRecords(sample, whole, dialect, kRecordsRead);
  const std::size_t fields = commonFieldCount(below);
  // A table with a header of its own needs no other.
  if (hasHeader(below, dialect)) return false;
  --dialect.preambleLines;
  if (sample.substr(afterPreamble(sample, dialect.preambleLines)).front() != '#') return false;
  const Records records = firstRecords(sample, whole, dialect, kRecordsRead);
  return fields > 1 && records.front().size() == fields && hasHeader(records, dialect);
}

}  // namespace masu::csv

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/csv/detection/sniffer.h"

#include <algorithm>
#include <array>
#include <utility>

#include "core/base/ascii.h"
#include "core/csv/detection/first_records.h"
#include "core/csv/detection/header_guess.h"
#include "core/csv/detection/preamble.h"
#include "core/csv/numbers/cell_parser.h"
#include "core/table/time_text.h"

namespace masu::csv {

namespace {

/// The usual ones first; those after kUsualDelimiters have to be clearly better.
constexpr std::array kDelimiters = {',', ';', '\t', '|', ' ', ':', '^', '~', '\x1F', '\x01'};
constexpr std::size_t kUsualDelimiters = 4;
constexpr std::array kQuotes = {'"', '\''};

/// "1.234.567,8": groups of three digits. It is not a number to the parser, but no delimiter is in it either.
bool isGroupedNumber(std::string_view cell, char decimal) {
  const char group = decimal == ',' ? '.' : ',';
  if (cell.starts_with('-') || cell.starts_with('+')) cell.remove_prefix(1);
  const std::string_view whole = cell.substr(0, cell.find(decimal));
  if (whole.find(group) == std::string_view::npos || whole.front() == group) return false;
  std::size_t digits = 0;
  for (std::size_t i = whole.size(); i-- > 0;) {
    const bool ends = whole[i] == group;
    if (ends ? digits != 3 : (whole[i] < '0' || whole[i] > '9' || ++digits > 3)) return false;
    if (ends) digits = 0;
  }
  return cell.substr(std::min(cell.size(), whole.size() + 1)).find_first_not_of("0123456789") == std::string_view::npos;
}

bool readsAsValue(const std::string& cell, char decimal, const CellParser& parser) {
  double value = 0;
  return parser.isMissing(cell) || parseNumber(cell, decimal, value) == NumberStatus::number ||
         isGroupedNumber(cell, decimal) || table::parseTime(cell, table::DateOrder::dayFirst, value) ||
         table::parseTime(cell, table::DateOrder::monthFirst, value);
}

struct Score {
  double value = 0;  ///< 0 … 1
  double typed = 0;  ///< how much of the cells reads as values
};

/// A single column scores at most half: it is what remains when no delimiter fits.
Score score(const Records& records, const Dialect& dialect) {
  const std::size_t fields = commonFieldCount(records);
  if (fields == 0) return {};
  const CellParser parser(dialect);
  const char otherDecimal = dialect.delimiter == ',' ? '.' : ',';
  std::size_t agreeing = 0;
  std::size_t cells = 0;
  std::size_t values = 0;
  for (const auto& record : records) {
    if (record.size() != fields) continue;
    ++agreeing;
    for (const std::string& cell : record) {
      ++cells;
      if (readsAsValue(cell, '.', parser) || readsAsValue(cell, otherDecimal, parser)) ++values;
    }
  }
  const double consistency = static_cast<double>(agreeing) / static_cast<double>(records.size());
  const double typed = static_cast<double>(values) / static_cast<double>(cells);
  return {consistency * (0.7 + 0.3 * typed) * (fields == 1 ? 0.5 : 1), typed};
}

/// "12" and "30:05" or "30": a time of day that a colon was taken out of.
bool areOfOneTime(std::string_view before, std::string_view after) {
  const bool hour = !before.empty() && isDigit(before.back());
  return hour && after.size() >= 2 && isDigit(after[0]) && isDigit(after[1]) &&
         (after.size() == 2 || !isDigit(after[2]));
}

/// Whether most records, divided by a blank or a colon, have a usual delimiter in a cell that is not a value, or beside
/// what was a time of day: it is then that one which divides them, even where not all have as many fields.
bool dividesOthers(const Records& records, const Dialect& dialect) {
  const std::string_view usual(kDelimiters.data(), kUsualDelimiters);
  const CellParser parser(dialect);
  const auto isOther = [&](const std::vector<std::string>& record) {
    bool time = false;
    for (std::size_t i = 1; i < record.size() && dialect.delimiter == ':'; ++i)
      time = time || areOfOneTime(record[i - 1], record[i]);
    return std::ranges::any_of(record, [&](const std::string& cell) {
      if (cell.find_first_of(usual) == std::string::npos) return false;
      return time || !(readsAsValue(cell, '.', parser) || readsAsValue(cell, ',', parser));
    });
  };
  return 2 * static_cast<std::size_t>(std::ranges::count_if(records, isOther)) > records.size();
}

/// Cells that are numbers by one decimal mark.
struct MarkCount {
  std::size_t cells = 0;
  std::size_t clear = 0;  ///< of those: the mark does not separate thousands

  void add(std::string_view cell, char mark) {
    double value = 0;
    if (cell.find(mark) == std::string_view::npos || parseNumber(cell, mark, value) != NumberStatus::number) return;
    ++cells;
    const bool fraction = cell[std::min(cell.find_first_not_of("+-"), cell.size() - 1)] == '0';
    clear += fraction || !isGroupedNumber(cell, mark == ',' ? '.' : ',') ? 1 : 0;
  }
};

/// A comma may be both delimiter and decimal mark, where the numbers are in quotes; one before three digits is
/// then more likely to group them. Of points and commas beside each other, those that cannot separate thousands show
/// which mark is that of decimals, where they are more than a few and commas do not divide the cells.
char findDecimal(const Records& records, char delimiter) {
  constexpr std::size_t kFew = 20;  // one of so many
  MarkCount commas;
  MarkCount points;
  for (const auto& record : records) {
    for (const std::string& cell : record) {
      if (!(delimiter == ',' && isGroupedNumber(cell, '.'))) commas.add(cell, ',');
      points.add(cell, '.');
    }
  }
  const bool shown = delimiter != ',' && std::max(commas.clear, points.clear) * kFew > commas.cells + points.cells;
  if (shown && commas.clear != points.clear) return commas.clear > points.clear ? ',' : '.';
  return commas.cells > points.cells ? ',' : '.';
}

/// A backslash before a quote escapes it where neither a delimiter nor the line's end follows: there the quote
/// closes its field, as in "C:\".
bool escapesQuotes(std::string_view sample, const Dialect& dialect) {
  const std::string mark = {'\\', dialect.quote};
  for (std::size_t at = sample.find(mark); at != std::string_view::npos; at = sample.find(mark, at + 2)) {
    const char next = at + 2 < sample.size() ? sample[at + 2] : '\n';
    if (next != dialect.delimiter && next != '\r' && next != '\n' && next != dialect.quote) return true;
  }
  return false;
}

/// True where some cell begins and ends with the quote.
bool quotesCells(std::string_view sample, char quote, char delimiter) {
  const auto isEdge = [&](std::size_t at) {
    return at >= sample.size() || sample[at] == delimiter || sample[at] == '\r' || sample[at] == '\n';
  };
  for (std::size_t at = sample.find(quote); at != std::string_view::npos; at = sample.find(quote, at + 1)) {
    if (at > 0 && !isEdge(at - 1)) continue;
    for (std::size_t end = sample.find(quote, at + 1); end != std::string_view::npos;
         end = sample.find(quote, end + 1)) {
      if (isEdge(end + 1)) return true;
    }
    return false;
  }
  return false;
}

/// What is given stays; what is not is tried.
template <std::size_t N>
std::vector<char> candidates(const std::optional<char>& given, const std::array<char, N>& all) {
  if (given) return {*given};
  return {all.begin(), all.end()};
}

/// A dialect, and the sample as it reads it.
struct Reading {
  Dialect dialect;
  Records records;
};

Reading bestReading(std::string_view sample, bool whole, const DialectHints& hints, Dialect dialect) {
  Reading best{dialect, {}};
  double bestScore = -1;
  double usualTyped = -1;  ///< of the readings with a usual delimiter that have columns
  for (const char quote : candidates(hints.quote, kQuotes)) {
    bool asOneColumn = false;
    for (const char delimiter : candidates(hints.delimiter, kDelimiters)) {
      if (quote == delimiter) continue;
      // Where it quotes nothing it would only make a usual quote that never closes look like text.
      if (!hints.quote && quote != kQuotes[0] && !quotesCells(sample, quote, delimiter)) continue;
      // Whatever is nowhere makes the same single column of every record.
      if (sample.find(delimiter) == std::string_view::npos && std::exchange(asOneColumn, true)) continue;
      dialect.quote = quote;
      dialect.delimiter = delimiter;
      if (!hints.escape) dialect.escape = quote != '\0' && escapesQuotes(sample, dialect) ? '\\' : '\0';
      Records records = firstRecords(sample, whole, dialect, kRecordsSniffed);
      Score found = score(records, dialect);
      const auto usualEnd = kDelimiters.begin() + kUsualDelimiters;
      const bool usual = hints.delimiter || std::find(kDelimiters.begin(), usualEnd, delimiter) != usualEnd;
      if (usual && commonFieldCount(records) > 1) usualTyped = std::max(usualTyped, found.typed);
      // Blanks and colons are in dates and times; a table of uneven records is still one of its own delimiter.
      constexpr double kAlike = 0.25;
      const bool apart = !usual && (delimiter == ' ' || delimiter == ':') && found.typed <= usualTyped + kAlike;
      if (apart && dividesOthers(records, dialect)) found.value /= 2;
      // A quote other than the usual one has to be clearly better: apostrophes are in plenty of text, and so do
      // blanks and colons.
      if (found.value <= bestScore + (quote == kQuotes[0] ? 0 : 0.01) + (usual ? 0 : 0.05)) continue;
      bestScore = found.value;
      best = {dialect, std::move(records)};
    }
  }
  return best;
}

/// Separators of thousands are stated, not guessed: 1.234 is a number with and without. Where they are points the
/// decimal mark is a comma, and the other way round.
Result<void> takeThousands(const DialectHints& hints, Dialect& dialect, const std::string& file) {
  const char mark = hints.thousands.value_or('\0');
  if (mark != '\0' && std::string_view(",. '").find(mark) == std::string_view::npos) {
    return fail(Errc::invalidArgument,
                MASU_TEXT("core", "--thousands takes a comma, a point, a blank or an apostrophe, not '{0}'."),
                {std::string(1, mark)}, {file, 0, 0});
  }
  dialect.thousands = mark;
  dialect.decimal = hints.decimal.value_or(mark == '.' ? ',' : '.');
  if (mark == '\0' || mark != dialect.decimal) return {};
  return fail(Errc::invalidArgument,
              MASU_TEXT("core",
                        "'{0}' cannot be both the decimal mark (--decimal) and the separator of thousands "
                        "(--thousands). Name another for one of them."),
              {std::string(1, mark)}, {file, 0, 0});
}

}  // namespace

Result<Dialect> sniffDialect(std::string_view sample, bool whole, const DialectHints& hints, const std::string& file) {
  const bool blank = sample.find_first_not_of(" \t\r\n") == std::string_view::npos;
  if (blank) {
    return fail(Errc::format, MASU_TEXT("core", "{0} is empty: it has no records to import."), {file}, {file, 0, 0});
  }
  Dialect dialect;
  if (hints.escape) dialect.escape = *hints.escape;
  if (hints.missingMarkers) dialect.missingMarkers = *hints.missingMarkers;
  if (hints.comment) dialect.comment = *hints.comment;
  if (hints.longestRecord) dialect.longestRecord = *hints.longestRecord;
  MASU_CHECK(takeThousands(hints, dialect, file));
  const auto declared = declaredDelimiter(sample);
  dialect.declared = declared.has_value();
  const std::uint64_t before = declared ? 1 : 0;
  const std::string_view below = sample.substr(afterPreamble(sample, before));
  // Whoever says how many lines are before the table hardly means that this one is a record.
  dialect.preambleLines = hints.preambleLines ? std::max(*hints.preambleLines, before)
                                              : before + commentLines(below, hints.comment.value_or('#'));
  DialectHints known = hints;
  if (declared && !hints.delimiter) known.delimiter = declared;
  auto [best, records] = bestReading(sample, whole, known, dialect);
  dialect = best;
  if (!hints.preambleLines) dialect.preambleLines += titleLines(sample, records, dialect);
  if (!hints.preambleLines && namesInComment(sample, whole, dialect)) --dialect.preambleLines;
  if (dialect.preambleLines != best.preambleLines) records = firstRecords(sample, whole, dialect, kRecordsSniffed);
  const bool isDecimalKnown = hints.decimal || dialect.thousands == ',' || dialect.thousands == '.';
  if (!isDecimalKnown) dialect.decimal = findDecimal(records, dialect.delimiter);
  const bool bare = dialect.decimal == dialect.delimiter && dialect.quote == '\0';
  if (bare || dialect.quote == dialect.delimiter) {
    return fail(
        Errc::invalidArgument,
        MASU_TEXT("core",
                  "The delimiter of a table needs a character of its own: '{0}' is also its quote or decimal mark."),
        {std::string(1, dialect.delimiter)}, {file, 0, 0});
  }
  const HeaderGuess guess = hints.header ? HeaderGuess{*hints.header, 1} : guessHeader(records, dialect);
  dialect.header = guess.header;
  dialect.headerConfidence = guess.confidence;
  return dialect;
}

Argument shownCharacter(char c) {
  if (c == '\t') return Message::marked(MASU_TEXT("core", "tab"));
  if (c == ' ') return Message::marked(MASU_TEXT("core", "blank"));
  return c == '\0' ? "–" : "'" + std::string(1, c) + "'";
}

}  // namespace masu::csv

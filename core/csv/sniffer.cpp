#include "core/csv/sniffer.h"

#include <algorithm>
#include <array>
#include <map>

#include "core/csv/cell_parser.h"
#include "core/csv/header.h"
#include "core/csv/tokenizer.h"
#include "core/table/time_text.h"

namespace masu::csv {

namespace {

constexpr std::size_t kRecordsScored = 1000;
constexpr std::size_t kBytesScored = std::size_t{256} << 10;
/// The usual ones first; those behind kUsualDelimiters have to be clearly better.
constexpr std::array kDelimiters = {',', ';', '\t', '|', ' ', ':', '^', '~', '\x1F', '\x01'};
constexpr std::size_t kUsualDelimiters = 4;
constexpr std::array kQuotes = {'"', '\''};
constexpr std::size_t kMostPreambleRecords = 20;

using Records = std::vector<std::vector<std::string>>;

std::size_t commonFieldCount(const Records& records) {
  std::map<std::size_t, std::size_t> counts;
  for (const auto& record : records) ++counts[record.size()];
  const auto most =
      std::max_element(counts.begin(), counts.end(), [](const auto& a, const auto& b) { return a.second < b.second; });
  return most == counts.end() ? 0 : most->first;
}

bool readsAsValue(const std::string& cell, char decimal, const CellParser& parser) {
  double value = 0;
  return parser.isMissing(cell) || parseNumber(cell, decimal, value) == NumberStatus::number ||
         table::parseTime(cell, table::DateOrder::dayFirst, value) ||
         table::parseTime(cell, table::DateOrder::monthFirst, value);
}

/// Between 0 and 1. A single column scores at most half: it is what remains when no delimiter fits.
double score(const Records& records, const Dialect& dialect) {
  const std::size_t fields = commonFieldCount(records);
  if (fields == 0) return 0;
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
  return consistency * (0.7 + 0.3 * typed) * (fields == 1 ? 0.5 : 1);
}

char findDecimal(const Records& records, char delimiter) {
  if (delimiter == ',') return '.';
  std::size_t commas = 0;
  std::size_t points = 0;
  for (const auto& record : records) {
    for (const std::string& cell : record) {
      double value = 0;
      if (cell.find(',') != std::string::npos) commas += parseNumber(cell, ',', value) == NumberStatus::number;
      if (cell.find('.') != std::string::npos) points += parseNumber(cell, '.', value) == NumberStatus::number;
    }
  }
  return commas > points ? ',' : '.';
}

std::size_t behindLine(std::string_view text, std::size_t at) {
  const std::size_t end = text.find_first_of("\r\n", at);
  if (end == std::string_view::npos) return text.size();
  return end + (text.substr(end).starts_with("\r\n") ? 2 : 1);
}

/// Lines in front of the table that only comment on it.
std::uint64_t commentLines(std::string_view sample, char comment) {
  if (comment == '\0') return 0;
  std::uint64_t lines = 0;
  for (std::size_t at = 0; at < sample.size() && sample[at] == comment; at = behindLine(sample, at)) ++lines;
  return lines;
}

/// Records in front of the table that are none of it, such as a title: fewer fields than nearly all that follow have.
/// In lines of the sample.
std::uint64_t titleLines(std::string_view sample, bool whole, const Dialect& dialect) {
  const Records records = firstRecords(sample, whole, dialect, kRecordsScored);
  const std::size_t fields = commonFieldCount(records);
  std::size_t titles = 0;
  while (titles < records.size() && records[titles].size() != fields) ++titles;
  if (fields < 2 || titles == 0 || titles > kMostPreambleRecords || records.size() < titles + 2) return 0;
  for (std::size_t i = 0; i < titles; ++i) {
    const auto filled = std::ranges::count_if(records[i], [](const std::string& cell) { return !cell.empty(); });
    if (records[i].size() > fields || (records[i].size() > 1 && filled > 1)) return 0;
  }
  std::size_t agreeing = 0;
  for (std::size_t i = titles; i < records.size(); ++i) agreeing += records[i].size() == fields ? 1 : 0;
  if (agreeing * 10 < (records.size() - titles) * 9) return 0;
  const std::string_view text = sample.substr(behindPreamble(sample, dialect.preambleLines));
  Tokenizer tokenizer{Marks(dialect)};
  tokenizer.tokenize(text);
  Tokenizer::Record record;
  for (std::size_t i = 0; i <= titles; ++i) tokenizer.next(record);
  std::uint64_t lines = 0;
  for (std::size_t at = 0; text.data() + at < record.begin; at = behindLine(text, at)) ++lines;
  return lines;
}

/// True where the last comment in front of the table names its columns: "# time, x, y".
bool namesInComment(std::string_view sample, bool whole, Dialect dialect) {
  if (dialect.preambleLines == 0 || dialect.comment != '\0') return false;
  const Records below = firstRecords(sample, whole, dialect, kRecordsScored);
  const std::size_t fields = commonFieldCount(below);
  // A table with a header of its own needs no other.
  if (hasHeader(below, dialect)) return false;
  --dialect.preambleLines;
  if (sample.substr(behindPreamble(sample, dialect.preambleLines)).front() != '#') return false;
  const Records records = firstRecords(sample, whole, dialect, kRecordsScored);
  return fields > 1 && records.front().size() == fields && hasHeader(records, dialect);
}

/// A backslash in front of a quote escapes it where neither a delimiter nor the line's end follows: there the quote
/// closes its field, as in "C:\".
bool escapesQuotes(std::string_view sample, const Dialect& dialect) {
  const std::string mark = {'\\', dialect.quote};
  for (std::size_t at = sample.find(mark); at != std::string_view::npos; at = sample.find(mark, at + 2)) {
    const char next = at + 2 < sample.size() ? sample[at + 2] : '\n';
    if (next != dialect.delimiter && next != '\r' && next != '\n' && next != dialect.quote) return true;
  }
  return false;
}

/// What is given stays; what is not is tried.
template <std::size_t N>
std::vector<char> candidates(const std::optional<char>& given, const std::array<char, N>& all) {
  if (given) return {*given};
  return {all.begin(), all.end()};
}

Dialect bestDialect(std::string_view sample, bool whole, const DialectHints& hints, Dialect dialect) {
  Dialect best = dialect;
  double bestScore = -1;
  for (const char quote : candidates(hints.quote, kQuotes)) {
    for (const char delimiter : candidates(hints.delimiter, kDelimiters)) {
      if (quote == delimiter) continue;
      dialect.quote = quote;
      dialect.delimiter = delimiter;
      if (!hints.escape) dialect.escape = quote != '\0' && escapesQuotes(sample, dialect) ? '\\' : '\0';
      const double found = score(firstRecords(sample, whole, dialect, kRecordsScored), dialect);
      const auto usualEnd = kDelimiters.begin() + kUsualDelimiters;
      const bool usual = hints.delimiter || std::find(kDelimiters.begin(), usualEnd, delimiter) != usualEnd;
      // A quote other than the usual one has to be clearly better: apostrophes stand in plenty of text, and so do
      // blanks and colons.
      if (found <= bestScore + (quote == kQuotes[0] ? 0 : 0.01) + (usual ? 0 : 0.05)) continue;
      bestScore = found;
      best = dialect;
    }
  }
  return best;
}

}  // namespace

std::size_t behindPreamble(std::string_view text, std::uint64_t lines) {
  std::size_t at = 0;
  for (; lines > 0 && at < text.size(); --lines) at = behindLine(text, at);
  return at;
}

Records firstRecords(std::string_view sample, bool whole, const Dialect& dialect, std::size_t limit) {
  const Marks marks(dialect);
  sample.remove_prefix(behindPreamble(sample, dialect.preambleLines));
  if (!whole || sample.size() > kBytesScored) {
    // The sample may end in the middle of a record, which then says nothing.
    const StructureKernel& kernel = structureKernelFor(marks);
    const std::size_t few = std::min(kBytesScored, sample.size());
    std::size_t last = kernel.findRecordEnds(sample.data(), few, Place::fieldStart, marks).last;
    if (last == 0) last = kernel.findRecordEnds(sample.data(), sample.size(), Place::fieldStart, marks).last;
    if (last != 0) sample = sample.substr(0, last);
  }
  Tokenizer tokenizer(marks);
  CellParser parser(dialect);
  tokenizer.tokenize(sample);
  Records records;
  for (Tokenizer::Record record; records.size() < limit && tokenizer.next(record);) {
    if (dialect.comment != '\0' && *record.begin == dialect.comment) continue;
    std::vector<std::string>& cells = records.emplace_back();
    cells.reserve(record.size());
    for (std::size_t i = 0; i < record.size(); ++i) cells.emplace_back(parser.text(record.field(i)));
  }
  return records;
}

Result<Dialect> sniffDialect(std::string_view sample, bool whole, const DialectHints& hints, const std::string& file) {
  const bool blank = sample.find_first_not_of(" \t\r\n") == std::string_view::npos;
  if (blank) {
    return fail(Errc::format, MASU_TEXT("core", "{0} is empty: it has no records to import."), {file}, {file, 0, 0});
  }
  Dialect dialect;
  if (hints.escape) dialect.escape = *hints.escape;
  if (hints.missingMarkers) dialect.missingMarkers = *hints.missingMarkers;
  if (hints.comment) dialect.comment = *hints.comment;
  dialect.preambleLines = hints.preambleLines.value_or(commentLines(sample, hints.comment.value_or('#')));
  dialect = bestDialect(sample, whole, hints, dialect);
  if (!hints.preambleLines) dialect.preambleLines += titleLines(sample, whole, dialect);
  if (!hints.preambleLines && namesInComment(sample, whole, dialect)) --dialect.preambleLines;
  const Records records = firstRecords(sample, whole, dialect, kRecordsScored);
  dialect.decimal = hints.decimal ? *hints.decimal : findDecimal(records, dialect.delimiter);
  if (dialect.decimal == dialect.delimiter || dialect.quote == dialect.delimiter) {
    return fail(
        Errc::invalidArgument,
        MASU_TEXT("core",
                  "The delimiter of a table needs a character of its own: '{0}' is also its quote or decimal mark."),
        {std::string(1, dialect.delimiter)}, {file, 0, 0});
  }
  dialect.header = hints.header ? *hints.header : hasHeader(records, dialect);
  return dialect;
}

}  // namespace masu::csv

#include "core/csv/sniffer.h"

#include <algorithm>
#include <array>
#include <map>

#include "core/csv/cell_parser.h"
#include "core/csv/header.h"
#include "core/csv/tokenizer.h"

namespace masu::csv {

namespace {

constexpr std::size_t kRecordsScored = 1000;
constexpr std::size_t kBytesScored = std::size_t{256} << 10;
constexpr std::array kDelimiters = {',', ';', '\t', '|'};
constexpr std::array kQuotes = {'"', '\''};

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
  return parser.isMissing(cell) || parseNumber(cell, decimal, value) == NumberStatus::number;
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

/// Lines in front of the table that only comment on it.
std::uint64_t preambleLines(std::string_view sample) {
  std::uint64_t lines = 0;
  while (sample.starts_with('#')) {
    const std::size_t end = sample.find('\n');
    if (end == std::string_view::npos) break;
    sample.remove_prefix(end + 1);
    ++lines;
  }
  return lines;
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
      const double found = score(firstRecords(sample, whole, dialect, kRecordsScored), dialect);
      // A quote other than the usual one has to be clearly better: apostrophes stand in plenty of text.
      if (found <= bestScore + (quote == kQuotes[0] ? 0 : 0.01)) continue;
      bestScore = found;
      best = dialect;
    }
  }
  return best;
}

}  // namespace

std::size_t behindPreamble(std::string_view text, std::uint64_t lines) {
  std::size_t at = 0;
  for (; lines > 0; --lines) {
    const std::size_t end = text.find('\n', at);
    if (end == std::string_view::npos) return text.size();
    at = end + 1;
  }
  return at;
}

Records firstRecords(std::string_view sample, bool whole, const Dialect& dialect, std::size_t limit) {
  const Marks marks(dialect);
  sample.remove_prefix(behindPreamble(sample, dialect.preambleLines));
  if (!whole || sample.size() > kBytesScored) {
    // The sample may end in the middle of a record, which then says nothing.
    const std::string_view head = sample.substr(0, kBytesScored);
    const RecordEnds ends =
        structureKernelFor(marks).findRecordEnds(head.data(), head.size(), Place::fieldStart, marks);
    if (ends.last != 0) sample = head.substr(0, ends.last);
  }
  Tokenizer tokenizer(marks);
  CellParser parser(dialect);
  tokenizer.tokenize(sample);
  Records records;
  for (Tokenizer::Record record; records.size() < limit && tokenizer.next(record);) {
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
  dialect.preambleLines = preambleLines(sample);
  dialect = bestDialect(sample, whole, hints, dialect);
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

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/table/survey/dialect_match.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <string_view>
#include <unordered_map>

#include "core/csv/detection/first_records.h"
#include "core/csv/detection/header.h"
#include "core/csv/detection/sniffer.h"
#include "core/csv/detection/transcoder.h"
#include "core/csv/numbers/cell_parser.h"
#include "core/ingest/sources/table_source.h"
#include "core/ingest/table/survey/dialect_search.h"

namespace masu::ingest {

namespace {

constexpr std::size_t kRecordsRead = 100;

bool isNumber(const ColumnPlan& column) {
  return column.kind == table::Kind::integer || column.kind == table::Kind::decimal;
}

/// How much of the inputs a dialect finds in a file.
struct Fit {
  std::size_t inputs = 0;   ///< columns
  std::size_t numbers = 0;  ///< cells of numeric inputs that are numbers
  std::size_t others = 0;   ///< such cells that are neither numbers nor missing

  bool isBetterThan(const Fit& other) const {
    return inputs != other.inputs ? inputs > other.inputs : numbers > other.numbers;
  }
};

/// The names of the columns. Without a header a column has its place: all of them, or all but the labels.
std::vector<std::string> namesOf(const TableSource& source, const csv::Records& records, const ImportPlan& known) {
  const std::size_t count = csv::commonFieldCount(records);
  if (!source.header.empty()) return csv::columnNames(&source.header, source.header.size(), !source.json);
  std::vector<std::string> names;
  for (const ColumnPlan& column : known.columns) {
    if (count == known.columns.size() || column.role != table::Role::label) names.push_back(column.name);
  }
  if (names.size() != count) names.clear();
  return names;
}

void addCells(const csv::Records& records, std::size_t place, std::size_t fields, csv::CellParser& cells, Fit& fit) {
  double value = 0;
  for (const std::vector<std::string>& record : records) {
    if (record.size() != fields || cells.isMissing(record[place])) continue;
    const bool number = cells.number(record[place], value) == csv::NumberStatus::number;
    ++(number ? fit.numbers : fit.others);
  }
}

Fit fitOf(const std::filesystem::path& file, const csv::Dialect& dialect, const ImportPlan& known) {
  Fit fit;
  const Result<TableSource> source = openTable(file, dialect, copiedBytes(1));
  if (!source) return fit;
  csv::Dialect inner = dialect;
  inner.preambleLines = 0;
  const std::string_view text = source->text().substr(source->start);
  const csv::Records records =
      csv::firstRecords(text.substr(0, kSniffedBytes), text.size() <= kSniffedBytes, inner, kRecordsRead);
  const std::vector<std::string> names = namesOf(*source, records, known);
  std::unordered_map<std::string_view, std::size_t> places;
  for (std::size_t i = 0; i < names.size(); ++i) places.emplace(names[i], i);
  csv::CellParser cells(dialect);
  for (const ColumnPlan& column : known.columns) {
    const auto place = places.find(column.name);
    if (!column.isInput() || place == places.end()) continue;
    ++fit.inputs;
    if (isNumber(column)) addCells(records, place->second, names.size(), cells, fit);
  }
  // What was read past the end of a file that became shorter is nothing.
  return source->check() ? fit : Fit();
}

/// The encoding of a file where its first bytes show it beyond doubt: UTF-8 or UTF-16. ASCII is text in any, and nearly
/// any bytes are text of an older encoding.
std::optional<std::string> certainEncoding(const std::filesystem::path& file) {
  const Result<TableText> opened = openTableText(file, {}, kSniffedBytes);
  if (!opened) return std::nullopt;
  const std::span<const std::byte> bytes = opened->file.bytes();
  const auto isBeyondAscii = [](std::byte byte) { return byte >= std::byte{0x80}; };
  const bool isAscii = std::ranges::none_of(bytes.first(std::min(bytes.size(), kSniffedBytes)), isBeyondAscii);
  const bool isUtf8 = opened->encoding == "UTF-8" && !isAscii;
  const bool isCertain = isUtf8 || opened->encoding.starts_with("UTF-16");
  if (!isCertain || !opened->file.check(file)) return std::nullopt;
  return opened->encoding;
}

void noteDifferences(const csv::Dialect& now, const csv::Dialect& then, const std::string& file,
                     std::vector<Message>& notes) {
  const auto note = [&](const char* sentence, const Argument& found, const Argument& before) {
    notes.push_back({sentence, {file, found, before}});
  };
  if (now.delimiter != then.delimiter) {
    note(MASU_TEXT("core", "The delimiter of {0} is {1}, as detected; the sources of the import had {2}."),
         csv::shownCharacter(now.delimiter), csv::shownCharacter(then.delimiter));
  }
  if (now.decimal != then.decimal) {
    note(MASU_TEXT("core", "The decimal mark of {0} is {1}, as detected; the sources of the import had {2}."),
         csv::shownCharacter(now.decimal), csv::shownCharacter(then.decimal));
  }
  if (now.encoding != then.encoding) {
    note(MASU_TEXT("core", "The encoding of {0} is {1}, as detected; the sources of the import had {2}."), now.encoding,
         then.encoding);
  }
  if (now.preambleLines != then.preambleLines) {
    note(
        MASU_TEXT("core", "The lines before the table of {0} are {1}, as detected; the sources of the import had {2}."),
        std::to_string(now.preambleLines), std::to_string(then.preambleLines));
  }
  if (now.quote != then.quote) {
    note(MASU_TEXT("core", "The quote of {0} is {1}, as detected; the sources of the import had {2}."),
         csv::shownCharacter(now.quote), csv::shownCharacter(then.quote));
  }
}

std::size_t inputsOf(const ImportPlan& plan) {
  return static_cast<std::size_t>(std::ranges::count_if(plan.columns, &ColumnPlan::isInput));
}

}  // namespace

csv::Dialect dialectLike(const ImportPlan& known, const std::filesystem::path& file, std::vector<Message>& notes) {
  const csv::Dialect& then = known.table().dialect;
  const Fit before = fitOf(file, then, known);
  const bool isUnicode = then.encoding == "UTF-8";
  if (before.inputs == inputsOf(known) && before.others == 0 && isUnicode) return then;
  TableOptions options;
  options.missingMarkers = then.missingMarkers;
  options.longestRecord = then.longestRecord;
  // Whether columns of other names are the same ones is not for Masu to guess; what was asked of the import, neither.
  options.header = then.header;
  options.quote = known.options.table.quote;
  if (then.comment != '\0') options.comment = then.comment;
  if (then.escape != '\0') options.escape = then.escape;
  if (then.thousands != '\0') options.thousands = then.thousands;
  if (!isUnicode) options.encoding = certainEncoding(file).value_or(then.encoding);
  std::vector<Message> ignored;
  const Result<FoundDialect> found = findDialect(file, options, ignored);
  if (!found) return then;
  csv::Dialect now = then;
  if (!isUnicode) now.encoding = found->dialect.encoding;
  if (fitOf(file, found->dialect, known).isBetterThan(before)) now = found->dialect;
  noteDifferences(now, then, file.filename().string(), notes);
  return now;
}

csv::Dialect dialectBy(const ImportPlan& recipe, const std::filesystem::path& file, std::vector<Message>& notes) {
  const csv::Dialect& then = recipe.table().dialect;
  if (fitOf(file, then, recipe).inputs == inputsOf(recipe)) return then;
  std::vector<Message> differences;
  csv::Dialect now = dialectLike(recipe, file, differences);
  if (now.encoding != then.encoding) return then;  // which is refused in words of its own
  std::ranges::move(differences, std::back_inserter(notes));
  return now;
}

Result<void> checkEncodings(const std::string& encoding, bool isStated, std::span<const std::filesystem::path> files,
                            std::vector<Message>& notes) {
  // What is not UTF-8 is found where it is read as such; any bytes are text of an encoding of one byte.
  if (csv::isUtf8Name(encoding)) return {};
  for (const std::filesystem::path& file : files) {
    const std::optional<std::string> certain = certainEncoding(file);
    if (!certain || *certain == encoding) continue;
    if (!isStated) {
      return fail(Errc::format,
                  MASU_TEXT("core",
                            "{0} is {1}, and the sources before it are {2}. All sources of an import have one "
                            "encoding: convert some of them, for instance with iconv."),
                  {file.string(), *certain, encoding}, {file.string()});
    }
    // Names of UTF-16 are several, and it gives no text in any other.
    if (!csv::isUtf8Name(*certain)) continue;
    notes.push_back({MASU_TEXT("core", "{0} looks like {1}. It is read as {2}, as asked by --encoding."),
                     {file.filename().string(), *certain, encoding}});
  }
  return {};
}

}  // namespace masu::ingest

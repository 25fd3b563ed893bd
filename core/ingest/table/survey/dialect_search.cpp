// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/table/survey/dialect_search.h"

#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "core/csv/detection/encoding.h"
#include "core/csv/detection/first_records.h"
#include "core/csv/detection/header_guess.h"
#include "core/csv/detection/sniffer.h"
#include "core/csv/structure/line_ends.h"
#include "core/ingest/sources/foreign_content.h"
#include "core/ingest/sources/json_table.h"
#include "core/ingest/sources/sheet_table.h"
#include "core/ingest/sources/space_aligned.h"
#include "core/ingest/sources/table_source.h"
#include "core/ingest/sources/table_text.h"
#include "core/ingest/sources/tagged_table.h"
#include "core/ingest/table/survey/dialect_match.h"

namespace masu::ingest {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t kExaminedRecords = 100;

/// The first lines of a table so wide that the sample holds less than two of them; nothing of any other. A header
/// alone, or a part of it, shows neither whether it is one nor what numbers look like.
std::string_view firstWideLines(std::string_view text, std::uint64_t preambleLines) {
  constexpr std::uint64_t kLines = 3;
  constexpr std::size_t kMost = std::size_t{8} << 20;
  const std::string_view front = text.substr(0, kMost);
  const std::size_t end = csv::afterPreamble(front, preambleLines + kLines);
  const bool wide = csv::afterPreamble(front, preambleLines + kLines - 1) > kSniffedBytes;
  return wide && end < kMost ? front.substr(0, end) : std::string_view();
}

/// Whether lines look like objects of JSON, one each, perhaps with a comma between them.
bool looksLikeJson(std::string_view text) {
  constexpr int kLines = 3;
  int objects = 0;
  for (std::size_t at = 0; at < text.size() && objects < kLines; at = csv::afterLine(text, at)) {
    std::string_view line = text.substr(at, text.find_first_of("\r\n", at) - at);
    while (line.ends_with(' ') || line.ends_with(',')) line.remove_suffix(1);
    if (!line.starts_with('{') || !line.ends_with('}') || line.find("\":") == std::string_view::npos) return false;
    ++objects;
  }
  return objects > 0;
}

/// What speaks against the dialect that was asked for or found.
void noteDialect(std::string_view head, bool whole, const csv::DialectHints& hints, const csv::Dialect& dialect,
                 const std::string& file, std::vector<Message>& notes) {
  if (hints.delimiter && holdsJsonLines(head, whole)) {
    notes.push_back(
        {MASU_TEXT("core", "The lines of {0} are JSON objects. Without --delimiter they are read as JSON Lines."),
         {file}});
  } else if (looksLikeJson(head)) {
    notes.push_back(
        {MASU_TEXT("core",
                   "The lines of {0} look like JSON objects, not like records of a table: convert it to CSV "
                   "first."),
         {file}});
  }
  const auto fieldsOf = [&](const csv::Dialect& as) {
    return csv::commonFieldCount(csv::firstRecords(head, whole, as, kExaminedRecords));
  };
  if (!hints.delimiter || fieldsOf(dialect) != 1) return;
  csv::DialectHints open = hints;
  open.delimiter.reset();
  const Result<csv::Dialect> other = csv::sniffDialect(head, whole, open, file);
  if (!other || fieldsOf(*other) < 2) return;
  notes.push_back(
      {MASU_TEXT("core", "With the delimiter {1} each line of {0} is one cell; with {2} it would have {3} columns."),
       {file, csv::shownCharacter(dialect.delimiter), csv::shownCharacter(other->delimiter),
        std::to_string(fieldsOf(*other))}});
}

/// The table that is made of JSON Lines is spelled in one way.
FoundDialect jsonLinesDialect(const TableText& opened, const csv::DialectHints& hints) {
  FoundDialect found;
  found.dialect.jsonLines = true;
  found.dialect.encoding = opened.encoding;
  found.dialect.encodingLine = opened.foreignLine;
  if (hints.longestRecord) found.dialect.longestRecord = *hints.longestRecord;
  if (hints.missingMarkers) found.dialect.missingMarkers = *hints.missingMarkers;
  return found;
}

/// What is open of the spelling of a table that is made of a sheet.
csv::DialectHints sheetHints(const TableOptions& options) {
  csv::DialectHints hints = hintsFrom(options);
  hints.delimiter = ',';
  hints.quote = '"';
  hints.escape = '\0';
  hints.decimal = '.';
  return hints;
}

/// The table that is made of a text with tags is spelled in one way; only what is missing is open.
csv::DialectHints taggedHints(const TableOptions& options, TaggedFormat format) {
  csv::DialectHints hints = sheetHints(options);
  hints.comment = '\0';
  hints.thousands = '\0';
  hints.header = true;
  hints.preambleLines = 0;
  // The ? of both is an empty cell by now. NA may be a value that an attribute lists.
  if (!hints.missingMarkers) hints.missingMarkers = {""};
  if (!options.missingMarkers && format == TaggedFormat::ts) hints.missingMarkers->push_back("NaN");
  return hints;
}

Result<FoundDialect> dialectFrom(const TableText& opened, const fs::path& file, const TableOptions& options,
                                 std::vector<Message>& notes) {
  std::string_view text(reinterpret_cast<const char*>(opened.file.bytes().data()), opened.file.size());
  text.remove_prefix(csv::byteOrderMark(text));
  std::string_view head = text.substr(0, kSniffedBytes);
  bool whole = head.size() == text.size();
  MASU_CHECK(csv::checkEncoding(head, opened.encoding, file.string(), csv::BadBytes::rejected));
  const bool made = opened.sheet || opened.tagged;
  csv::DialectHints hints = opened.tagged ? taggedHints(options, opened.tagged->format())
                            : made        ? sheetHints(options)
                                          : hintsFrom(options);
  const bool json = hasJsonLinesName(file) || holdsJsonLines(head, whole);
  if (json && !hints.delimiter) return jsonLinesDialect(opened, hints);
  // Whoever names the delimiter says that it is a table.
  if (auto foreign = hints.delimiter ? std::nullopt : foreignText(head, whole, file.string()))
    return fail(Errc::format, std::move(foreign->text), std::move(foreign->arguments), {file.string(), 0, 0});
  std::string squeezed;
  const bool aligned = hints.delimiter.value_or(' ') == ' ' && isAligned(head);
  if (aligned) {
    BlankSqueezer().append(head, squeezed);
    head = squeezed;
    hints.delimiter = ' ';
  }
  FoundDialect found;
  csv::Dialect& dialect = found.dialect;
  MASU_TRY(dialect, csv::sniffDialect(head, whole, hints, file.string()));
  const std::string_view wide = aligned || whole ? std::string_view() : firstWideLines(text, dialect.preambleLines);
  if (!wide.empty()) {
    head = wide;
    whole = true;
    MASU_TRY(dialect, csv::sniffDialect(head, whole, hints, file.string()));
  }
  dialect.encoding = opened.encoding;
  dialect.encodingLine = opened.foreignLine;
  dialect.aligned = aligned;
  if (!hints.header) {
    const csv::Records records = csv::firstRecords(head, whole, dialect, csv::kRecordsSniffed);
    found.headerReason = csv::guessHeader(records, dialect).reason;
  }
  if (!made) noteDialect(head, whole, hints, dialect, file.filename().string(), notes);
  return found;
}

}  // namespace

Result<FoundDialect> findDialect(const fs::path& file, const TableOptions& options, std::vector<Message>& notes) {
  MASU_TRY(const TableText opened, openTableText(file, {.encoding = options.encoding.value_or("")}, copiedBytes(1)));
  Result<FoundDialect> found = dialectFrom(opened, file, options, notes);
  MASU_CHECK(opened.file.check(file));
  return found;
}

}  // namespace masu::ingest

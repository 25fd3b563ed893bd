// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/sources/table_source.h"

#include <algorithm>

#include "core/csv/detection/encoding.h"
#include "core/csv/detection/first_records.h"
#include "core/csv/detection/preamble.h"
#include "core/csv/numbers/cell_parser.h"
#include "core/csv/structure/line_ends.h"
#include "core/csv/structure/record_splitter.h"
#include "core/csv/structure/tokenizer.h"
#include "core/ingest/sources/sheet_table.h"
#include "core/ingest/sources/tagged_table.h"

namespace masu::ingest {

namespace {

constexpr std::size_t kCheckedBytes = std::size_t{64} << 10;
/// As many as the encoding is detected by.
constexpr std::size_t kDecodedBytes = std::size_t{256} << 10;
constexpr std::uint64_t kHeaderBytes = std::uint64_t{4} << 10;
constexpr const char* kRowName = "row name";

/// R's write.table() names every column but the first, which holds the names of the rows. A record that ends in a
/// delimiter has an empty last cell instead.
bool namesAllButTheFirst(const TableSource& source, const csv::Dialect& dialect) {
  constexpr std::size_t kRecords = 20;
  csv::Dialect inner = dialect;
  inner.preambleLines = 0;
  const std::string_view text = source.text().substr(source.start);
  const auto records = csv::firstRecords(text.substr(0, kCheckedBytes), text.size() <= kCheckedBytes, inner, kRecords);
  const bool longer =
      std::ranges::all_of(records, [&](const auto& record) { return record.size() == source.header.size() + 1; });
  const bool empty = std::ranges::all_of(records, [](const auto& record) { return record.back().empty(); });
  return longer && !empty && !records.empty();
}

/// The header is the first record; after its line end the others begin.
Result<void> readHeader(TableSource& source, const csv::Dialect& dialect) {
  const csv::Marks marks(dialect);
  csv::RecordSplitter splitter(source.text(), source.start, source.firstLine, marks, dialect.longestRecord);
  csv::Tokenizer tokenizer(marks);
  tokenizer.limitFields(kMostColumns + 1);
  csv::Dialect names = dialect;
  names.thousands = '\0';  // a column called "1,000" is called so
  csv::CellParser parser(names);
  csv::Tokenizer::Record record;
  for (csv::Block block; splitter.next(kHeaderBytes, block) && block.flaw == csv::RecordError::none;) {
    tokenizer.tokenize(block.bytes);
    if (!tokenizer.next(record)) continue;
    if (record.size() > kMostColumns) return fail(tooManyColumns(source.path));
    const auto end = static_cast<std::size_t>(record.bytes().data() + record.bytes().size() - block.bytes.data());
    // Without its names there is no table. Keys are UTF-8, but for the bytes that their line ends became.
    if (const std::string_view head = block.bytes.substr(0, end); !dialect.jsonLines && !csv::isUtf8(head))
      return fail(csv::notWellFormed(head, dialect.encoding, source.path.string(), block.firstLine));
    for (std::size_t i = 0; i < record.size(); ++i) source.header.emplace_back(parser.text(record.field(i)));
    std::size_t length = static_cast<std::size_t>(record.begin - block.bytes.data()) + record.bytes().size();
    length = std::min(length + 1, block.bytes.size());
    if (block.bytes[length - 1] == '\r' && block.bytes.substr(length).starts_with('\n')) ++length;
    source.start = block.offset + length;
    source.firstLine = block.firstLine + csv::lineEndsIn(block.bytes.substr(0, length));
    // The header that keys make is before the first line.
    if (dialect.jsonLines)
      source.firstLine = 1;
    else
      source.rowNames = !source.tagged && namesAllButTheFirst(source, dialect);
    if (source.rowNames) source.header.insert(source.header.begin(), kRowName);
    break;
  }
  return {};
}

/// Of several sources some declare their delimiter in a line of its own and others do not.
std::uint64_t linesBefore(const csv::Dialect& dialect, bool declares) {
  const bool counted = dialect.declared.value_or(declares) && dialect.preambleLines > 0;
  return dialect.preambleLines - (counted ? 1 : 0) + (declares ? 1 : 0);
}

/// Steps over what is before the records.
Result<void> begin(TableSource& source, const csv::Dialect& dialect) {
  const std::string path = source.path.string();
  const std::string_view text = source.text();
  // The header that is made of keys has a first one like any other.
  if (dialect.jsonLines) return readHeader(source, dialect);
  const std::size_t mark = csv::byteOrderMark(text);
  if (text.size() == mark) {
    return fail(Errc::format, MASU_TEXT("core", "{0} is empty: it has no records to import."), {path}, {path, 0, 0});
  }
  MASU_CHECK(csv::checkEncoding(text.substr(mark, kDecodedBytes), dialect.encoding, path, csv::BadBytes::rejected));
  source.declared = csv::declaredDelimiter(text.substr(mark));
  const std::uint64_t lines = linesBefore(dialect, source.declared.has_value());
  source.start = mark + csv::afterPreamble(text.substr(mark), lines);
  source.recordStart = source.start;
  source.recordLine = source.firstLine = 1 + lines;
  return dialect.header ? readHeader(source, dialect) : Result<void>();
}

Error otherThanSheets(const std::filesystem::path& path) {
  return {Errc::format,
          MASU_TEXT("core",
                    "{0} is an Excel workbook, and the other sources of the import are not spelled as its sheets are "
                    "read: UTF-8 with commas, double quotes and decimal points. Import them separately, or save the "
                    "sheet as CSV like them."),
          {path.string()},
          {path.string(), 0, 0}};
}

Error otherThanTagged(const std::filesystem::path& path, TaggedFormat format) {
  return {
      Errc::format,
      MASU_TEXT(
          "core",
          "{0} is in the format {1}, and the other sources of the import are not written the way it is read: with a "
          "header, commas, double quotes and decimal points. Import it separately."),
      {path.string(), std::string(name(format))},
      {path.string(), 0, 0}};
}

}  // namespace

Result<TableSource> openTable(const std::filesystem::path& path, const csv::Dialect& dialect, std::uint64_t limit) {
  MASU_TRY(TableText opened,
           openTableText(path, {dialect.encoding, dialect.aligned, dialect.jsonLines, dialect.longestRecord}, limit));
  if (opened.sheet && !readsSheets(dialect)) return fail(otherThanSheets(path));
  if (opened.tagged && !readsTagged(dialect)) return fail(otherThanTagged(path, opened.tagged->format()));
  return tableIn(std::move(opened), path, dialect);
}

Result<TableSource> tableIn(TableText opened, const std::filesystem::path& path, const csv::Dialect& dialect) {
  TableSource source;
  source.path = path;
  source.file = std::move(opened.file);
  source.share = opened.share;
  source.json = std::move(opened.json);
  source.sheet = std::move(opened.sheet);
  source.tagged = std::move(opened.tagged);
  const Result<void> begun = begin(source, dialect);
  MASU_CHECK(source.check());
  if (!begun) return fail(begun.error());
  return source;
}

Error tooManyColumns(const std::filesystem::path& path) {
  return {Errc::unsupported,
          MASU_TEXT("core", "{0} has more than {1} columns. Check that its lines end, or transpose it."),
          {path.string(), std::to_string(kMostColumns)},
          {path.string(), 0, 0}};
}

std::uint64_t copiedBytes(std::size_t files) {
  constexpr std::uint64_t kAll = std::uint64_t{64} << 20;
  constexpr std::uint64_t kMost = std::uint64_t{16} << 20;
  constexpr std::uint64_t kLeast = std::uint64_t{256} << 10;
  return std::clamp<std::uint64_t>(kAll / std::max<std::size_t>(files, 1), kLeast, kMost);
}

}  // namespace masu::ingest

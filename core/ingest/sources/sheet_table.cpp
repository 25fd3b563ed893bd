// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/sources/sheet_table.h"

#include <algorithm>
#include <limits>
#include <memory>
#include <string_view>
#include <utility>

#include "core/base/name_list.h"
#include "core/base/whole_number.h"
#include "core/csv/detection/transcoder.h"
#include "core/csv/structure/field_text.h"
#include "core/ingest/sources/recent_facts.h"
#include "core/ingest/sources/source_bytes.h"
#include "core/io/file_stamp.h"
#include "core/io/scratch_folder.h"
#include "core/io/scratch_writer.h"
#include "core/io/workbook/sheet_reader.h"
#include "core/io/workbook/workbook.h"

namespace masu::ingest {

namespace fs = std::filesystem;

namespace {

bool isWorkbook(const fs::path& file) {
  if (!io::isArchive(file)) return false;
  const auto archive = openArchive(file);
  return archive && io::holdsWorkbook(*archive->directory());
}

/// The name of a cell in Excel; column and row count from 0 and 1.
std::string cellName(std::uint32_t column, std::uint64_t row) {
  std::string letters;
  for (std::uint32_t rest = column + 1; rest > 0; rest = (rest - 1) / 26)
    letters.insert(letters.begin(), static_cast<char>('A' + (rest - 1) % 26));
  return letters + std::to_string(row);
}

/// The sheet that a number means, counted from 1 as the tabs of a workbook are, without those that are hidden.
std::optional<std::size_t> numberedPlace(const io::Workbook& book, const std::string& number) {
  auto left = wholeNumber(number);
  for (std::size_t i = 0; left && *left > 0 && i < book.sheets.size(); ++i) {
    if (!book.sheets[i].hidden && --*left == 0) return i;
  }
  return std::nullopt;
}

Result<std::size_t> placeOf(const io::Workbook& book, const SheetPath& path) {
  const std::string file = path.file.string();
  if (book.sheets.empty()) {
    return fail(Errc::format, MASU_TEXT("core", "{0} is an Excel workbook without a sheet of cells."), {file},
                {file, 0, 0});
  }
  const auto found = std::ranges::find_if(book.sheets, [&](const io::Workbook::Sheet& sheet) {
    return path.sheet ? sheet.name == *path.sheet : !sheet.hidden;
  });
  if (found != book.sheets.end()) return static_cast<std::size_t>(found - book.sheets.begin());
  if (!path.sheet) return std::size_t{0};
  if (const auto place = numberedPlace(book, *path.sheet)) return *place;
  std::vector<std::string> names;
  for (const io::Workbook::Sheet& sheet : book.sheets) names.push_back(sheet.name);
  return fail(Errc::notFound, MASU_TEXT("core", "{0} has no sheet {1}. It has {2}."),
              {file, *path.sheet, namesListed(names)}, {file, 0, 0});
}

/// Begins with a sheet, and says which it is.
Result<io::SheetReader> openReader(const SheetPath& path, std::uint64_t longest, SheetFacts& facts) {
  MASU_TRY(io::ArchiveReader archive, openArchive(path.file));
  MASU_TRY(const io::Workbook book, io::readWorkbook(archive, path.file));
  MASU_TRY(const std::size_t place, placeOf(book, path));
  facts.sheet = book.sheets[place].name;
  facts.isNamed = path.sheet.has_value();
  if (path.sheet && *path.sheet != facts.sheet) facts.number = *path.sheet;
  facts.file = path.file;
  for (std::size_t i = 0; i < book.sheets.size(); ++i) {
    if (i == place || !book.sheets[i].hidden) facts.sheets.push_back(book.sheets[i].name);
  }
  return io::SheetReader::open(std::move(archive), book, place, longest);
}

void addRow(const io::SheetReader& reader, SheetFacts& facts, std::uint32_t& lastColumn, std::string& fields) {
  const std::span<const io::SheetCell> cells = reader.cells();
  facts.firstColumn = std::min(facts.firstColumn, cells.front().column);
  lastColumn = std::max(lastColumn, cells.back().column);
  fields.clear();
  for (const io::SheetCell& cell : cells) {
    const std::string_view text = reader.text(cell);
    if (!cell.isError) {
      csv::appendField(fields, text);
      const bool broken = facts.brokenRow == 0 && text.find_first_of("\r\n") != std::string_view::npos;
      if (broken) facts.brokenRow = reader.row();
    } else if (facts.errors++ == 0) {
      facts.firstError = text;
      facts.firstErrorCell = cellName(cell.column, reader.row());
    }
  }
  facts.tableBytes += fields.size();
}

Result<SheetFacts> findFacts(const SheetPath& path, std::uint64_t longest) {
  SheetFacts facts;
  MASU_TRY(io::SheetReader reader, openReader(path, longest, facts));
  facts.firstColumn = std::numeric_limits<std::uint32_t>::max();
  std::uint32_t lastColumn = 0;
  std::uint64_t rows = 0;
  std::string fields;
  for (;; ++rows) {
    MASU_TRY(const bool read, reader.next());
    if (!read) break;
    addRow(reader, facts, lastColumn, fields);
  }
  const std::string file = path.file.string();
  if (rows == 0) {
    return fail(
        Errc::format,
        MASU_TEXT("core", "The sheet {1} of {0} is empty: it has no records to import. Name another one as {0}#NAME."),
        {file, facts.sheet}, {file, 0, 0});
  }
  facts.columns = lastColumn - facts.firstColumn + 1;
  facts.tableBytes += rows * (facts.columns - 1) + reader.row();
  facts.merged = reader.merged().count;
  facts.firstMerged = reader.merged().first;
  return facts;
}

/// By the sheet's path and the bytes of a record.
RecentFacts<std::uint64_t, SheetFacts> knownFacts(256);

Result<std::shared_ptr<const SheetFacts>> factsOf(const fs::path& path, const SheetPath& sheet, std::uint64_t longest) {
  MASU_TRY(const io::FileStamp stamp, io::stampOf(sheet.file));
  if (auto known = knownFacts.find(path, stamp, longest)) return known;
  MASU_TRY(SheetFacts found, findFacts(sheet, longest));
  const auto facts = std::make_shared<const SheetFacts>(std::move(found));
  knownFacts.keep(path, stamp, longest, facts);
  return facts;
}

/// False where a cell is none of the columns that there were.
bool appendRecord(const io::SheetReader& reader, const SheetFacts& facts, std::string& record) {
  const std::size_t begin = record.size();
  const std::uint32_t last = facts.firstColumn + facts.columns - 1;
  std::uint32_t column = facts.firstColumn;
  for (const io::SheetCell& cell : reader.cells()) {
    if (cell.column < column || cell.column > last) return false;
    record.append(cell.column - column, ',');
    column = cell.column;
    if (!cell.isError) csv::appendField(record, reader.text(cell));
  }
  record.append(last - column, ',');
  // An empty line would not be a record.
  if (record.size() == begin) record += "\"\"";
  record += '\n';
  return true;
}

}  // namespace

std::optional<SheetPath> sheetPath(const fs::path& path) {
  std::error_code error;
  const std::string& whole = path.native();
  if (fs::is_regular_file(path, error)) return isWorkbook(path) ? std::optional(SheetPath{path, {}}) : std::nullopt;
  for (std::size_t at = whole.find('#'); at != std::string::npos; at = whole.find('#', at + 1)) {
    const fs::path file = whole.substr(0, at);
    if (fs::is_regular_file(file, error) && isWorkbook(file)) return SheetPath{file, whole.substr(at + 1)};
  }
  return std::nullopt;
}

Result<TableText> openSheetTable(const fs::path& path, const SheetPath& sheet, const TextDecoding& decoding,
                                 std::uint64_t limit) {
  const std::uint64_t longest = std::clamp(decoding.longestRecord, csv::kLeastLongestRecord, csv::kMostLongestRecord);
  TableText text;
  text.encoding = "UTF-8";
  text.decoded = true;
  MASU_TRY(text.sheet, factsOf(path, sheet, longest));
  const SheetFacts& facts = *text.sheet;
  if (limit == std::numeric_limits<std::uint64_t>::max()) MASU_CHECK(io::ScratchRoom(path).checkFor(facts.tableBytes));
  SheetFacts ignored;
  MASU_TRY(io::SheetReader reader, openReader(sheet, longest, ignored));
  MASU_TRY(io::ScratchWriter copy, io::ScratchWriter::open(path));
  std::string record;
  for (std::uint64_t line = 0;; line = reader.row()) {
    if (copy.size() >= limit) {
      text.share = std::min(1.0, static_cast<double>(copy.size()) / static_cast<double>(facts.tableBytes));
      break;
    }
    MASU_TRY(const bool read, reader.next());
    if (!read) break;
    record.assign(reader.row() - line - 1, '\n');
    if (!appendRecord(reader, facts, record)) {
      return fail(Errc::damaged, MASU_TEXT("core", "{0} has changed while it was read. Import it again."),
                  {path.string()}, {path.string(), 0, 0});
    }
    MASU_CHECK(copy.append(record));
  }
  MASU_TRY(text.file, copy.finish());
  return text;
}

bool readsSheets(const csv::Dialect& dialect) {
  return readsMadeCsv(dialect) && csv::isUtf8Name(dialect.encoding);
}

std::vector<Message> notesOnSheet(const SheetFacts& facts, const std::string& file) {
  std::vector<Message> notes;
  std::vector<std::string> others = facts.sheets;
  std::erase(others, facts.sheet);
  if (!facts.isNamed && !others.empty()) {
    notes.push_back(
        {MASU_TEXT("core", "{0} has several sheets, of which {1} is read. Another one is named as {0}#NAME: {2}."),
         {file, facts.sheet, namesListed(others)}});
  }
  if (!facts.number.empty()) {
    notes.push_back({MASU_TEXT("core", "No sheet of {0} is called {2}. {1} is read, the one with that number."),
                     {facts.file.filename().string(), facts.sheet, facts.number}});
  }
  if (facts.errors > 0) {
    notes.push_back({MASU_TEXT("core",
                               "Cells with errors in the sheet {1} of {0}: {2}, the first with {3} in {4}. They count "
                               "as missing."),
                     {file, facts.sheet, std::to_string(facts.errors), facts.firstError, facts.firstErrorCell}});
  }
  if (facts.merged > 0) {
    notes.push_back({MASU_TEXT("core",
                               "Ranges of merged cells in the sheet {1} of {0}: {2}, the first {3}. Only the first "
                               "cell of each has a value; the others count as missing."),
                     {file, facts.sheet, std::to_string(facts.merged), facts.firstMerged}});
  }
  if (facts.brokenRow > 0) {
    notes.push_back({MASU_TEXT("core",
                               "Cells in the sheet {1} of {0} hold line breaks, first in row {2}. The line numbers of "
                               "records below are larger than their rows."),
                     {file, facts.sheet, std::to_string(facts.brokenRow)}});
  }
  return notes;
}

}  // namespace masu::ingest

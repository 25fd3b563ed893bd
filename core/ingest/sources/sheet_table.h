// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/csv/structure/dialect.h"
#include "core/ingest/sources/table_text.h"

namespace masu::ingest {

/// A sheet of an Excel workbook: `book.xlsx` for the first one that is not hidden, `book.xlsx#NAME` for any, or
/// `book.xlsx#2` for the second one that is not hidden where none has that name.
struct SheetPath {
  std::filesystem::path file;
  std::optional<std::string> sheet;
};

/// Nothing for a path that names no workbook, by its content. A file whose own name holds a # is that file.
std::optional<SheetPath> sheetPath(const std::filesystem::path& path);

/// What all cells of a sheet have shown.
struct SheetFacts {
  std::filesystem::path file;
  std::string sheet;
  bool isNamed = false;             ///< by whoever wants it
  std::string number;               ///< by which it was named, as it is written; empty: its name was
  std::vector<std::string> sheets;  ///< those of the workbook in their order, hidden ones apart unless it is one
  std::uint32_t firstColumn = 0;    ///< of the cells that are not empty
  std::uint32_t columns = 0;
  std::uint64_t tableBytes = 0;     ///< of the table that is made of them
  std::uint64_t errors = 0;         ///< cells that show one, such as #N/A
  std::string firstError;
  std::string firstErrorCell;       ///< such as C5
  std::uint64_t merged = 0;         ///< ranges
  std::string firstMerged;
  std::uint64_t brokenRow = 0;      ///< the first with line breaks in a cell; 0: none has
};

/// Makes a table of a sheet, in a copy in the scratch folder as openTableText() has it: CSV in UTF-8 with commas and
/// points, a record for each row from the first column that has a value to the last one, at the line of that row unless
/// cells above it hold line breaks. Rows without cells are blank lines, cells with errors are empty. The sheet is read
/// twice, the first time for its facts, which are known of those that were read last. `path`: what messages name.
/// Errors: those of io::readWorkbook() and io::SheetReader; no sheet of that name, one without cells; a source that
/// changes meanwhile, no space for the copy.
Result<TableText> openSheetTable(const std::filesystem::path& path, const SheetPath& sheet,
                                 const TextDecoding& decoding, std::uint64_t limit);

/// Whether a dialect is that of such tables.
bool readsSheets(const csv::Dialect& dialect);

/// What people should know of a sheet that is read. `file`: its name in them.
std::vector<Message> notesOnSheet(const SheetFacts& facts, const std::string& file);

}  // namespace masu::ingest

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/csv/detection/sniffer.h"
#include "core/ingest/plan/import_options.h"
#include "core/ingest/sources/table_text.h"

namespace masu::ingest {

/// What was said of how tables are spelled; the rest is found out.
inline csv::DialectHints hintsFrom(const TableOptions& options) {
  return {options.delimiter,      options.quote,         options.escape,   options.decimal,
          options.encoding,       options.header,        options.comment,  options.skipLines,
          options.missingMarkers, options.longestRecord, options.thousands};
}

/// One text file of a table import, mapped as UTF-8, with the place where its records begin.
/// Lifetime: text() is valid as long as the object, also after a move.
struct TableSource {
  std::filesystem::path path;
  io::MappedFile file;            ///< or its copy in UTF-8
  double share = 1;               ///< how much of the source `file` holds
  std::uint64_t start = 0;        ///< after byte order mark, preamble and header
  std::uint64_t recordStart = 0;  ///< before the header
  std::uint64_t recordLine = 1;   ///< the line there
  std::uint64_t firstLine = 1;
  std::optional<char> declared;               ///< delimiter, by a first line "sep=;"
  std::vector<std::string> header;            ///< cells of the header; empty without one
  std::shared_ptr<const JsonKeys> json;       ///< of a table made of JSON Lines; its header is on no line of the source
  std::shared_ptr<const SheetFacts> sheet;    ///< of a table made of a sheet of a workbook
  std::shared_ptr<const TaggedTable> tagged;  ///< of one made of an ARFF or a .ts file
  bool rowNames = false;  ///< the header names all fields of a record but its first, whose name is made up

  std::string_view text() const { return {reinterpret_cast<const char*>(file.bytes().data()), file.bytes().size()}; }
  /// Whether what was read of the text was in the file; see io::MappedFile.
  Result<void> check() const { return file.check(path); }
};

/// Opens a file and steps over what is before its records.
/// `limit`: of a copy of an encoded or packed file, for a survey. Errors: no such file, empty, binary, damaged, or not
/// of the dialect's encoding; a workbook, an ARFF or a .ts file where the dialect is not that of the
/// tables that are made of them.
Result<TableSource> openTable(const std::filesystem::path& path, const csv::Dialect& dialect,
                              std::uint64_t limit = std::numeric_limits<std::uint64_t>::max());

/// The same of a text that is open already. `path`: what messages name.
Result<TableSource> tableIn(TableText text, const std::filesystem::path& path, const csv::Dialect& dialect);

/// A table of more columns is refused where its header is read: that is not a table, but a text without line ends.
inline constexpr std::size_t kMostColumns = 1'000'000;
/// The failure that says so.
Error tooManyColumns(const std::filesystem::path& path);

/// How much of a file that has to be decoded a survey of so many files copies of each.
std::uint64_t copiedBytes(std::size_t files);

}  // namespace masu::ingest

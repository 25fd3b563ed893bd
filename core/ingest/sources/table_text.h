// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <limits>
#include <memory>
#include <string>

#include "core/base/result.h"
#include "core/csv/structure/dialect.h"
#include "core/io/file.h"
#include "core/io/mapped_file.h"

namespace masu::ingest {

struct JsonKeys;
struct SheetFacts;
class TaggedTable;

/// The text of a table file as UTF-8, mapped.
struct TableText {
  io::MappedFile file;
  std::string encoding;                  ///< what the file is written in
  std::uint64_t foreignLine = 0;         ///< the first that is not UTF-8, where that is how the encoding was found out
  bool decoded = false;                  ///< `file` is a copy, unpacked and in UTF-8
  double share = 1;                      ///< how much of the source the copy holds
  std::shared_ptr<const JsonKeys> json;  ///< of a table made of JSON Lines
  std::shared_ptr<const SheetFacts> sheet;    ///< of one made of a sheet of a workbook
  std::shared_ptr<const TaggedTable> tagged;  ///< of one made of an ARFF or a .ts file
};

/// How the bytes of a file become the text of a table.
struct TextDecoding {
  std::string encoding;    ///< empty to find out
  bool aligned = false;    ///< runs of blanks become one (see isAligned())
  bool jsonLines = false;  ///< the text is a table that is made of them (see openJsonTable())
  std::uint64_t longestRecord = csv::kLongestRecord;  ///< of JSON Lines and rows of sheets: bytes of one, at most
};

/// Whether a dialect is that of the CSV which tables are made of: commas, double quotes, decimal points.
bool readsMadeCsv(const csv::Dialect& dialect);

/// Opens a file of any encoding, packed with gzip or zstd, a member of a ZIP archive, a sheet of a workbook (see
/// openSheetTable(), whatever the encoding in `decoding` is), an ARFF or a .ts file (see TaggedTable), or plain. UTF-8
/// is mapped as it is unless its blanks are to be made one; anything else is turned into a copy without a name, in
/// TMPDIR or /var/tmp, that is gone with the object: memory stays small and every position can be reached. Lines count
/// as in the source; byte offsets are those of the copy. `limit`: of a copy, for a survey; it then ends after a line
/// end. Errors: no such file, a damaged packed file, binary data (see foreignBinary()), an unknown encoding, no space
/// for the copy; of JSON Lines those of openJsonTable(), of a workbook those of openSheetTable(), of ARFF those of
/// TaggedTable.
Result<TableText> openTableText(const std::filesystem::path& path, const TextDecoding& decoding,
                                std::uint64_t limit = std::numeric_limits<std::uint64_t>::max());

/// The same of a file that is open already and not packed; a copy is held in memory.
Result<TableText> openTableText(const io::File& file, const std::string& encoding);

}  // namespace masu::ingest

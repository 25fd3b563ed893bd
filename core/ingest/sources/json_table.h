// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/ingest/sources/table_text.h"

namespace masu::ingest {

/// What all lines of a file of JSON Lines have shown.
struct JsonKeys {
  std::vector<std::string> names;  ///< the columns, in the order of their first appearance
  std::uint64_t keyBytes = 0;      ///< of the header that they are
  std::uint64_t tableBytes = 0;    ///< of the table that is made of them, about
  std::string nestedKey;           ///< the first whose value is an object or an array; its line is not 0
  std::uint64_t nestedLine = 0;
};

/// The lines of a text that comes in pieces; LF, CR and CRLF end them. Of a line that is longer than the limit the
/// front is held.
class LineCutter {
 public:
  explicit LineCutter(std::uint64_t longest) : m_longest(longest) {}

  /// Requires: next() said that there is no more. `last`: no piece follows. Lifetime: borrows it until then.
  void give(std::string_view piece, bool last);
  /// False: another piece is needed, or after the last one all lines were had.
  bool next();

  std::string_view line() const { return m_line; }
  bool isTooLong() const { return m_length > m_longest; }
  /// Counts from 1.
  std::uint64_t number() const { return m_number; }
  /// Bytes of the piece that are not yet in a line.
  std::size_t left() const { return m_rest.size(); }

 private:
  std::uint64_t m_longest;
  std::string_view m_rest;
  std::string m_line;
  std::uint64_t m_length = 0;  ///< of the line, also where less of it is held
  std::uint64_t m_number = 0;
  bool m_last = false;
  bool m_whole = true;         ///< the line was had
  bool m_afterReturn = false;  ///< a LF belongs to the CR before it
};

/// Reads a source for the columns of its table; those of the sources that were read last are known. Threads: any.
/// Errors: those of the file; no line that is an object with keys, more keys than a table may have columns, names that
/// are longer together than a record may be.
Result<std::shared_ptr<const JsonKeys>> jsonKeys(const std::filesystem::path& path, const TextDecoding& decoding);

/// Makes a table of a source of JSON Lines, in a copy in the scratch folder as openTableText() has it: CSV, a header,
/// then a line for each line of the source; see csv::JsonRecord and csv::appendJsonFault(). Blank lines stay blank.
/// `decoding`: with the encoding. Errors: as above; a source that changes meanwhile, no space for the copy.
Result<TableText> openJsonTable(const std::filesystem::path& path, const TextDecoding& decoding, std::uint64_t limit);

/// Whether a file is to be read so by its name: .jsonl, .ndjson, perhaps packed.
bool hasJsonLinesName(const std::filesystem::path& path);
/// The same by its first lines. `head`: as UTF-8, without a byte order mark; `whole`: it is the entire text.
bool holdsJsonLines(std::string_view head, bool whole);

}  // namespace masu::ingest

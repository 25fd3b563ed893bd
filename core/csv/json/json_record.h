// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace masu::csv {

/// Why a line of JSON Lines is not a record.
enum class JsonFault : std::uint8_t { none, notAnObject, keyTwice, tooLong, numberTooLarge };

/// A line of JSON Lines, an object of JSON, as the fields of a table.
/// Numbers keep their text; true and false are those words; null and "" are empty fields; an object or array within is
/// one cell, its JSON without blanks. A field is in CSV, on one line whatever its text is: see Dialect::jsonLines.
/// Threads: one at a time. Memory: a few times the longest line so far.
class JsonRecord {
 public:
  /// A value of the object; places in the buffer, which grows.
  struct Cell {
    std::size_t key = 0;
    std::size_t field = 0;
    std::size_t end = 0;
  };

  JsonFault read(std::string_view line);

  /// In their order. Requires, as all below: read() gave no fault.
  std::span<const Cell> cells() const { return m_cells; }
  std::string_view key(const Cell& cell) const { return at(cell.key, cell.field); }
  std::string_view field(const Cell& cell) const { return at(cell.field, cell.end); }
  std::size_t bytes() const { return m_buffer.size(); }
  /// The first whose value is an object or an array.
  std::optional<std::size_t> nestedCell() const { return m_nestedCell; }

  /// The key of JsonFault::keyTwice, the number of JsonFault::numberTooLarge.
  const std::string& detail() const { return m_detail; }

 private:
  class Reader;

  std::string_view at(std::size_t begin, std::size_t end) const {
    return std::string_view(m_buffer).substr(begin, end - begin);
  }
  bool hasKeyTwice();

  std::string m_buffer;
  std::vector<Cell> m_cells;
  std::vector<std::string_view> m_keys;  ///< sorted
  std::optional<std::size_t> m_nestedCell;
  std::string m_detail;
};

/// Appends a field as JsonRecord has it.
void appendJsonField(std::string& record, std::string_view text);

/// A line that is not a record, as a record that has other fields than its table has columns, so that it is rejected:
/// its fault, `detail`, and the front of the line.
void appendJsonFault(std::string& record, JsonFault fault, std::string_view detail, std::string_view line,
                     std::size_t columns);

/// What appendJsonFault() wrote, found again.
struct FoundJsonFault {
  JsonFault fault = JsonFault::none;
  std::string detail;
  std::string line;
};
/// Nothing for another record. `record`: its bytes, of which the end may be missing.
std::optional<FoundJsonFault> jsonFaultIn(std::string_view record);

/// A record of the table as people are shown it: a line that is not a record as it is in the source, {} for one without
/// values, the cells of another with their line ends spelled \n and \r.
std::string shownJsonRecord(std::string_view record);

}  // namespace masu::csv

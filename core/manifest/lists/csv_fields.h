// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <istream>
#include <string>
#include <vector>

namespace masu::manifest {

/// Reads the records of a manifest's CSV (RFC 4180: commas, quotes, quoted line breaks), which is far from the CSV of
/// data: four columns, written by Masu or by a spreadsheet.
class CsvFields {
 public:
  explicit CsvFields(std::istream& input) : m_input(input) {}

  /// False at the end. Empty lines are passed over.
  bool next();
  const std::vector<std::string>& fields() const { return m_fields; }
  /// False where a quote of the record never closes, so that it holds all that follows.
  bool isClosed() const { return m_isClosed; }
  /// Where the record begins, from 1.
  std::uint64_t line() const { return m_line; }

 private:
  void split();

  std::istream& m_input;
  std::string m_record;
  std::vector<std::string> m_fields;
  bool m_isClosed = true;
  std::uint64_t m_line = 0;
  std::uint64_t m_linesRead = 0;
};

}  // namespace masu::manifest

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/byte_record.h"
#include "core/ingest/plan/import_plan.h"
#include "core/io/file.h"

namespace masu::ingest {

/// What became of a record of the sources: of a line of a table, or of a whole recording.
struct LoggedRecord {
  std::uint32_t source = 0;  ///< entry of RecordLogReader::sources()
  std::uint64_t line = 0;    ///< of a table's record, counted from 1; 0 of a recording
  bool isSample = false;
  std::string reason;  ///< why it is not a sample; empty for one that is
  /// The cells asked for: first those kept, then those of labels. Empty where the record cannot be taken apart.
  std::vector<std::string> cells;
};

/// What the cell of a label begins with, where it is neither missing nor a value: its text follows. No value begins so.
inline constexpr char kNoValue = '!';

/// A column whose cells a log keeps.
struct LoggedColumn {
  std::string name;
  std::size_t column = 0;  ///< of the plan
  bool isLabel = false;
  bool isClass = false;  ///< of a label: noted as the class that an import makes of the cell
};

/// A file that lists every record of an import in the order of its sources, samples or not: what predictions need
/// for a row each. A scratch file, for the same program to read again.
/// Threads: append() by one at a time, in order; the rest any. Lifetime: owns the file.
class RecordLog {
 public:
  /// Errors: those of the file.
  static Result<RecordLog> create(const std::filesystem::path& path, const ImportPlan& plan,
                                  std::vector<LoggedColumn> columns);

  const std::vector<LoggedColumn>& columns() const { return m_columns; }
  /// `records`: each as put() writes it.
  Result<void> append(std::uint32_t source, std::span<const std::byte> records);
  /// Forgets all records, for an import that begins again.
  Result<void> clear();

  /// Writes a record after others; its source is given to append().
  static void put(const LoggedRecord& record, ByteWriter& to);

 private:
  Result<void> write(std::span<const std::byte> bytes);

  io::File m_file;
  std::vector<LoggedColumn> m_columns;
  std::uint64_t m_bytes = 0;
  std::uint64_t m_headBytes = 0;
};

/// Reads what a RecordLog wrote, record by record. Threads: one at a time.
class RecordLogReader {
 public:
  /// Errors: no such file; not a log.
  static Result<RecordLogReader> open(const std::filesystem::path& path);

  /// Whether its records are lines of tables; else they are recordings.
  bool isTable() const { return m_isTable; }
  const std::vector<std::string>& sources() const { return m_sources; }
  const std::vector<std::string>& kept() const { return m_kept; }
  const std::vector<std::string>& labels() const { return m_labels; }

  /// False at the end.
  Result<bool> next(LoggedRecord& record);

 private:
  Result<bool> nextBlock();
  Error damaged() const;

  io::File m_file;
  std::uint64_t m_size = 0;
  std::uint64_t m_position = 0;
  std::uint32_t m_source = 0;
  std::vector<std::byte> m_block;
  ByteReader m_records{{}};
  bool m_isTable = true;
  std::vector<std::string> m_sources;
  std::vector<std::string> m_kept;
  std::vector<std::string> m_labels;
};

}  // namespace masu::ingest

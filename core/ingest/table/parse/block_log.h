// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/csv/numbers/cell_parser.h"
#include "core/csv/structure/tokenizer.h"
#include "core/ingest/journal/record_log.h"
#include "core/ingest/plan/import_plan.h"
#include "core/ingest/table/parse/parsed_block.h"

namespace masu::ingest {

/// Notes what became of each record of a block while it is parsed, for a RecordLog.
/// Threads: one at a time; one for each parser. Lifetime: borrows the plan and the log's columns.
class BlockLog {
 public:
  BlockLog(const ImportPlan& plan, const RecordLog& log) : m_plan(plan), m_columns(log.columns()) {}

  /// Before the first record of a block.
  void begin(ParsedBlock& block);
  /// After each record, when the block has what became of it. `record`: null where it could not be taken apart;
  /// `fieldOf`: the field of each of the plan's columns; `dropped`: the column whose missing cell dropped it.
  void add(const csv::Tokenizer::Record* record, const std::vector<std::size_t>& fieldOf, std::size_t dropped,
           csv::CellParser& cells, ParsedBlock& block);

 private:
  std::string reasonOf(std::size_t dropped, const ParsedBlock& block) const;
  std::string valueOf(const ColumnPlan& column, std::string_view text, const csv::CellParser& cells) const;
  std::string cellOf(const LoggedColumn& column, std::string_view field, csv::CellParser& cells) const;

  const ImportPlan& m_plan;
  const std::vector<LoggedColumn>& m_columns;
  LoggedRecord m_record;
  ByteWriter m_bytes;
  const char* m_counted = nullptr;  ///< up to here lines were counted
  std::size_t m_rejects = 0;        ///< of the block that were logged
  std::uint64_t m_filtered = 0;
};

}  // namespace masu::ingest

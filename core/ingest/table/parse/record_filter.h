// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/csv/numbers/cell_parser.h"
#include "core/csv/structure/tokenizer.h"
#include "core/ingest/plan/import_plan.h"
#include "core/table/filter.h"

namespace masu::ingest {

/// Applies the filter expression of an import to the records of a block, before anything else of them is read.
/// Names are those of the plan's columns, whatever their role; `source` is the path of the source file. A cell that is
/// not of its column's kind counts as missing here; such a record is for the parser to reject.
/// Threads: one at a time. Lifetime: borrows the plan.
class RecordFilter {
 public:
  /// Errors: an expression that makes no sense, or asks what a record of a source cannot answer.
  static Result<RecordFilter> compile(const ImportPlan& plan);

  /// Begins a block of a source. `fieldOf`: the field of each of the plan's columns; kNoField for none.
  void begin(std::uint32_t source, const std::vector<std::size_t>& fieldOf);
  /// Adds the next record, whose cells beyond its end are missing; null for one that cannot be read, which keeps its
  /// place only.
  void add(const csv::Tokenizer::Record* record, csv::CellParser& cells);
  /// Applies the expression to what was added.
  void apply();

  /// Whether a record passes, and whether a cell that it was asked for is not of its column's kind.
  bool passes(std::uint64_t record) const { return m_hits[record] != 0; }
  bool isFaulty(std::uint64_t record) const { return m_faulty[record] != 0; }

  static constexpr std::size_t kNoField = static_cast<std::size_t>(-1);

 private:
  class Rows;

  RecordFilter(std::shared_ptr<Rows> rows, table::Filter filter);

  std::shared_ptr<Rows> m_rows;
  table::Filter m_filter;
  const std::vector<std::size_t>* m_fieldOf = nullptr;
  std::vector<std::uint8_t> m_hits;
  std::vector<std::uint8_t> m_faulty;
};

}  // namespace masu::ingest

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/base/byte_record.h"
#include "core/base/result.h"
#include "core/ingest/plan/import_plan.h"
#include "core/ingest/table/parse/parsed_block.h"
#include "core/ingest/table/parse/table_layout.h"

namespace masu::ingest {

/// Cells that show the plan to have guessed wrong about their column, which a survey of some records could not know:
/// whole numbers with zeros before them where the digits were to be kept, and dates that show another order of day,
/// month and year than the column is read in. They end an import whose plan was a guess; where a person, a recipe or
/// the dates themselves decided how a column is read, they are counted.
/// Threads: one at a time, blocks in order. Lifetime: borrows plan and layout.
class LateCells {
 public:
  LateCells(const ImportPlan& plan, const TableLayout& layout);

  /// `cursor`: of the block's text. Errors: a cell that ends the import; the sentence names its place and the options.
  Result<void> add(const ParsedBlock& block, LineCursor& cursor);

  /// A sentence about the cells of each column that did not end the import.
  std::vector<Message> notes() const;

  void save(ByteWriter& state) const;
  /// False where it is not the state of an import of this plan.
  bool restore(ByteReader& state);

 private:
  struct Met {
    std::uint64_t count = 0;
    std::uint64_t source = 0;  ///< of the first
    std::uint64_t line = 0;    ///< the same
  };

  /// Some cells of a block, and the first of them.
  struct Found {
    std::uint64_t count = 0;
    std::string first;
    std::uint64_t offset = 0;  ///< from the block's first byte
  };

  /// Whether they are the first.
  bool meet(Met& met, const Found& found, const ParsedBlock& block, LineCursor& cursor, Location& where) const;
  Result<void> addZeros(std::size_t place, const ParsedBlock& block, LineCursor& cursor);
  Result<void> addOrder(std::size_t column, const Found& found, const ParsedBlock& block, LineCursor& cursor);
  bool isOrderGuessed(const ColumnPlan& column) const;
  Error zerosLost(const ColumnPlan& column, const std::string& cell, Location where) const;
  Error orderWrong(const ColumnPlan& column, const std::string& cell, table::DateOrder other, Location where) const;
  void noteZeros(std::vector<Message>& notes) const;
  void noteOrders(std::vector<Message>& notes) const;

  const ImportPlan& m_plan;
  const TableLayout& m_layout;
  std::vector<Met> m_zeroLed;  ///< beside the layout's columns of digits
  std::vector<Met> m_orders;   ///< of each of the layout's columns of times: dates in each other order
};

}  // namespace masu::ingest

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/csv/numbers/cell_parser.h"
#include "core/csv/structure/record_splitter.h"
#include "core/ingest/journal/reject.h"
#include "core/ingest/journal/repair.h"
#include "core/ingest/table/parse/matrix_tile.h"

namespace masu::ingest {

/// The words of one block as numbers of the block, row-major. The ordered step gives each its code, so that
/// dictionaries grow in record order whatever the threads do.
struct WordsTile {
  static constexpr std::uint32_t kMissing = ~std::uint32_t{0};

  std::size_t width = 0;
  std::vector<std::uint32_t> numbers;
  std::vector<std::vector<std::string>> words;  ///< of each column, by number: in the order of their first record
  std::vector<std::uint64_t> missing;           ///< of each column
};

/// The values of a column that is left out because its survey met none.
struct LateValues {
  std::uint64_t numbers = 0;
  std::uint64_t booleans = 0;
  std::uint64_t times = 0;
  std::uint64_t texts = 0;
  std::uint64_t firstRecord = 0;  ///< with a value, counted in its source (of a block: from the block's first)
  std::uint32_t firstSource = 0;

  std::uint64_t total() const { return numbers + booleans + times + texts; }
  /// What they are, as --type calls it.
  std::string_view type() const {
    const std::uint64_t all = total();
    return numbers == all ? "number" : booleans == all ? "boolean" : times == all ? "time" : "category";
  }
  void add(std::string_view text, const csv::CellParser& cells, std::uint64_t record);
  /// Adds those of the next block, which begins at a record of the source.
  void merge(const LateValues& next, std::uint64_t blockBegin);
};

/// Whole numbers with zeros before them, in a column that watchesZeros().
struct ZeroLedCells {
  std::uint64_t count = 0;
  std::uint64_t offset = 0;  ///< of the first cell, in the block
  std::string first;
};

/// Records of a block that a stray quote may have joined from several.
struct JoinedRecords {
  std::uint64_t count = 0;
  std::uint64_t lines = 0;   ///< line ends within them
  std::uint64_t offset = 0;  ///< of the first, in the block
  std::uint64_t bytes = 0;   ///< of the first
};

/// A block of records as columns of their stored types. Rejected and dropped records left nothing in it but their
/// count.
struct ParsedBlock {
  csv::Block text;
  std::uint32_t source = 0;
  std::uint64_t records = 0;
  std::uint64_t dropped = 0;             ///< for missing cells, or by the filter
  std::uint64_t filtered = 0;            ///< by the filter
  std::vector<std::uint32_t> positions;  ///< of each row, counted in records from the block's first
  std::vector<MatrixTile> matrices;
  std::vector<WordsTile> words;
  std::vector<std::vector<std::string>> texts;
  std::vector<LateValues> late;       ///< beside the layout's watched columns
  std::vector<ZeroLedCells> zeroLed;  ///< beside the layout's columns of digits
  std::vector<Reject> rejects;
  BlockRepairs repairs;
  std::vector<std::byte> log;  ///< what became of each record, where a RecordLog asks for it
  JoinedRecords joined;

  std::size_t rows() const { return positions.size(); }
};

}  // namespace masu::ingest

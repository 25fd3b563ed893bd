#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/csv/cell_parser.h"
#include "core/csv/decimal_reader.h"
#include "core/csv/tokenizer.h"
#include "core/ingest/import_plan.h"
#include "core/ingest/parsed_block.h"
#include "core/ingest/table_layout.h"
#include "core/ingest/word_cache.h"

namespace masu::ingest {

/// Parses blocks of records straight into the types that are stored.
/// Threads: one at a time; a parser for each thread. Lifetime: borrows plan and layout.
class BlockParser {
 public:
  BlockParser(const ImportPlan& plan, const TableLayout& layout);

  /// Fills `out` from out.text. `types`: what each matrix is stored as at the moment.
  void parse(std::span<const table::DType> types, ParsedBlock& out);

 private:
  enum class Fate : std::uint8_t { taken, rejected, dropped };

  /// Columns beside each other in the source and in one matrix, or a single column of another kind.
  struct Run {
    std::size_t first = 0;
    std::size_t count = 1;
    CellTarget target;  ///< of the first

    bool goesOnWith(std::size_t column, const CellTarget& next) const;
  };

  void begin(std::span<const table::DType> types, ParsedBlock& out);
  Fate readRecord(const csv::Tokenizer::Record& record, ParsedBlock& out);
  Fate readNumbers(const csv::Tokenizer::Record& record, const Run& run, std::size_t& column);
  Fate readNumber(std::string_view text, const CellTarget& target, double& value, float& nearest);
  Fate readWord(std::string_view text, const CellTarget& target);
  Fate readText(std::string_view text, const CellTarget& target);
  Fate missing(const CellTarget& target, RejectReason reason);
  Fate refuse(RejectReason reason);
  void commit(ParsedBlock& out);
  void commitWords(WordsTile& tile, const std::vector<WordCache::Entry*>& entries) const;
  void reject(const csv::Tokenizer::Record& record, std::size_t column, std::string_view cell, ParsedBlock& out) const;

  const TableLayout& m_layout;
  csv::Tokenizer m_tokenizer;
  csv::CellParser m_cells;
  csv::DecimalReader m_decimals;
  std::vector<Run> m_runs;
  RejectReason m_reason = RejectReason::fieldCount;
  std::vector<MatrixTile::Row> m_rows;  ///< of the record at hand, one a matrix
  std::vector<std::vector<WordCache>> m_caches;
  std::vector<std::vector<WordCache::Entry*>> m_entries;  ///< of the record at hand
  std::vector<std::string> m_texts;
  std::uint64_t m_block = 0;
};

}  // namespace masu::ingest

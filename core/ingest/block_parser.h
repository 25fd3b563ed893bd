#pragma once

#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/csv/cell_parser.h"
#include "core/csv/tokenizer.h"
#include "core/ingest/import_plan.h"
#include "core/ingest/parsed_block.h"
#include "core/ingest/table_layout.h"

namespace masu::ingest {

/// Codes of the words that a plan knows, by word group and column; shared by all parsers and never changed.
/// The words of a label are looked up as they stand in the source; what they become is the plan's to say.
class KnownWords {
 public:
  KnownWords(const ImportPlan& plan, const TableLayout& layout);

  struct Column {
    std::unordered_map<std::string_view, std::uint32_t> codes;  ///< 0 is the first word
    std::vector<std::string> dictionary;
    std::vector<std::string> spellings;  ///< what `codes` has views of
    bool integers = false;
  };
  const Column& column(std::size_t group, std::size_t slot) const { return m_groups[group][slot]; }

 private:
  std::vector<std::vector<Column>> m_groups;
};

/// Parses blocks of records straight into the types that are stored.
/// Threads: one at a time; a parser for each thread. Lifetime: borrows plan, layout and words.
class BlockParser {
 public:
  BlockParser(const ImportPlan& plan, const TableLayout& layout, const KnownWords& words);

  /// Fills `out` from out.text. `types`: what each matrix is stored as at the moment.
  void parse(std::span<const table::DType> types, ParsedBlock& out);

 private:
  enum class Fate : std::uint8_t { taken, rejected, dropped };

  void begin(std::span<const table::DType> types, ParsedBlock& out);
  Fate readRecord(const csv::Tokenizer::Record& record, ParsedBlock& out);
  Fate readNumber(std::string_view text, const CellTarget& target);
  Fate readWord(std::string_view text, const CellTarget& target);
  Fate readText(std::string_view text, const CellTarget& target);
  Fate missing(const CellTarget& target, RejectReason reason);
  Fate refuse(RejectReason reason);
  void commit(ParsedBlock& out);
  std::uint32_t newCode(WordsTile& tile, std::size_t group, std::size_t slot, const std::string& word);
  void reject(const csv::Tokenizer::Record& record, std::size_t column, std::string_view cell, ParsedBlock& out) const;

  /// A word of the record at hand that the plan does not know.
  struct PendingWord {
    std::size_t group = 0;
    std::size_t slot = 0;
    std::string word;
  };

  const ImportPlan& m_plan;
  const TableLayout& m_layout;
  const KnownWords& m_known;
  csv::Tokenizer m_tokenizer;
  csv::CellParser m_cells;
  RejectReason m_reason = RejectReason::fieldCount;
  std::vector<std::vector<double>> m_values;
  std::vector<std::vector<float>> m_nearest;
  std::vector<std::vector<std::uint32_t>> m_codes;
  std::vector<std::string> m_texts;
  std::vector<PendingWord> m_pending;
  std::vector<std::vector<std::unordered_map<std::string, std::uint32_t>>> m_newCodes;
};

}  // namespace masu::ingest

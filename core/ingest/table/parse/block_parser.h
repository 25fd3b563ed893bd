// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/csv/numbers/cell_parser.h"
#include "core/csv/numbers/decimal_reader.h"
#include "core/csv/numbers/number_kernel.h"
#include "core/csv/structure/tokenizer.h"
#include "core/ingest/plan/import_plan.h"
#include "core/ingest/table/parse/block_log.h"
#include "core/ingest/table/parse/parsed_block.h"
#include "core/ingest/table/parse/record_filter.h"
#include "core/ingest/table/parse/table_layout.h"
#include "core/ingest/table/parse/word_cache.h"

namespace masu::ingest {

/// Parses blocks of records straight into the types that are stored.
/// Threads: one at a time; a parser for each thread. Lifetime: borrows plan and layout.
class BlockParser {
 public:
  /// `log`: null, or what ParsedBlock::log is filled for. Errors: a filter that makes no sense, or asks for a column
  /// that the plan does not have.
  static Result<std::unique_ptr<BlockParser>> of(const ImportPlan& plan, const TableLayout& layout,
                                                 const RecordLog* log = nullptr);

  /// Fills `out` from out.text and out.source. `types`: what each matrix is stored as at the moment.
  void parse(std::span<const table::DType> types, ParsedBlock& out);

 private:
  enum class RecordOutcome : std::uint8_t { taken, rejected, dropped };
  static constexpr std::uint32_t kNoSource = static_cast<std::uint32_t>(-1);

  /// Fields beside each other in the source and in one matrix, or a single field of another kind.
  struct Run {
    std::size_t first = 0;
    std::size_t count = 1;
    CellTarget target;  ///< of the first

    bool continuesWith(std::size_t field, const CellTarget& next) const;
  };
  /// A column that the source at hand does not have.
  struct Absent {
    std::size_t column = 0;
    CellTarget target;
  };

  /// Where the fields of a record go.
  struct Binding {
    std::vector<Run> runs;
    std::vector<Absent> absent;
  };
  /// A cell of the record at hand that counts as missing.
  struct Repaired {
    RepairKey key;
    std::string text;
  };

  BlockParser(const ImportPlan& plan, const TableLayout& layout, const RecordLog* log,
              std::optional<RecordFilter> filter);

  void bindSource(std::uint32_t source);
  void applyFilter(std::uint32_t source);
  void rejectLines(ParsedBlock& out);

  void begin(std::span<const table::DType> types, ParsedBlock& out);
  void parseRecords(ParsedBlock& out);
  void parseRecord(const csv::Tokenizer::Record& record, ParsedBlock& out);
  bool isComment(const csv::Tokenizer::Record& record) const { return m_comment != '\0' && *record.begin == m_comment; }
  void truncate(csv::Tokenizer::Record& record);
  bool hasFields(const csv::Tokenizer::Record& record) const;
  const Binding& bindingOf(std::size_t fields);
  void noteRepairs(const csv::Tokenizer::Record& record, ParsedBlock& out) const;
  RecordOutcome readRecord(const csv::Tokenizer::Record& record, const Binding& binding, ParsedBlock& out);
  RecordOutcome readAbsent(const Absent& absent);
  RecordOutcome readNumbers(const csv::Tokenizer::Record& record, const Run& run, std::size_t& field);
  RecordOutcome readOther(std::string_view field, const CellTarget& target);
  std::size_t readMany(const csv::Tokenizer::Record& record, const Run& run, std::size_t from, double* values,
                       float* nearest) const;
  void noteWholes(const csv::Tokenizer::Record& record, const Run& run, ParsedBlock& out);
  RecordOutcome readNumber(std::string_view text, const CellTarget& target, double& value, float& nearest);
  RecordOutcome readTime(std::string_view text, const CellTarget& target);
  RecordOutcome missingNumber(const CellTarget& target, double& value, float& nearest);
  RecordOutcome readWord(std::string_view text, const CellTarget& target);
  RecordOutcome readText(std::string_view text, const CellTarget& target);
  RecordOutcome missing(const CellTarget& target, RejectReason reason);
  RecordOutcome refuse(RejectReason reason);
  bool becomesMissing(const CellTarget& target) const;
  RecordOutcome refuseNumber(RejectReason reason, std::string_view text, const CellTarget& target, double& value,
                             float& nearest);
  void noteZeros(const csv::Tokenizer::Record& record, ParsedBlock& out);
  void commit(const csv::Tokenizer::Record& record, ParsedBlock& out);
  void commitWords(WordsTile& tile, const std::vector<WordCache::Entry*>& entries) const;
  void noteJoined(const csv::Tokenizer::Record& record, ParsedBlock& out) const;
  void rejectLine(const csv::Tokenizer::Record& record, ParsedBlock& out);
  /// `field`: kWholeRecord where no single one is to blame.
  void reject(const csv::Tokenizer::Record& record, std::size_t column, std::size_t field, std::string_view cell,
              ParsedBlock& out) const;

  const ImportPlan& m_plan;
  const TableLayout& m_layout;
  char m_comment;
  std::uint32_t m_source = kNoSource;   ///< that the members down to m_digits are arranged for
  std::vector<std::size_t> m_columns;   ///< the plan's column of each field
  std::vector<std::size_t> m_fieldOf;   ///< the other way round
  std::vector<std::size_t> m_noFields;  ///< the same for a record with other fields than columns
  Binding m_binding;
  Binding m_shortBinding;  ///< of records with m_shortFields
  std::size_t m_shortFields = 0;
  std::vector<std::pair<std::size_t, std::uint32_t>> m_watched;  ///< fields, and their slots among the late values
  std::vector<std::pair<std::size_t, std::size_t>> m_digits;  ///< fields, and their places among the columns of digits
  csv::Tokenizer m_tokenizer;
  csv::CellParser m_cells;
  csv::DecimalReader m_decimals;
  csv::NumberRules m_rules;
  const csv::NumberKernel* m_kernel = nullptr;
  bool m_pads;               ///< as TableOptions::ragged has it
  bool m_truncates;          ///< the same
  bool m_mends;              ///< OnError::missing
  std::string_view m_uncut;  ///< the bytes of the record at hand where fields of it are left out; else empty
  std::size_t m_uncutFields = 0;
  std::vector<Repaired> m_repaired;
  bool m_exact = false;  ///< some number went beyond what doubles count: the digits of such are looked at, too
  RejectReason m_reason = RejectReason::fieldCount;
  std::vector<MatrixTile::Row> m_rows;  ///< of the record at hand, one a matrix
  /// A cell of the record at hand that its double misses: a time of more decimals, a number nearer to 0.
  struct Missed {
    std::size_t group = 0;
    std::size_t slot = 0;
    double timeLoss = 0;  ///< 0: a number
  };
  std::vector<Missed> m_missed;
  std::vector<std::vector<WordCache>> m_caches;
  std::vector<std::vector<WordCache::Entry*>> m_entries;  ///< of the record at hand
  std::vector<std::string> m_texts;
  std::uint64_t m_block = 0;
  std::optional<RecordFilter> m_filter;
  std::optional<BlockLog> m_log;
  std::size_t m_droppedFor = Reject::kWholeRecord;  ///< column of the missing cell that dropped the last record
  WordCache::Entry m_absentWord;
};

}  // namespace masu::ingest

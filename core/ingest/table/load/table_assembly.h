// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <condition_variable>
#include <mutex>
#include <optional>
#include <stop_token>
#include <vector>

#include "core/ingest/journal/rejects_file.h"
#include "core/ingest/journal/repair.h"
#include "core/ingest/table/load/column_moments.h"
#include "core/ingest/table/load/dictionary.h"
#include "core/ingest/table/load/late_cells.h"
#include "core/ingest/table/parse/block_parser.h"
#include "core/store/write/dataset_writer.h"

namespace masu::ingest {

/// What a run over the sources begins with that follows another one, whose types had rounded values before they turned
/// out too narrow.
struct WiderStart {
  std::vector<table::DType> types;  ///< of each matrix; empty: those of the plan
  std::vector<Message> notes;       ///< why
};

/// What the parsed blocks of a table become: everything that depends on the order of records is decided here.
/// Threads: admit() and merge() by one at a time, blocks in order; store() and types() in
/// parallel. Lifetime: borrows all it is given.
class TableAssembly {
 public:
  struct Limits {
    std::uint64_t mostWordBytes = 0;  ///< of memory, for the words of all columns
    bool fixedFeatures = false;       ///< as LoadOptions has it
  };
  /// `notes`: what was to be said before it began.
  TableAssembly(const ImportPlan& plan, const TableLayout& layout, store::DatasetWriter& writer, RejectsFile& rejects,
                Limits limits, std::vector<Message> notes);

  /// Where a block's samples belong, and what codes its words have.
  struct Placement {
    std::uint64_t firstSample = 0;
    std::uint64_t firstRecord = 0;                               ///< of the block, counted in its source
    std::vector<std::vector<std::vector<std::uint32_t>>> codes;  ///< [word group][column][number in the block]
    std::vector<table::DType> codeTypes;                         ///< of each word group
  };
  /// One matrix each: what its moments are made of.
  using Moments = std::vector<ColumnMoments::Part>;

  /// What each matrix is stored as at the moment; what a block parsed with other types is worth is for fits() to say.
  std::vector<table::DType> types() const;
  bool fits(const ParsedBlock& block) const;

  /// Admits a block. Requires: fits(block). Errors: a reject under OnError::fail; a full disk; the sources have to be
  /// read again (see again()).
  Result<Placement> admit(const ParsedBlock& block, const std::stop_token& stop);
  /// Writes an admitted block.
  Result<Moments> store(const ParsedBlock& block, const Placement& placement);
  void merge(const Moments& moments);

  /// Waits until all that was admitted is merged. Threads: of admit(). Errors: cancelled.
  Result<void> settle(const std::stop_token& stop);
  /// All that the merged blocks came to. Requires: settled.
  void save(ByteWriter& state) const;
  /// Errors: it is not the state of an import of this plan.
  Result<void> restore(ByteReader& state);

  /// What the next run begins with, where admit() failed as values that were rounded would have become wider: all are
  /// to be as the wider type reads them.
  const std::optional<WiderStart>& again() const { return m_again; }

  std::uint64_t samples() const { return m_samples; }
  /// Errors: a column that was left out as empty holds values.
  Result<void> checkLate() const;
  /// `readHash`: of all that was read of the sources (ReadHash::digest()).
  store::DatasetMeta meta(std::uint64_t readHash);
  void fill(ImportReport& report) const;

 private:
  Result<void> widenObject(std::size_t object, table::DType wider, const store::ElementWidening& widening,
                           const std::stop_token& stop);
  Result<void> widen(std::size_t matrix, table::DType wider, const std::stop_token& stop);
  Error advised(Error error) const;
  Error conflict(std::size_t matrix, const MatrixTile::Misfit& misfit, const ParsedBlock& block) const;
  Location placeOfRow(const ParsedBlock& block, std::size_t row) const;
  void noteJoined(const ParsedBlock& block, LineCursor& cursor);
  void fillForecast(ImportReport& report) const;
  void noteFineTimes(ImportReport& report) const;
  Error beyondPlan(const MatrixTile& tile, std::size_t matrix, std::uint32_t source) const;
  Error beyondDataset(const MatrixTile& tile, std::size_t matrix, std::uint32_t source) const;
  bool hasRounded(std::size_t matrix) const;
  Result<void> makeWider(const MatrixTile& tile, std::size_t matrix, bool rounded, const std::stop_token& stop);
  bool becomesWhole(std::size_t matrix, const MatrixTile& tile) const;
  Result<void> admitMatrices(const ParsedBlock& block, const std::stop_token& stop);
  Result<void> checkWordBytes() const;
  Error tooManyWords(const WordsLayout& layout, std::size_t slot) const;
  void admitLate(const ParsedBlock& block);
  Result<void> admitWords(const ParsedBlock& block, Placement& placement, const std::stop_token& stop);
  Result<void> writeWords(const WordsTile& tile, std::size_t group, const Placement& placement);
  table::Schema schema();

  const ImportPlan& m_plan;
  const TableLayout& m_layout;
  store::DatasetWriter& m_writer;
  RejectsFile& m_rejects;
  Limits m_limits;
  std::optional<WiderStart> m_again;

  mutable std::mutex m_mutex;  ///< guards the three below
  std::condition_variable_any m_idle;
  std::size_t m_underWay = 0;  ///< blocks that were admitted and are not merged yet
  std::vector<table::DType> m_types;

  std::vector<table::DType> m_codeTypes;
  std::vector<std::vector<table::ColumnStats>> m_ranges;
  std::vector<std::vector<downcast::LossMeter>> m_losses;
  std::vector<ColumnMoments> m_moments;
  std::vector<std::vector<Dictionary>> m_dictionaries;
  std::vector<std::vector<std::uint64_t>> m_missingWords;
  std::vector<std::uint64_t> m_missingTexts;
  std::vector<std::uint64_t> m_sourceRecords;
  std::vector<LateValues> m_late;  ///< beside the layout's watched columns
  std::vector<Message> m_notes;
  RepairLog m_repairs;
  LateCells m_lateCells;
  JoinedRecords m_joined;            ///< of all blocks; offset is the line that the first begins on
  std::uint64_t m_joinedSource = 0;  ///< of the first
  std::uint64_t m_samples = 0;
  std::uint64_t m_records = 0;
  std::uint64_t m_dropped = 0;
  std::uint64_t m_filtered = 0;
};

}  // namespace masu::ingest

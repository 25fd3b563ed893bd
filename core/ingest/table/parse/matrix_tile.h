// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/base/byte_record.h"
#include "core/downcast/loss_meter.h"
#include "core/ingest/plan/storage_rules.h"
#include "core/ingest/table/parse/column_kernels.h"
#include "core/ingest/table/parse/tile_cells.h"
#include "core/table/column_stats.h"
#include "core/table/dtype.h"

namespace masu::ingest {

/// The numbers of one block of records in their stored type, row-major, with the range of each column.
/// A record is written into row() and becomes part of the tile with takeRow(); one that turns out not to fit is simply
/// written over by the next. A value that the type cannot hold, or not within its limit, widens the tile from its
/// record on. The rows before keep the value that they had; where that was rounded, the tile says so and is of no use.
/// Threads: one at a time.
class MatrixTile {
 public:
  /// Empties the tile. Memory is kept for the next block. Lifetime: borrows the rules.
  void begin(table::DType dtype, std::size_t width, const StorageRules& rules);

  /// The record at hand: its values, and beside them the nearest floats, rounded once from their text (stored where the
  /// type is f32). Lifetime: until takeRow() or finish().
  struct Row {
    double* values;
    float* nearest;
  };
  Row row() {
    while (!m_wholes.empty() && m_wholes.back().row == m_waiting) m_wholes.pop_back();
    return {m_values.data() + m_waiting * m_stride, m_nearest.data() + m_waiting * m_stride};
  }
  /// Whether whole numbers of a column so large that doubles do not distinguish them are to be exact in any type.
  bool keepsWholes(std::size_t column) const {
    return !m_rules->wholeLimits.empty() && m_rules->wholeLimits[column] == 0;
  }
  /// What a cell of the record at hand says, where its double is only near to that, or its column keepsWholes().
  void setWhole(std::size_t column, const csv::Whole& whole) { m_wholes.push_back({m_waiting, column, whole}); }
  /// By how far a value of the record at hand misses what its text says.
  void noteRounding(std::size_t column, double error) {
    m_rounding[column] = std::max(m_rounding[column], error);
    m_rounded.push_back({m_waiting, column, error});
  }
  /// A number of the record at hand is nearer to 0 than any double, and stored as 0.
  void noteFlushed(std::size_t column) { m_losses[column].add(std::numeric_limits<double>::denorm_min(), 0); }
  void takeRow() {
    if (++m_waiting == m_batchRows) storeWaiting();
  }

  /// Stores what waits. Everything below is valid after it.
  void finish() { storeWaiting(); }

  table::DType firstType() const { return m_firstType; }
  table::DType dtype() const { return m_dtype; }
  std::size_t rows() const { return m_rows; }
  std::size_t width() const { return m_width; }
  std::span<const std::byte> bytes() const {
    return std::span(m_bytes).first(m_rows * m_width * table::sizeOf(m_dtype));
  }

  struct Misfit {
    std::size_t row = 0;
    std::size_t column = 0;
    std::string value;
  };
  /// The first number that made the tile wider.
  const std::optional<Misfit>& misfit() const { return m_misfit; }
  /// Whether a value before one that made the tile wider had been rounded.
  bool roundedBeforeMisfit() const { return m_roundedBefore; }
  /// The first number that no type holds beside the others of its column: the import cannot go on.
  const std::optional<Misfit>& conflict() const { return m_conflict; }
  /// True where a number is so large that doubles do not distinguish whole numbers: unless setWhole() was called for
  /// those that need it, the records have to be read again.
  bool beyondDoubles() const;

  /// Count, missing, extremes, wholeness and largest error of a column; mean and squares are left to ColumnMoments.
  table::ColumnStats range(std::size_t column) const;
  const downcast::LossMeter& loss(std::size_t column) const { return m_losses[column]; }

  /// All of the above. Requires: finish().
  void save(ByteWriter& state) const;
  /// As after finish(), with the memory of what it held before. False where it is the state of other columns; nothing
  /// but begin() may be called then. Lifetime: borrows the rules, which are those that it was begun with.
  bool restore(ByteReader& state, std::size_t width, const StorageRules& rules);

 private:
  void storeWaiting();
  bool fits(std::size_t rows) const;
  using Cell = TileCell;

  Cell cell(std::size_t row, std::size_t column) const;
  std::optional<Cell> misfitIn(std::size_t row) const;
  bool holds(const Cell& cell) const;
  double limitOf(const Cell& cell) const;
  double readBack(const Cell& cell) const;
  double errorOf(const Cell& cell) const;
  bool becomesWhole() const;
  bool hasRounded() const;
  std::optional<table::DType> nextType(const Cell& misfit) const;
  void widen(table::DType wider);
  void store(std::size_t first, std::size_t rows);
  void storeValues(std::size_t first, std::size_t rows, std::byte* out);
  void storeWholes(std::size_t first, std::size_t rows, std::byte* out) const;
  std::optional<table::WholeRange> wholes(std::size_t column) const;
  void measureWholes(std::size_t first, std::size_t rows);
  void measureRounded(std::size_t first, std::size_t rows);
  void addUnseen(const Cell& cell, double error);
  ColumnRanges ranges();

  const StorageRules* m_rules = nullptr;
  const downcast::AffineCodes* m_codes = nullptr;  ///< at the present type
  table::DType m_firstType = table::DType::f32;
  table::DType m_dtype = table::DType::f32;
  std::size_t m_width = 0;
  std::size_t m_stride = 0;
  std::size_t m_rows = 0;
  std::size_t m_batchRows = 0;
  std::size_t m_waiting = 0;
  std::optional<Misfit> m_misfit;
  bool m_roundedBefore = false;
  std::optional<Misfit> m_conflict;
  std::vector<WholeCell> m_wholes;     ///< of the waiting rows, in their order
  std::vector<RoundedCell> m_rounded;  ///< the same
  std::vector<double> m_values;        ///< [batch rows, stride], as the two below
  std::vector<float> m_nearest;
  std::vector<double> m_readBack;
  std::vector<std::byte> m_bytes;  ///< with room after what is used: growing would clear it each time
  std::vector<double> m_min;
  std::vector<double> m_max;
  std::vector<std::int64_t> m_missing;
  std::vector<std::int64_t> m_fractional;
  std::vector<downcast::LossMeter> m_losses;
  std::vector<double> m_rounding;  ///< by how far numbers and times were missed that have no double
};

}  // namespace masu::ingest

#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/table/column_stats.h"
#include "core/table/dtype.h"

namespace masu::ingest {

/// The numbers of one block of records in their stored type, row-major, with the range of each column.
/// A value that the type cannot hold widens the tile from its record on; the rows before keep the value that they had,
/// so what is stored depends on the order of records alone and not on where blocks begin. Threads: one at a time.
class MatrixTile {
 public:
  /// Empties the tile. Memory is kept for the next block.
  void begin(table::DType dtype, std::size_t width);

  /// Appends one record. `nearest` is read for f32 alone: values rounded once from their text.
  void append(std::span<const double> values, std::span<const float> nearest);

  table::DType firstType() const { return m_firstType; }
  table::DType dtype() const { return m_dtype; }
  std::size_t rows() const { return m_rows; }
  std::size_t width() const { return m_width; }
  std::span<const std::byte> bytes() const { return m_bytes; }

  /// Count, missing, extremes, wholeness and largest error of a column; mean and squares are left to ColumnMoments.
  table::ColumnStats range(std::size_t column) const;

 private:
  bool fits(std::span<const double> values, std::span<const float> nearest) const;
  void widen();
  void store(std::span<const double> values, std::span<const float> nearest);
  void extendRanges(std::span<const double> values, std::span<const std::byte> stored);

  table::DType m_firstType = table::DType::f32;
  table::DType m_dtype = table::DType::f32;
  std::size_t m_width = 0;
  std::size_t m_rows = 0;
  std::vector<std::byte> m_bytes;
  std::vector<double> m_min;
  std::vector<double> m_max;
  std::vector<double> m_error;
  std::vector<std::uint64_t> m_missing;
  std::vector<std::uint8_t> m_fractional;
  std::vector<double> m_readBack;
};

}  // namespace masu::ingest

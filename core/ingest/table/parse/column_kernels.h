// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/table/column_stats.h"

namespace masu::ingest {

/// Columns side by side are padded to a multiple of this, so that a kernel needs no end of row.
inline constexpr std::size_t kColumnLanes = 8;

constexpr std::size_t paddedColumns(std::size_t width) {
  return (width + kColumnLanes - 1) / kColumnLanes * kColumnLanes;
}

/// Where the ranges of columns are kept, one entry a column.
struct ColumnRanges {
  double* min;
  double* max;
  std::int64_t* missing;     ///< cells that are NaN
  std::int64_t* fractional;  ///< not 0: some value is not whole
};

/// What is done to every number of a table beside parsing it, over rows of columns side by side.
/// All kernels give the same answer bit for bit: a column is summed from its first row to its last by each.
/// Threads: pure functions.
struct ColumnKernel {
  const char* name;

  /// Rows are `stride` numbers apart, a multiple of kColumnLanes.
  void (*extend)(const double* values, std::size_t rows, std::size_t stride, const ColumnRanges& ranges);
  /// True where a value is finite and the float beside it is not.
  bool (*overflows)(const double* values, const float* nearest, std::size_t count);

  /// Count, mean and squared deviations of the finite values of each column; rows are `width` numbers apart.
  void (*sumFloat)(const float* values, std::size_t rows, std::size_t width, table::ColumnStats* out);
  void (*sumDouble)(const double* values, std::size_t rows, std::size_t width, table::ColumnStats* out);
};

extern const ColumnKernel kPlainColumns;
extern const ColumnKernel kAvx2Columns;

/// The fastest that this machine can run.
const ColumnKernel& columnKernel();

}  // namespace masu::ingest

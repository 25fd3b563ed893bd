// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/table/parse/column_kernels.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace masu::ingest {

namespace {

void extend(const double* values, std::size_t rows, std::size_t stride, const ColumnRanges& ranges) {
  for (std::size_t row = 0; row < rows; ++row, values += stride) {
    for (std::size_t i = 0; i < stride; ++i) {
      // Comparisons with NaN are false, so that missing cells pass through without a branch.
      const double value = values[i];
      ranges.min[i] = value < ranges.min[i] ? value : ranges.min[i];
      ranges.max[i] = value > ranges.max[i] ? value : ranges.max[i];
      const bool missing = std::isnan(value);
      ranges.missing[i] += missing ? 1 : 0;
      ranges.fractional[i] |= !missing && value != std::trunc(value) ? 1 : 0;
    }
  }
}

bool overflows(const double* values, const float* nearest, std::size_t count) {
  bool found = false;
  for (std::size_t i = 0; i < count; ++i) found |= std::isinf(nearest[i]) && !std::isinf(values[i]);
  return found;
}

template <class Value>
void sumUp(const Value* values, std::size_t rows, std::size_t width, table::ColumnStats* out) {
  std::vector<double> sums(width, 0);
  std::fill_n(out, width, table::ColumnStats{});
  const Value* row = values;
  for (std::size_t i = 0; i < rows; ++i, row += width) {
    for (std::size_t column = 0; column < width; ++column) {
      const bool counts = std::isfinite(row[column]);
      sums[column] += counts ? static_cast<double>(row[column]) : 0;
      out[column].count += counts ? 1 : 0;
    }
  }
  for (std::size_t column = 0; column < width; ++column) {
    if (out[column].count > 0) out[column].mean = sums[column] / static_cast<double>(out[column].count);
  }
  row = values;
  for (std::size_t i = 0; i < rows; ++i, row += width) {
    for (std::size_t column = 0; column < width; ++column) {
      const auto value = static_cast<double>(row[column]);
      const double away = std::isfinite(value) ? value - out[column].mean : 0;
      out[column].squares += away * away;
    }
  }
}

}  // namespace

const ColumnKernel kPlainColumns{"plain", extend, overflows, sumUp<float>, sumUp<double>};

const ColumnKernel& columnKernel() {
#if defined(__x86_64__)
  static const bool kAvx2 = __builtin_cpu_supports("avx2") != 0;
  if (kAvx2) return kAvx2Columns;
#endif
  return kPlainColumns;
}

}  // namespace masu::ingest

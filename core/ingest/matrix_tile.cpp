#include "core/ingest/matrix_tile.h"

#include <algorithm>
#include <cstring>
#include <limits>
#include <utility>

#include "core/downcast/narrow.h"
#include "core/store/convert.h"

namespace masu::ingest {

using table::DType;

namespace {

/// Numbers that wait to be stored together: few enough to stay in the first cache.
constexpr std::size_t kBatchValues = 2048;
constexpr std::size_t kMostBatchRows = 64;

}  // namespace

void MatrixTile::begin(DType dtype, std::size_t width) {
  m_firstType = m_dtype = dtype;
  m_width = width;
  m_stride = paddedColumns(width);
  m_rows = 0;
  m_waiting = 0;
  m_batchRows = std::clamp<std::size_t>(kBatchValues / std::max<std::size_t>(m_stride, 1), 1, kMostBatchRows);
  m_values.assign(m_batchRows * m_stride, 0);
  m_nearest.assign(m_batchRows * m_stride, 0);
  m_min.assign(m_stride, std::numeric_limits<double>::infinity());
  m_max.assign(m_stride, -std::numeric_limits<double>::infinity());
  m_error.assign(m_stride, 0);
  m_missing.assign(m_stride, 0);
  m_fractional.assign(m_stride, 0);
}

ColumnRanges MatrixTile::ranges() {
  return {m_min.data(), m_max.data(), m_error.data(), m_missing.data(), m_fractional.data()};
}

bool MatrixTile::fits(std::size_t first, std::size_t rows) const {
  if (m_dtype == DType::f64) return true;
  const double* const values = m_values.data() + first * m_stride;
  if (m_dtype == DType::f32)
    return !columnKernel().overflows(values, m_nearest.data() + first * m_stride, rows * m_stride);
  return std::all_of(values, values + rows * m_stride, [&](double value) { return downcast::holds(m_dtype, value); });
}

void MatrixTile::widen() {
  const DType wider = downcast::widened(m_dtype);
  std::vector<std::byte> converted(m_rows * m_width * table::sizeOf(wider));
  store::convert(m_dtype, bytes(), wider, converted);
  m_bytes = std::move(converted);
  m_dtype = wider;
}

void MatrixTile::store(std::size_t first, std::size_t rows) {
  const std::size_t rowBytes = m_width * table::sizeOf(m_dtype);
  const std::size_t from = m_rows * rowBytes;
  const std::size_t needed = from + rows * rowBytes;
  if (m_bytes.size() < needed) m_bytes.resize(std::max(2 * m_bytes.size(), needed));
  std::byte* out = m_bytes.data() + from;
  const double* const values = m_values.data() + first * m_stride;
  const float* const nearest = m_nearest.data() + first * m_stride;
  if (m_dtype == DType::f32) {
    for (std::size_t i = 0; i < rows; ++i) std::memcpy(out + i * rowBytes, nearest + i * m_stride, rowBytes);
    columnKernel().extendFloat(values, nearest, rows, m_stride, ranges());
  } else {
    m_readBack.assign(rows * m_stride, 0);
    for (std::size_t i = 0; i < rows; ++i) {
      const std::span stored(out + i * rowBytes, rowBytes);
      downcast::narrow({values + i * m_stride, m_width}, m_dtype, stored);
      masu::store::toDouble(m_dtype, stored, std::span(m_readBack).subspan(i * m_stride, m_width));
    }
    columnKernel().extendDouble(values, m_readBack.data(), rows, m_stride, ranges());
  }
  m_rows += rows;
}

void MatrixTile::storeWaiting() {
  const std::size_t rows = std::exchange(m_waiting, 0);
  if (fits(0, rows)) {
    store(0, rows);
    return;
  }
  for (std::size_t row = 0; row < rows; ++row) {
    while (!fits(row, 1)) widen();
    store(row, 1);
  }
}

table::ColumnStats MatrixTile::range(std::size_t column) const {
  table::ColumnStats stats;
  stats.missing = static_cast<std::uint64_t>(m_missing[column]);
  stats.count = m_rows - stats.missing;
  stats.min = m_min[column];
  stats.max = m_max[column];
  stats.maxError = m_error[column];
  stats.integral = m_fractional[column] == 0;
  return stats;
}

}  // namespace masu::ingest

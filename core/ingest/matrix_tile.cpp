#include "core/ingest/matrix_tile.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include "core/downcast/narrow.h"
#include "core/store/convert.h"

namespace masu::ingest {

using table::DType;

void MatrixTile::begin(DType dtype, std::size_t width) {
  m_firstType = m_dtype = dtype;
  m_width = width;
  m_rows = 0;
  m_bytes.clear();
  m_min.assign(width, std::numeric_limits<double>::infinity());
  m_max.assign(width, -std::numeric_limits<double>::infinity());
  m_error.assign(width, 0);
  m_missing.assign(width, 0);
  m_fractional.assign(width, 0);
  m_readBack.resize(width);
}

bool MatrixTile::fits(std::span<const double> values, std::span<const float> nearest) const {
  if (m_dtype == DType::f64) return true;
  if (m_dtype != DType::f32) {
    return std::all_of(values.begin(), values.end(), [&](double value) { return downcast::holds(m_dtype, value); });
  }
  bool overflow = false;
  for (std::size_t i = 0; i < m_width; ++i) overflow |= std::isinf(nearest[i]) && !std::isinf(values[i]);
  return !overflow;
}

void MatrixTile::widen() {
  const DType wider = downcast::widened(m_dtype);
  std::vector<std::byte> converted(m_rows * m_width * table::sizeOf(wider));
  store::convert(m_dtype, m_bytes, wider, converted);
  m_bytes = std::move(converted);
  m_dtype = wider;
}

void MatrixTile::store(std::span<const double> values, std::span<const float> nearest) {
  const std::size_t rowBytes = m_width * table::sizeOf(m_dtype);
  const std::size_t at = m_bytes.size();
  if (m_bytes.capacity() < at + rowBytes) m_bytes.reserve(std::max(2 * m_bytes.capacity(), at + rowBytes));
  m_bytes.resize(at + rowBytes);
  if (m_dtype == DType::f32)
    std::memcpy(m_bytes.data() + at, nearest.data(), rowBytes);
  else
    downcast::narrow(values, m_dtype, std::span(m_bytes).subspan(at));
  extendRanges(values, std::span(m_bytes).subspan(at));
}

void MatrixTile::extendRanges(std::span<const double> values, std::span<const std::byte> stored) {
  masu::store::toDouble(m_dtype, stored, m_readBack);
  for (std::size_t i = 0; i < m_width; ++i) {
    // Comparisons with NaN are false, so that missing cells pass through without a branch.
    const double value = values[i];
    const double error = std::fabs(value - m_readBack[i]);
    m_min[i] = value < m_min[i] ? value : m_min[i];
    m_max[i] = value > m_max[i] ? value : m_max[i];
    m_error[i] = error > m_error[i] ? error : m_error[i];
    const bool missing = std::isnan(value);
    m_missing[i] += missing ? 1 : 0;
    m_fractional[i] |= static_cast<std::uint8_t>(!missing && value != std::trunc(value));
  }
}

void MatrixTile::append(std::span<const double> values, std::span<const float> nearest) {
  while (!fits(values, nearest)) widen();
  store(values, nearest);
  ++m_rows;
}

table::ColumnStats MatrixTile::range(std::size_t column) const {
  table::ColumnStats stats;
  stats.missing = m_missing[column];
  stats.count = m_rows - m_missing[column];
  stats.min = m_min[column];
  stats.max = m_max[column];
  stats.maxError = m_error[column];
  stats.integral = m_fractional[column] == 0;
  return stats;
}

}  // namespace masu::ingest

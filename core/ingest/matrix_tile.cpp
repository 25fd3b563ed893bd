#include "core/ingest/matrix_tile.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <utility>

#include "core/downcast/loss_kernel.h"
#include "core/downcast/narrow.h"
#include "core/store/convert.h"

namespace masu::ingest {

using table::DType;

namespace {

/// Numbers that wait to be stored together: few enough to stay in the first cache.
constexpr std::size_t kBatchValues = 2048;
constexpr std::size_t kMostBatchRows = 64;

}  // namespace

void MatrixTile::begin(DType dtype, std::size_t width, const StorageRules& rules) {
  m_rules = &rules;
  m_codes = rules.codesOf(dtype);
  m_firstType = m_dtype = dtype;
  m_width = width;
  m_stride = paddedColumns(width);
  m_rows = 0;
  m_waiting = 0;
  m_misfit.reset();
  m_batchRows = std::clamp<std::size_t>(kBatchValues / std::max<std::size_t>(m_stride, 1), 1, kMostBatchRows);
  m_values.assign(m_batchRows * m_stride, 0);
  m_nearest.assign(m_batchRows * m_stride, 0);
  m_min.assign(m_stride, std::numeric_limits<double>::infinity());
  m_max.assign(m_stride, -std::numeric_limits<double>::infinity());
  m_missing.assign(m_stride, 0);
  m_fractional.assign(m_stride, 0);
  m_losses.clear();
  for (std::size_t i = 0; i < width; ++i)
    m_losses.emplace_back(m_codes != nullptr ? static_cast<double>(m_codes->columns()[i].scale) : 0);
}

ColumnRanges MatrixTile::ranges() {
  return {m_min.data(), m_max.data(), m_missing.data(), m_fractional.data()};
}

double MatrixTile::readBack(std::size_t column, double value, float nearest) const {
  if (m_codes != nullptr) return m_codes->stored(column, value);
  return m_dtype == DType::f32 ? static_cast<double>(nearest) : downcast::stored(m_dtype, value);
}

bool MatrixTile::holds(std::size_t column, double value, float nearest) const {
  const bool held = m_codes != nullptr      ? m_codes->holds(column, value)
                    : m_dtype == DType::f32 ? std::isfinite(nearest) || !std::isfinite(value)
                                            : downcast::holds(m_dtype, value);
  if (!held) return false;
  const std::vector<double>& limits = m_rules->limitsAt(m_dtype);
  return limits.empty() || !(std::fabs(value - readBack(column, value, nearest)) > limits[column]);
}

std::optional<std::size_t> MatrixTile::misfitIn(std::size_t row) const {
  if (m_dtype == DType::f64) return std::nullopt;
  const std::size_t first = row * m_stride;
  for (std::size_t i = 0; i < m_width; ++i) {
    if (!holds(i, m_values[first + i], m_nearest[first + i])) return i;
  }
  return std::nullopt;
}

bool MatrixTile::fits(std::size_t rows) const {
  if (m_dtype == DType::f64) return true;
  if (m_dtype == DType::f32 && m_rules->floatLimits.empty())
    return !columnKernel().overflows(m_values.data(), m_nearest.data(), rows * m_stride);
  for (std::size_t row = 0; row < rows; ++row) {
    if (misfitIn(row)) return false;
  }
  return true;
}

/// Codes become f64, in which their values are exact; all else the next type up.
void MatrixTile::widen() {
  const DType wider = m_codes != nullptr ? DType::f64 : downcast::widened(m_dtype);
  const std::size_t count = m_rows * m_width;
  std::vector<std::byte> converted(count * table::sizeOf(wider));
  if (m_codes != nullptr)
    m_codes->decode(0, bytes(), std::span(reinterpret_cast<double*>(converted.data()), count));
  else
    store::convert(m_dtype, bytes(), wider, converted);
  m_bytes = std::move(converted);
  m_dtype = wider;
  m_codes = nullptr;
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
    downcast::lossKernel().addFloats(values, nearest, rows, m_stride, m_losses);
  } else {
    m_readBack.resize(rows * m_stride);
    for (std::size_t i = 0; i < rows; ++i) {
      const std::span row(values + i * m_stride, m_width);
      const std::span stored(out + i * rowBytes, rowBytes);
      const auto back = std::span(m_readBack).subspan(i * m_stride, m_width);
      if (m_codes != nullptr) {
        m_codes->encode(0, row, stored);
        m_codes->decode(0, stored, back);
      } else {
        downcast::narrow(row, m_dtype, stored);
        masu::store::toDouble(m_dtype, stored, back);
      }
    }
    downcast::lossKernel().addDoubles(values, m_readBack.data(), rows, m_stride, m_losses);
  }
  columnKernel().extend(values, rows, m_stride, ranges());
  m_rows += rows;
}

void MatrixTile::storeWaiting() {
  const std::size_t rows = std::exchange(m_waiting, 0);
  if (fits(rows)) {
    store(0, rows);
    return;
  }
  for (std::size_t row = 0; row < rows; ++row) {
    for (auto column = misfitIn(row); column; column = misfitIn(row)) {
      if (!m_misfit) m_misfit = {m_rows, *column, m_values[row * m_stride + *column]};
      widen();
    }
    store(row, 1);
  }
}

table::ColumnStats MatrixTile::range(std::size_t column) const {
  table::ColumnStats stats;
  stats.missing = static_cast<std::uint64_t>(m_missing[column]);
  stats.count = m_rows - stats.missing;
  stats.min = m_min[column];
  stats.max = m_max[column];
  stats.maxError = m_losses[column].maxError();
  stats.integral = m_fractional[column] == 0;
  return stats;
}

}  // namespace masu::ingest

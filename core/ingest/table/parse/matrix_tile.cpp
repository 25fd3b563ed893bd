// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/table/parse/matrix_tile.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <utility>

#include "core/downcast/loss_kernel.h"
#include "core/downcast/narrow.h"
#include "core/store/format/convert.h"
#include "core/table/number_text.h"

namespace masu::ingest {

using table::DType;

namespace {

/// Numbers that wait to be stored together: few enough to stay in the first cache.
constexpr std::size_t kBatchValues = 2048;
constexpr std::size_t kMostBatchRows = 64;

std::string textOf(double value, const csv::Whole* whole) {
  if (whole == nullptr || whole->wider) return table::numberText(value, DType::f64);
  return (whole->negative ? "-" : "") + std::to_string(whole->magnitude);
}

/// From a double to the middle between it and the next.
double halfDistance(double value) {
  const double size = std::fabs(value);
  return (std::nextafter(size, std::numeric_limits<double>::infinity()) - size) / 2;
}

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
  m_roundedBefore = false;
  m_conflict.reset();
  m_wholes.clear();
  m_rounded.clear();
  m_batchRows = std::clamp<std::size_t>(kBatchValues / std::max<std::size_t>(m_stride, 1), 1, kMostBatchRows);
  m_values.assign(m_batchRows * m_stride, 0);
  m_nearest.assign(m_batchRows * m_stride, 0);
  m_min.assign(m_stride, std::numeric_limits<double>::infinity());
  m_max.assign(m_stride, -std::numeric_limits<double>::infinity());
  m_missing.assign(m_stride, 0);
  m_fractional.assign(m_stride, 0);
  m_rounding.assign(width, 0);
  m_losses.clear();
  for (std::size_t i = 0; i < width; ++i)
    m_losses.emplace_back(m_codes != nullptr ? static_cast<double>(m_codes->columns()[i].scale) : 0);
}

ColumnRanges MatrixTile::ranges() {
  return {m_min.data(), m_max.data(), m_missing.data(), m_fractional.data()};
}

bool MatrixTile::beyondDoubles() const {
  const auto beyond = [](double value) { return std::fabs(value) >= csv::kWholeDoubles; };
  for (std::size_t i = 0; i < m_width; ++i) {
    if (m_min[i] <= m_max[i] && (beyond(m_min[i]) || beyond(m_max[i]))) return true;
  }
  return false;
}

MatrixTile::Cell MatrixTile::cell(std::size_t row, std::size_t column) const {
  const std::size_t at = row * m_stride + column;
  Cell cell{column, m_values[at], m_nearest[at]};
  auto whole = std::ranges::lower_bound(m_wholes, row, {}, &WholeCell::row);
  for (; whole != m_wholes.end() && whole->row == row; ++whole) {
    if (whole->column == column) cell.whole = &whole->whole;
  }
  return cell;
}

double MatrixTile::readBack(const Cell& cell) const {
  if (m_codes != nullptr) return m_codes->stored(cell.column, cell.value);
  return m_dtype == DType::f32 ? static_cast<double>(cell.nearest) : downcast::stored(m_dtype, cell.value);
}

/// By how far the type misses what a cell says.
double MatrixTile::errorOf(const Cell& cell) const {
  const double back = readBack(cell);
  if (cell.whole == nullptr) return std::fabs(cell.value - back);
  const double error = csv::roundingOf(*cell.whole, back);
  // Of what is wider than 64 bits it is known that no double is nearer.
  return std::isfinite(error) ? error : std::fabs(cell.value - back) + halfDistance(cell.value);
}

/// By how far it may.
double MatrixTile::limitOf(const Cell& cell) const {
  const std::vector<double>& limits = m_rules->limitsAt(m_dtype);
  const double limit = limits.empty() ? std::numeric_limits<double>::infinity() : limits[cell.column];
  if (cell.whole == nullptr || m_rules->wholeLimits.empty()) return limit;
  const double whole = m_rules->wholeLimits[cell.column];
  // Nothing is wider than f64.
  return m_dtype == DType::f64 ? whole : std::min(limit, whole);
}

bool MatrixTile::holds(const Cell& cell) const {
  if (m_dtype == DType::i64) {
    if (cell.whole != nullptr) return csv::holdsWhole(*cell.whole);
    return std::isnan(cell.value) || downcast::holds(m_dtype, cell.value);
  }
  const bool held = m_codes != nullptr      ? m_codes->holds(cell.column, cell.value)
                    : m_dtype == DType::f32 ? std::isfinite(cell.nearest) || !std::isfinite(cell.value)
                                            : downcast::holds(m_dtype, cell.value);
  if (!held) return false;
  const double limit = limitOf(cell);
  return std::isinf(limit) || !(errorOf(cell) > limit);
}

std::optional<MatrixTile::Cell> MatrixTile::misfitIn(std::size_t row) const {
  if (m_dtype == DType::f64 && m_wholes.empty()) return std::nullopt;
  for (std::size_t i = 0; i < m_width; ++i) {
    const Cell found = cell(row, i);
    if (!holds(found)) return found;
  }
  return std::nullopt;
}

bool MatrixTile::fits(std::size_t rows) const {
  if (m_dtype == DType::f64 && m_wholes.empty()) return true;
  if (m_dtype == DType::f32 && m_rules->floatLimits.empty() && m_wholes.empty())
    return !columnKernel().overflows(m_values.data(), m_nearest.data(), rows * m_stride);
  for (std::size_t row = 0; row < rows; ++row) {
    if (misfitIn(row)) return false;
  }
  return true;
}

/// Whether all that the tile holds are whole numbers.
bool MatrixTile::becomesWhole() const {
  for (std::size_t i = 0; i < m_width; ++i) {
    if (m_min[i] <= m_max[i] && !wholes(i)) return false;
  }
  return m_rules->wholes;
}

/// Codes become f64, in which their values are exact; whole numbers that doubles do not count i64; all else the next
/// type up. None where nothing holds the misfit beside what is stored.
std::optional<DType> MatrixTile::nextType(const Cell& misfit) const {
  if (m_codes != nullptr) return DType::f64;
  if (m_dtype == DType::i64) return std::nullopt;
  if (m_dtype != DType::f64) return downcast::widened(m_dtype);
  const bool whole = misfit.whole != nullptr && csv::holdsWhole(*misfit.whole) && becomesWhole();
  return whole ? std::optional(DType::i64) : std::nullopt;
}

bool MatrixTile::hasRounded() const {
  return std::ranges::any_of(m_rounding, [](double error) { return error > 0; }) ||
         std::ranges::any_of(m_losses, [](const downcast::LossMeter& loss) { return loss.hasLost(); });
}

void MatrixTile::widen(DType wider) {
  m_roundedBefore = m_roundedBefore || hasRounded();
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

void MatrixTile::storeValues(std::size_t first, std::size_t rows, std::byte* out) {
  const std::size_t rowBytes = m_width * table::sizeOf(m_dtype);
  const double* const values = m_values.data() + first * m_stride;
  const float* const nearest = m_nearest.data() + first * m_stride;
  if (m_dtype == DType::f32) {
    for (std::size_t i = 0; i < rows; ++i) std::memcpy(out + i * rowBytes, nearest + i * m_stride, rowBytes);
    downcast::lossKernel().addFloats(values, nearest, rows, m_stride, m_losses);
    return;
  }
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

/// What has no place, which ends the import, becomes missing.
void MatrixTile::storeWholes(std::size_t first, std::size_t rows, std::byte* out) const {
  for (std::size_t i = 0; i < rows * m_width; ++i) {
    const Cell from = cell(first + i / m_width, i % m_width);
    std::int64_t value = table::kMissingWhole;
    if (from.whole != nullptr && csv::holdsWhole(*from.whole))
      value = csv::numberOf(*from.whole);
    else if (downcast::holds(DType::i64, from.value))
      value = static_cast<std::int64_t>(from.value);
    std::memcpy(out + i * sizeof value, &value, sizeof value);
  }
}

/// What the doubles of whole numbers have lost before they came here.
void MatrixTile::measureWholes(std::size_t first, std::size_t rows) {
  for (const WholeCell& whole : m_wholes) {
    if (whole.row < first || whole.row >= first + rows) continue;
    const Cell from = cell(whole.row, whole.column);
    const double error = errorOf(from);
    if (error == 0 || !std::isfinite(error)) continue;
    m_rounding[whole.column] = std::max(m_rounding[whole.column], error);
    addUnseen(from, error);
  }
}

/// The same of times that are finer than doubles.
void MatrixTile::measureRounded(std::size_t first, std::size_t rows) {
  for (const RoundedCell& rounded : m_rounded) {
    if (rounded.row >= first && rounded.row < first + rows) addUnseen(cell(rounded.row, rounded.column), rounded.error);
  }
}

/// Where the double itself was rounded once more, the meter has seen that, which is more.
void MatrixTile::addUnseen(const Cell& cell, double error) {
  if (readBack(cell) == cell.value) m_losses[cell.column].addUnseen(error, std::fabs(cell.value));
}

void MatrixTile::store(std::size_t first, std::size_t rows) {
  const std::size_t rowBytes = m_width * table::sizeOf(m_dtype);
  const std::size_t from = m_rows * rowBytes;
  const std::size_t needed = from + rows * rowBytes;
  if (m_bytes.size() < needed) m_bytes.resize(std::max(2 * m_bytes.size(), needed));
  std::byte* const out = m_bytes.data() + from;
  if (m_dtype == DType::i64) {
    storeWholes(first, rows, out);
  } else {
    storeValues(first, rows, out);
    if (!m_wholes.empty()) measureWholes(first, rows);
    if (!m_rounded.empty()) measureRounded(first, rows);
  }
  columnKernel().extend(m_values.data() + first * m_stride, rows, m_stride, ranges());
  m_rows += rows;
}

void MatrixTile::storeWaiting() {
  const std::size_t rows = std::exchange(m_waiting, 0);
  if (fits(rows)) {
    store(0, rows);
  } else {
    for (std::size_t row = 0; row < rows; ++row) {
      for (auto cell = misfitIn(row); cell && !m_conflict; cell = misfitIn(row)) {
        const Misfit misfit{m_rows, cell->column, textOf(cell->value, cell->whole)};
        if (!m_misfit) m_misfit = misfit;
        if (const auto wider = nextType(*cell))
          widen(*wider);
        else
          m_conflict = misfit;
      }
      store(row, 1);
    }
  }
  m_wholes.clear();
  m_rounded.clear();
}

/// The extremes of a column of whole numbers with all their digits; nothing of others.
std::optional<table::WholeRange> MatrixTile::wholes(std::size_t column) const {
  if (!(m_min[column] <= m_max[column]) || m_fractional[column] != 0) return std::nullopt;
  if (m_dtype != DType::i64) {
    const bool held = downcast::holds(DType::i64, m_min[column]) && downcast::holds(DType::i64, m_max[column]);
    if (!held) return std::nullopt;
    return table::WholeRange{static_cast<std::int64_t>(m_min[column]), static_cast<std::int64_t>(m_max[column])};
  }
  std::optional<table::WholeRange> range;
  for (std::size_t row = 0; row < m_rows; ++row) {
    std::int64_t value = 0;
    std::memcpy(&value, m_bytes.data() + (row * m_width + column) * sizeof value, sizeof value);
    if (value == table::kMissingWhole) continue;
    if (!range) range = table::WholeRange{value, value};
    range->add(value);
  }
  return range;
}

table::ColumnStats MatrixTile::range(std::size_t column) const {
  table::ColumnStats stats;
  stats.missing = static_cast<std::uint64_t>(m_missing[column]);
  stats.count = m_rows - stats.missing;
  stats.min = m_min[column];
  stats.max = m_max[column];
  stats.maxError = std::max(m_losses[column].maxError(), m_rounding[column]);
  stats.integral = m_fractional[column] == 0;
  if (m_rules->wholes) stats.wholes = wholes(column);
  return stats;
}

namespace {

void saveMisfit(ByteWriter& state, const std::optional<MatrixTile::Misfit>& misfit) {
  state.put(misfit.has_value());
  if (!misfit) return;
  state.put(misfit->row);
  state.put(misfit->column);
  state.put(misfit->value);
}

/// False where it is in a column that there is not.
bool restoreMisfit(ByteReader& state, std::size_t width, std::optional<MatrixTile::Misfit>& misfit) {
  misfit.reset();
  bool there = false;
  state.get(there);
  if (!there) return true;
  misfit = MatrixTile::Misfit();
  state.get(misfit->row);
  state.get(misfit->column);
  state.get(misfit->value);
  return misfit->column < width;
}

}  // namespace

void MatrixTile::save(ByteWriter& state) const {
  state.put(m_firstType);
  state.put(m_dtype);
  state.put(m_rows);
  saveMisfit(state, m_misfit);
  state.put(m_roundedBefore);
  saveMisfit(state, m_conflict);
  const auto stored = bytes();
  state.put(std::string_view(reinterpret_cast<const char*>(stored.data()), stored.size()));
  state.put(m_min);
  state.put(m_max);
  state.put(m_missing);
  state.put(m_fractional);
  state.put(m_losses);
  state.put(m_rounding);
}

bool MatrixTile::restore(ByteReader& state, std::size_t width, const StorageRules& rules) {
  m_rules = &rules;
  m_width = width;
  m_stride = paddedColumns(width);
  m_waiting = 0;
  m_wholes.clear();
  m_rounded.clear();
  state.get(m_firstType);
  state.get(m_dtype);
  state.get(m_rows);
  bool fits = m_firstType <= DType::i64 && m_dtype <= DType::i64;
  fits = restoreMisfit(state, width, m_misfit) && fits;
  state.get(m_roundedBefore);
  fits = restoreMisfit(state, width, m_conflict) && fits;
  m_bytes.clear();
  state.get(m_bytes);
  state.get(m_min);
  state.get(m_max);
  state.get(m_missing);
  state.get(m_fractional);
  state.get(m_losses);
  state.get(m_rounding);
  if (!fits || !state.ok()) return false;
  m_codes = rules.codesOf(m_dtype);
  const bool padded = m_min.size() == m_stride && m_max.size() == m_stride && m_missing.size() == m_stride &&
                      m_fractional.size() == m_stride;
  return padded && m_losses.size() == width && m_rounding.size() == width &&
         m_bytes.size() == m_rows * width * table::sizeOf(m_dtype);
}

}  // namespace masu::ingest

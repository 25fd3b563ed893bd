// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <limits>

#include <immintrin.h>

#include "core/ingest/table/parse/column_kernels.h"

#pragma GCC push_options
#pragma GCC target("avx2")

namespace masu::ingest {

namespace {

/// Four columns. Fused multiplication stays off, so that sums are those of the plain kernel.
using Four = __m256d;

inline Four load(const double* at) {
  return _mm256_loadu_pd(at);
}
inline Four load(const float* at) {
  return _mm256_cvtps_pd(_mm_loadu_ps(at));
}
inline __m256i loadWhole(const std::int64_t* at) {
  return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(at));
}
inline void storeWhole(std::int64_t* at, __m256i value) {
  _mm256_storeu_si256(reinterpret_cast<__m256i*>(at), value);
}
inline Four magnitude(Four value) {
  return _mm256_andnot_pd(_mm256_set1_pd(-0.0), value);
}
/// All bits where a value is neither infinite nor NaN.
inline Four finite(Four value) {
  return _mm256_cmp_pd(magnitude(value), _mm256_set1_pd(std::numeric_limits<double>::infinity()), _CMP_LT_OQ);
}

class RangeLane {
 public:
  RangeLane(const ColumnRanges& ranges, std::size_t column)
      : m_min(load(ranges.min + column)),
        m_max(load(ranges.max + column)),
        m_missing(loadWhole(ranges.missing + column)),
        m_fractional(_mm256_castsi256_pd(loadWhole(ranges.fractional + column))) {}

  /// minpd and maxpd give their second operand where one is NaN, as the plain comparison does.
  void extend(Four value) {
    m_min = _mm256_min_pd(value, m_min);
    m_max = _mm256_max_pd(value, m_max);
    const Four missing = _mm256_cmp_pd(value, value, _CMP_UNORD_Q);
    m_missing = _mm256_sub_epi64(m_missing, _mm256_castpd_si256(missing));
    const Four whole = _mm256_round_pd(value, _MM_FROUND_TO_ZERO | _MM_FROUND_NO_EXC);
    m_fractional = _mm256_or_pd(m_fractional, _mm256_cmp_pd(value, whole, _CMP_NEQ_OQ));
  }

  void save(const ColumnRanges& ranges, std::size_t column) const {
    _mm256_storeu_pd(ranges.min + column, m_min);
    _mm256_storeu_pd(ranges.max + column, m_max);
    storeWhole(ranges.missing + column, m_missing);
    storeWhole(ranges.fractional + column, _mm256_castpd_si256(m_fractional));
  }

 private:
  Four m_min;
  Four m_max;
  __m256i m_missing;
  Four m_fractional;
};

void extend(const double* values, std::size_t rows, std::size_t stride, const ColumnRanges& ranges) {
  for (std::size_t column = 0; column < stride; column += kColumnLanes) {
    RangeLane low(ranges, column);
    RangeLane high(ranges, column + 4);
    for (std::size_t at = column; at < rows * stride; at += stride) {
      low.extend(load(values + at));
      high.extend(load(values + at + 4));
    }
    low.save(ranges, column);
    high.save(ranges, column + 4);
  }
}

bool overflows(const double* values, const float* nearest, std::size_t count) {
  Four found = _mm256_setzero_pd();
  for (std::size_t i = 0; i < count; i += 4)
    found = _mm256_or_pd(found, _mm256_andnot_pd(finite(load(nearest + i)), finite(load(values + i))));
  return _mm256_movemask_pd(found) != 0;
}

template <class Value>
void sumLanes(const Value* values, std::size_t rows, std::size_t width, table::ColumnStats* out) {
  constexpr std::size_t kParts = kColumnLanes / 4;
  Four sums[kParts] = {};
  __m256i counts[kParts] = {};
  for (std::size_t row = 0; row < rows; ++row) {
    for (std::size_t part = 0; part < kParts; ++part) {
      const Four value = load(values + row * width + 4 * part);
      const Four counted = finite(value);
      sums[part] = _mm256_add_pd(sums[part], _mm256_and_pd(counted, value));
      counts[part] = _mm256_sub_epi64(counts[part], _mm256_castpd_si256(counted));
    }
  }
  double sum[kColumnLanes];
  double mean[kColumnLanes];
  std::int64_t count[kColumnLanes];
  for (std::size_t part = 0; part < kParts; ++part) {
    _mm256_storeu_pd(sum + 4 * part, sums[part]);
    storeWhole(count + 4 * part, counts[part]);
  }
  for (std::size_t i = 0; i < kColumnLanes; ++i) mean[i] = count[i] > 0 ? sum[i] / static_cast<double>(count[i]) : 0;
  const Four means[kParts] = {load(mean), load(mean + 4)};
  Four squares[kParts] = {};
  for (std::size_t row = 0; row < rows; ++row) {
    for (std::size_t part = 0; part < kParts; ++part) {
      const Four value = load(values + row * width + 4 * part);
      const Four away = _mm256_and_pd(finite(value), _mm256_sub_pd(value, means[part]));
      squares[part] = _mm256_add_pd(squares[part], _mm256_mul_pd(away, away));
    }
  }
  double square[kColumnLanes];
  for (std::size_t part = 0; part < kParts; ++part) _mm256_storeu_pd(square + 4 * part, squares[part]);
  for (std::size_t i = 0; i < kColumnLanes; ++i) {
    out[i] = {};
    out[i].count = static_cast<std::uint64_t>(count[i]);
    out[i].mean = mean[i];
    out[i].squares = square[i];
  }
}

/// The last lanes of a row overlap those before; columns summed twice come out the same.
template <class Value>
void sumUp(const Value* values, std::size_t rows, std::size_t width, table::ColumnStats* out,
           void (*narrow)(const Value*, std::size_t, std::size_t, table::ColumnStats*)) {
  if (width < kColumnLanes) return narrow(values, rows, width, out);
  for (std::size_t column = 0; column < width; column += kColumnLanes) {
    const std::size_t first = std::min(column, width - kColumnLanes);
    sumLanes(values + first, rows, width, out + first);
  }
}

void sumFloat(const float* values, std::size_t rows, std::size_t width, table::ColumnStats* out) {
  sumUp(values, rows, width, out, kPlainColumns.sumFloat);
}

void sumDouble(const double* values, std::size_t rows, std::size_t width, table::ColumnStats* out) {
  sumUp(values, rows, width, out, kPlainColumns.sumDouble);
}

}  // namespace

const ColumnKernel kAvx2Columns{"avx2", extend, overflows, sumFloat, sumDouble};

}  // namespace masu::ingest

#pragma GCC pop_options

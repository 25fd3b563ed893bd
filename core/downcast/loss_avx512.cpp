// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/downcast/loss_kernel.h"

#if defined(__x86_64__)

// GCC 12 takes the vectors that its header leaves undefined on purpose for forgotten ones.
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"

#include <algorithm>

#include <immintrin.h>

#pragma GCC push_options
#pragma GCC target("avx512f,avx512dq")

namespace masu::downcast {

/// The meters of eight columns, one a lane: LossMeter::add() and SquareSum::add() for a row at a time.
class LossLanes {
 public:
  static constexpr std::size_t kLanes = 8;

  explicit LossLanes(std::span<const LossMeter> meters);
  void save(std::span<LossMeter> meters) const;
  void add(__m512d value, __m512d stored);

 private:
  using Counts = std::uint64_t[kLanes];

  void addSquare(__m512d square, __mmask8 lanes);
  void raise(__m512i bins, __mmask8 lanes);
  static __m512i counted(__m512i counts, __mmask8 lanes) {
    return _mm512_mask_add_epi64(counts, lanes, counts, _mm512_set1_epi64(1));
  }

  __m512d m_reach;
  __m512d m_maxError;
  __m512d m_maxRelative;
  __m512i m_clipped = _mm512_setzero_si512();  ///< counts are of what was added here
  __m512i m_overflowed = _mm512_setzero_si512();
  __m512i m_flushed = _mm512_setzero_si512();
  __m512i m_top;
  __m512i m_bins[SquareSum::kBins];
};

LossLanes::LossLanes(std::span<const LossMeter> meters) {
  alignas(64) double reach[kLanes] = {};
  alignas(64) double error[kLanes] = {};
  alignas(64) double relative[kLanes] = {};
  alignas(64) Counts top = {};
  alignas(64) Counts bins[SquareSum::kBins] = {};
  for (std::size_t i = 0; i < meters.size(); ++i) {
    reach[i] = meters[i].m_reach;
    error[i] = meters[i].m_maxError;
    relative[i] = meters[i].m_loss.maxRelative;
    top[i] = meters[i].m_squares.m_top;
    for (std::size_t bin = 0; bin < SquareSum::kBins; ++bin) bins[bin][i] = meters[i].m_squares.m_bins[bin];
  }
  m_reach = _mm512_load_pd(reach);
  m_maxError = _mm512_load_pd(error);
  m_maxRelative = _mm512_load_pd(relative);
  m_top = _mm512_load_si512(top);
  for (std::size_t bin = 0; bin < SquareSum::kBins; ++bin) m_bins[bin] = _mm512_load_si512(bins[bin]);
}

void LossLanes::save(std::span<LossMeter> meters) const {
  alignas(64) double error[kLanes];
  alignas(64) double relative[kLanes];
  alignas(64) Counts clipped;
  alignas(64) Counts overflowed;
  alignas(64) Counts flushed;
  alignas(64) Counts top;
  alignas(64) Counts bins[SquareSum::kBins];
  _mm512_store_pd(error, m_maxError);
  _mm512_store_pd(relative, m_maxRelative);
  _mm512_store_si512(clipped, m_clipped);
  _mm512_store_si512(overflowed, m_overflowed);
  _mm512_store_si512(flushed, m_flushed);
  _mm512_store_si512(top, m_top);
  for (std::size_t bin = 0; bin < SquareSum::kBins; ++bin) _mm512_store_si512(bins[bin], m_bins[bin]);
  for (std::size_t i = 0; i < meters.size(); ++i) {
    LossMeter& meter = meters[i];
    meter.m_maxError = error[i];
    meter.m_loss.maxRelative = relative[i];
    meter.m_loss.clipped += clipped[i];
    meter.m_loss.overflowed += overflowed[i];
    meter.m_loss.flushed += flushed[i];
    meter.m_squares.m_top = static_cast<unsigned>(top[i]);
    for (std::size_t bin = 0; bin < SquareSum::kBins; ++bin) meter.m_squares.m_bins[bin] = bins[bin][i];
  }
}

inline void LossLanes::add(__m512d value, __m512d stored) {
  const __m512d error = _mm512_abs_pd(_mm512_sub_pd(value, stored));
  const __m512d zero = _mm512_setzero_pd();
  __mmask8 lossy = _mm512_cmp_pd_mask(error, zero, _CMP_GT_OQ);
  if (lossy == 0) return;
  const __mmask8 beyond = _mm512_cmp_pd_mask(error, m_reach, _CMP_GT_OQ);
  const __mmask8 infinite = _mm512_cmp_pd_mask(error, _mm512_set1_pd(LossMeter::kInfinity), _CMP_EQ_OQ);
  if ((beyond | infinite) != 0) {
    const __m512d limit = _mm512_set1_pd(LossMeter::kInfinity);
    m_clipped = counted(m_clipped, beyond);
    m_overflowed = counted(m_overflowed, _mm512_mask_cmp_pd_mask(infinite, _mm512_abs_pd(stored), limit, _CMP_EQ_OQ));
    lossy &= static_cast<__mmask8>(~infinite);
  }
  m_maxError = _mm512_mask_max_pd(m_maxError, lossy, m_maxError, error);
  const __m512d magnitude = _mm512_abs_pd(value);
  const __m512d least = _mm512_mul_pd(_mm512_mul_pd(m_maxRelative, magnitude), _mm512_set1_pd(LossMeter::kAlmost));
  if (const __mmask8 larger = _mm512_mask_cmp_pd_mask(lossy, error, least, _CMP_GT_OQ); larger != 0) {
    const __mmask8 divisible = _mm512_mask_cmp_pd_mask(larger, magnitude, zero, _CMP_GT_OQ);
    m_maxRelative = _mm512_mask_max_pd(m_maxRelative, divisible, m_maxRelative, _mm512_div_pd(error, magnitude));
  }
  m_flushed = counted(m_flushed, _mm512_mask_cmp_pd_mask(lossy, stored, zero, _CMP_EQ_OQ));
  addSquare(_mm512_mul_pd(error, error), lossy);
}

inline void LossLanes::addSquare(__m512d square, __mmask8 lanes) {
  const __m512i bits = _mm512_add_epi64(_mm512_castpd_si512(square), _mm512_set1_epi64(SquareSum::kHalf));
  const __m512i exponent = _mm512_srli_epi64(bits, SquareSum::kSignificandBits);
  const __m512i bin = _mm512_srli_epi64(exponent, SquareSum::kBinShift);
  if (const __mmask8 higher = _mm512_mask_cmpgt_epu64_mask(lanes, bin, m_top); higher != 0) raise(bin, higher);
  const __m512i reach = _mm512_add_epi64(bin, _mm512_set1_epi64(SquareSum::kBins));
  const __mmask8 counts =
      _mm512_mask_test_epi64_mask(_mm512_mask_cmpgt_epu64_mask(lanes, reach, m_top), exponent, exponent);
  const __m512i leading = _mm512_set1_epi64(1 << SquareSum::kKeptBits);
  const __m512i below = _mm512_set1_epi64((1 << SquareSum::kKeptBits) - 1);
  const __m512i kept =
      _mm512_or_si512(_mm512_and_si512(_mm512_srli_epi64(bits, SquareSum::kDroppedBits), below), leading);
  const __m512i shift = _mm512_and_si512(exponent, _mm512_set1_epi64(SquareSum::kBinExponents - 1));
  const __m512i term = _mm512_sllv_epi64(kept, shift);
  const __m512i slot = _mm512_and_si512(bin, _mm512_set1_epi64(SquareSum::kBins - 1));
  for (unsigned i = 0; i < SquareSum::kBins; ++i) {
    const __mmask8 here = _mm512_mask_cmpeq_epi64_mask(counts, slot, _mm512_set1_epi64(i));
    m_bins[i] = _mm512_mask_add_epi64(m_bins[i], here, m_bins[i], term);
  }
}

/// SquareSum::raise(): bins above the old top, up to the new one, begin again; all of them do where it is far above.
void LossLanes::raise(__m512i bins, __mmask8 lanes) {
  const __m512i old = m_top;
  m_top = _mm512_mask_mov_epi64(m_top, lanes, bins);
  for (unsigned below = 0; below < SquareSum::kBins; ++below) {
    const __m512i bin = _mm512_sub_epi64(bins, _mm512_set1_epi64(below));
    const __mmask8 fresh = _mm512_mask_cmpgt_epi64_mask(lanes, bin, old);
    const __m512i slot = _mm512_and_si512(bin, _mm512_set1_epi64(SquareSum::kBins - 1));
    for (unsigned i = 0; i < SquareSum::kBins; ++i) {
      const __mmask8 here = _mm512_mask_cmpeq_epi64_mask(fresh, slot, _mm512_set1_epi64(i));
      m_bins[i] = _mm512_mask_mov_epi64(m_bins[i], here, _mm512_setzero_si512());
    }
  }
}

namespace {

inline __m512d load(const double* at) {
  return _mm512_loadu_pd(at);
}
inline __m512d load(const float* at) {
  return _mm512_cvtps_pd(_mm256_loadu_ps(at));
}

template <class Stored>
void addRows(const double* values, const Stored* stored, std::size_t rows, std::size_t stride,
             std::span<LossMeter> meters) {
  for (std::size_t column = 0; column < meters.size(); column += LossLanes::kLanes) {
    const auto some = meters.subspan(column, std::min(LossLanes::kLanes, meters.size() - column));
    LossLanes lanes(some);
    for (std::size_t at = column; at < rows * stride; at += stride) lanes.add(load(values + at), load(stored + at));
    lanes.save(some);
  }
}

}  // namespace

const LossKernel kAvx512Loss{"avx512", addRows<float>, addRows<double>};

}  // namespace masu::downcast

#pragma GCC pop_options

#endif

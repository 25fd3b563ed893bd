// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/loader/transform/widen.h"

#include <algorithm>
#include <cstring>
#include <limits>
#include <type_traits>

#include "core/loader/read/stored_value.h"
#include "core/loader/transform/row_prefetch.h"

namespace masu::loader {

namespace {

#define MASU_INLINE [[gnu::always_inline]] inline

/// The code that means "missing" where integers are affine, as a number to compare with; elsewhere none is equal to it.
template <class Stored, class Real>
MASU_INLINE Real missingCode(const WidenTable<Real>& table) {
  constexpr Real kNone = std::numeric_limits<Real>::quiet_NaN();
  if constexpr (std::is_integral_v<Stored>)
    return table.lowestIsMissing ? static_cast<Real>(std::numeric_limits<Stored>::lowest()) : kNone;
  else
    return kNone;
}

template <class Stored, class Real>
MASU_INLINE float widened(const std::byte* at, Real scale, Real centre, Real low, Real inverse, float fill,
                          Real missingCode) {
  Stored stored;
  std::memcpy(&stored, at, sizeof(Stored));
  const Real number = valueOf<Real>(stored);
  const Real value = ((number * scale - centre) - low) * inverse;
  const bool missing = std::is_integral_v<Stored> ? number == missingCode : value != value;
  return missing ? fill : static_cast<float>(value);
}

/// `Width` values beside each other, each of a channel of its own; a loop of constant length, for the vectors.
template <std::uint64_t Width, class Stored, class Real>
MASU_INLINE void widenSome(const WidenTable<Real>& t, Real missing, std::uint64_t first, const std::byte* row,
                           float* to) {
  for (std::uint64_t c = first; c < first + Width; ++c) {
    to[c] = widened<Stored, Real>(row + c * sizeof(Stored), t.scale[c], t.centre[c], t.low[c], t.inverse[c], t.fill[c],
                                  missing);
  }
}

/// A value a channel. What is left after the last whole `Width` is made once more with some before it, which
/// costs less than going through it one by one.
template <std::uint64_t Width, class Stored, class Real>
MASU_INLINE void widenChannels(const WidenTable<Real>& t, Real missing, const std::byte* row, float* to) {
  std::uint64_t c = 0;
  for (; c + Width <= t.channels; c += Width) widenSome<Width, Stored>(t, missing, c, row, to);
  if (c < t.channels) widenSome<Width, Stored>(t, missing, t.channels - Width, row, to);
}

/// The loops that every set of instructions shares; inlined into functions that differ in nothing but these.
template <class Stored, class Real>
MASU_INLINE void widenAll(const WidenTable<Real>& table, const Rows& from, std::span<const std::uint64_t> rows,
                          float* out) {
  const WidenTable<Real> t = table;
  const Real missing = missingCode<Stored>(table);
  constexpr std::uint64_t kSize = sizeof(Stored);
  prefetchFirst(from, rows);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    prefetchAhead(from, rows, i);
    const std::byte* row = from.base + rows[i] * from.rowBytes;
    float* to = out + i * t.channels * t.run;
    if (t.run == 1) {
      if (t.channels >= 16)
        widenChannels<16, Stored>(t, missing, row, to);
      else if (t.channels >= 4)
        widenChannels<4, Stored>(t, missing, row, to);
      else
        widenChannels<1, Stored>(t, missing, row, to);
      continue;
    }
    for (std::uint64_t c = 0; c < t.channels; ++c, row += t.run * kSize, to += t.run) {
      const Real scale = t.scale[c], centre = t.centre[c], low = t.low[c], inverse = t.inverse[c];
      const float fill = t.fill[c];
      for (std::uint64_t v = 0; v < t.run; ++v) {
        to[v] = widened<Stored, Real>(row + v * kSize, scale, centre, low, inverse, fill, missing);
      }
    }
  }
}

template <class Stored, class Real>
void widenScalar(const WidenTable<Real>& table, const Rows& from, std::span<const std::uint64_t> rows, float* out) {
  widenAll<Stored>(table, from, rows, out);
}

#if defined(__x86_64__)
template <class Stored, class Real>
[[gnu::target("avx2")]] void widenAvx2(const WidenTable<Real>& table, const Rows& from,
                                       std::span<const std::uint64_t> rows, float* out) {
  widenAll<Stored>(table, from, rows, out);
}

template <class Stored, class Real>
[[gnu::target("avx512f,avx512bw,avx512dq,avx512vl")]] void widenAvx512(const WidenTable<Real>& table, const Rows& from,
                                                                       std::span<const std::uint64_t> rows,
                                                                       float* out) {
  widenAll<Stored>(table, from, rows, out);
}
#endif

template <class Stored, class Real>
void widenAs([[maybe_unused]] Simd simd, const WidenTable<Real>& table, const Rows& from,
             std::span<const std::uint64_t> rows, float* out) {
#if defined(__x86_64__)
  if (simd == Simd::avx512) return widenAvx512<Stored>(table, from, rows, out);
  if (simd == Simd::avx2) return widenAvx2<Stored>(table, from, rows, out);
#endif
  widenScalar<Stored>(table, from, rows, out);
}

}  // namespace

Simd bestSimd() {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl")) {
    return Simd::avx512;
  }
  if (__builtin_cpu_supports("avx2")) return Simd::avx2;
#endif
  return Simd::scalar;
}

void widenRows(table::DType dtype, Simd simd, const WidenTable<float>& table, const Rows& from,
               std::span<const std::uint64_t> rows, float* out) {
  table::dispatch(dtype, [&]<class Stored>(Stored) {
    if constexpr (sizeof(Stored) <= 2 || std::is_same_v<Stored, float>) {
      widenAs<Stored, float>(simd, table, from, rows, out);
    }
  });
}

void widenRows(table::DType dtype, Simd simd, const WidenTable<double>& table, const Rows& from,
               std::span<const std::uint64_t> rows, float* out) {
  table::dispatch(dtype, [&]<class Stored>(Stored) {
    if constexpr (sizeof(Stored) > 2 && !std::is_same_v<Stored, float> && !std::is_same_v<Stored, std::int64_t>) {
      widenAs<Stored, double>(simd, table, from, rows, out);
    }
  });
}

}  // namespace masu::loader

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/loader/transform/moment_sums.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <type_traits>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

#include "core/loader/read/stored_value.h"

namespace masu::loader {

namespace {

#define MASU_INLINE [[gnu::always_inline]] inline

constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// Of one channel, as many values as are read at a time: kSteps for each lane.
constexpr std::uint64_t kSteps = 8;
constexpr std::uint64_t kBlock = kSteps * kMomentLanes;

/// The code of a missing value; NaN, which equals nothing, where there is none.
template <class Stored>
double missingCode([[maybe_unused]] const ChannelMap& map) {
  constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
  if constexpr (std::is_integral_v<Stored>) {
    if (map.affine()) return static_cast<double>(std::numeric_limits<Stored>::lowest());
  }
  return kNone;
}

/// `count` values, each with a lane of its own from `at` on; what is missing or not finite leaves no trace.
template <class Stored>
MASU_INLINE void addValues(const std::byte* values, std::uint64_t count, const double* __restrict scale,
                           const double* __restrict offset, double missing, MomentSums& sums, std::size_t at) {
  double* __restrict pivots = sums.pivot.data() + at;
  double* __restrict counted = sums.count.data() + at;
  double* __restrict summed = sums.sum.data() + at;
  double* __restrict squares = sums.squares.data() + at;
  double* __restrict min = sums.min.data() + at;
  double* __restrict max = sums.max.data() + at;
  for (std::uint64_t i = 0; i < count; ++i) {
    Stored code;
    std::memcpy(&code, values + i * sizeof(Stored), sizeof(Stored));
    const auto stored = valueOf<double>(code);
    const double value = stored * scale[i] + offset[i];
    const bool counts = (std::fabs(value) < kInfinity) & (stored != missing);
    const double pivot = counts & (counted[i] == 0) ? value : pivots[i];
    const double delta = counts ? value - pivot : 0;
    pivots[i] = pivot;
    counted[i] += counts ? 1 : 0;
    summed[i] += delta;
    squares[i] += delta * delta;
    min[i] = counts & (value < min[i]) ? value : min[i];
    max[i] = counts & (value > max[i]) ? value : max[i];
  }
}

/// Widens a block; true where every value of it counts.
template <class Stored>
MASU_INLINE bool widenBlock(const std::byte* values, double scale, double offset, double missing,
                            double* __restrict out) {
  unsigned counting = 1;
  for (std::uint64_t i = 0; i < kBlock; ++i) {
    Stored code;
    std::memcpy(&code, values + i * sizeof(Stored), sizeof(Stored));
    const auto stored = valueOf<double>(code);
    out[i] = stored * scale + offset;
    counting &= (std::fabs(out[i]) < kInfinity) & (stored != missing) ? 1U : 0U;
  }
  return counting != 0;
}

using AddBlock = void (*)(const double* values, MomentSums& sums, std::size_t at);

/// A block whose values all count, step after step.
void addBlockPlain(const double* values, MomentSums& sums, std::size_t at) {
  for (std::size_t lane = 0; lane < kMomentLanes; ++lane) {
    const double pivot = sums.count[at + lane] == 0 ? values[lane] : sums.pivot[at + lane];
    double sum = 0, squares = 0, min = sums.min[at + lane], max = sums.max[at + lane];
    for (std::size_t i = lane; i < kBlock; i += kMomentLanes) {
      const double delta = values[i] - pivot;
      sum += delta;
      squares += delta * delta;
      min = values[i] < min ? values[i] : min;
      max = values[i] > max ? values[i] : max;
    }
    sums.pivot[at + lane] = pivot;
    sums.count[at + lane] += static_cast<double>(kSteps);
    sums.sum[at + lane] += sum;
    sums.squares[at + lane] += squares;
    sums.min[at + lane] = min;
    sums.max[at + lane] = max;
  }
}

#if defined(__x86_64__)
/// The same, four lanes beside each other: the compiler does not find them.
[[gnu::target("avx2")]] void addBlockAvx2(const double* values, MomentSums& sums, std::size_t at) {
  for (std::size_t lane = at; lane < at + kMomentLanes; lane += 4, values += 4) {
    const __m256d none = _mm256_setzero_pd();
    const __m256d count = _mm256_loadu_pd(&sums.count[lane]);
    const __m256d pivot = _mm256_blendv_pd(_mm256_loadu_pd(&sums.pivot[lane]), _mm256_loadu_pd(values),
                                           _mm256_cmp_pd(count, none, _CMP_EQ_OQ));
    __m256d sum = none, squares = none;
    __m256d min = _mm256_loadu_pd(&sums.min[lane]), max = _mm256_loadu_pd(&sums.max[lane]);
    for (std::size_t i = 0; i < kBlock; i += kMomentLanes) {
      const __m256d value = _mm256_loadu_pd(values + i);
      const __m256d delta = _mm256_sub_pd(value, pivot);
      sum = _mm256_add_pd(sum, delta);
      squares = _mm256_add_pd(squares, _mm256_mul_pd(delta, delta));
      min = _mm256_min_pd(value, min);
      max = _mm256_max_pd(value, max);
    }
    _mm256_storeu_pd(&sums.pivot[lane], pivot);
    _mm256_storeu_pd(&sums.count[lane], _mm256_add_pd(count, _mm256_set1_pd(static_cast<double>(kSteps))));
    _mm256_storeu_pd(&sums.sum[lane], _mm256_add_pd(_mm256_loadu_pd(&sums.sum[lane]), sum));
    _mm256_storeu_pd(&sums.squares[lane], _mm256_add_pd(_mm256_loadu_pd(&sums.squares[lane]), squares));
    _mm256_storeu_pd(&sums.min[lane], min);
    _mm256_storeu_pd(&sums.max[lane], max);
  }
}
#endif

/// A run of one channel.
template <class Stored>
MASU_INLINE void addRun(const std::byte* values, std::uint64_t run, double missing, MomentSums& sums, std::size_t at,
                        AddBlock addBlock) {
  const double* scale = sums.scale.data() + at;
  const double* offset = sums.offset.data() + at;
  alignas(64) double block[kBlock];
  std::uint64_t v = 0;
  const auto addOneByOne = [&](std::uint64_t end) {
    for (; v < end; v += kMomentLanes) {
      addValues<Stored>(values + v * sizeof(Stored), std::min(kMomentLanes, end - v), scale, offset, missing, sums, at);
    }
    v = end;
  };
  while (v + kBlock <= run) {
    if (widenBlock<Stored>(values + v * sizeof(Stored), *scale, *offset, missing, block)) {
      addBlock(block, sums, at);
      v += kBlock;
    } else {
      addOneByOne(v + kBlock);
    }
  }
  addOneByOne(run);
}

/// Of rows in which every value has a lane of its own, some lanes after the others: of wide rows, all of them do not
/// stay in the first cache from row to row.
template <class Stored>
MASU_INLINE void addLanes(const Rows& from, std::span<const std::uint64_t> rows, double missing, MomentSums& sums) {
  constexpr std::uint64_t kLanes = 64;
  for (std::uint64_t at = 0; at < sums.count.size(); at += kLanes) {
    const std::uint64_t count = std::min<std::uint64_t>(kLanes, sums.count.size() - at);
    for (const std::uint64_t row : rows) {
      const std::byte* values = from.base + row * from.rowBytes + at * sizeof(Stored);
      addValues<Stored>(values, count, &sums.scale[at], &sums.offset[at], missing, sums, at);
    }
  }
}

/// What every set of instructions shares; inlined into functions that differ in nothing but these.
template <class Stored>
MASU_INLINE void addAll(const ChannelMap& map, const Rows& from, std::span<const std::uint64_t> rows, MomentSums& sums,
                        AddBlock addBlock) {
  const double missing = missingCode<Stored>(map);
  if (map.run <= kMomentLanes) return addLanes<Stored>(from, rows, missing, sums);
  for (const std::uint64_t row : rows) {
    const std::byte* values = from.base + row * from.rowBytes;
    for (std::uint64_t at = 0; at < sums.count.size(); at += kMomentLanes, values += map.run * sizeof(Stored)) {
      addRun<Stored>(values, map.run, missing, sums, at, addBlock);
    }
  }
}

template <class Stored>
void addPlain(const ChannelMap& map, const Rows& from, std::span<const std::uint64_t> rows, MomentSums& sums) {
  addAll<Stored>(map, from, rows, sums, addBlockPlain);
}

#if defined(__x86_64__)
template <class Stored>
[[gnu::target("avx2")]] void addAvx2(const ChannelMap& map, const Rows& from, std::span<const std::uint64_t> rows,
                                     MomentSums& sums) {
  addAll<Stored>(map, from, rows, sums, addBlockAvx2);
}

template <class Stored>
[[gnu::target("avx512f,avx512bw,avx512dq,avx512vl")]] void addAvx512(const ChannelMap& map, const Rows& from,
                                                                     std::span<const std::uint64_t> rows,
                                                                     MomentSums& sums) {
  addAll<Stored>(map, from, rows, sums, addBlockAvx2);
}
#endif

}  // namespace

MomentSums::MomentSums(const ChannelMap& map)
    : lanes(std::min(map.run, kMomentLanes)),
      scale(map.channels * lanes, 1),
      offset(scale.size()),
      pivot(scale.size()),
      count(scale.size()),
      sum(scale.size()),
      squares(scale.size()),
      min(scale.size(), kInfinity),
      max(scale.size(), -kInfinity) {
  if (!map.affine()) return;
  for (std::size_t i = 0; i < scale.size(); ++i) {
    scale[i] = map.scale[i / lanes];
    offset[i] = map.offset[i / lanes];
  }
}

void addMoments(table::DType dtype, [[maybe_unused]] Simd simd, const ChannelMap& map, const Rows& from,
                std::span<const std::uint64_t> rows, MomentSums& sums) {
  table::dispatch(dtype, [&]<class Stored>(Stored) {
#if defined(__x86_64__)
    if (simd == Simd::avx512) return addAvx512<Stored>(map, from, rows, sums);
    if (simd == Simd::avx2) return addAvx2<Stored>(map, from, rows, sums);
#endif
    addPlain<Stored>(map, from, rows, sums);
  });
}

}  // namespace masu::loader

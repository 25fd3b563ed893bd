// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/loader/transform/gather.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <type_traits>
#include <utility>

#include "core/loader/read/stored_value.h"
#include "core/loader/transform/row_prefetch.h"

namespace masu::loader {

namespace {

/// Calls body(row's bytes, i) for each row, with later rows on their way.
template <class Body>
void forEachRow(const Rows& from, std::span<const std::uint64_t> rows, Body&& body) {
  prefetchFirst(from, rows);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    prefetchAhead(from, rows, i);
    body(from.base + rows[i] * from.rowBytes, i);
  }
}

template <class Stored>
Stored load(const std::byte* at) {
  Stored value;
  std::memcpy(&value, at, sizeof(Stored));
  return value;
}

template <class Out>
void gatherPlain(table::DType dtype, std::uint64_t values, const Rows& from, std::span<const std::uint64_t> rows,
                 std::span<Out> out) {
  table::dispatch(dtype, [&](auto tag) {
    using Stored = decltype(tag);
    if (values == 1) {
      return forEachRow(from, rows,
                        [&](const std::byte* row, std::size_t i) { out[i] = valueOf<Out>(load<Stored>(row)); });
    }
    forEachRow(from, rows, [&](const std::byte* row, std::size_t i) {
      Out* to = out.data() + i * values;
      if constexpr (std::is_same_v<Stored, Out>) {
        std::memcpy(to, row, values * sizeof(Out));
      } else {
        for (std::uint64_t v = 0; v < values; ++v) to[v] = valueOf<Out>(load<Stored>(row + v * sizeof(Stored)));
      }
    });
  });
}

}  // namespace

FeatureGather::FeatureGather(const store::Dataset& dataset, const store::ObjectInfo& features, const Options& options,
                             std::vector<Moments> moments)
    : m_dtype(features.dtype), m_map(channelMapOf(dataset, features)), m_moments(std::move(moments)) {
  const bool canMiss = !table::isInteger(features.dtype) || m_map.affine();
  m_stays.assign(m_map.channels, false);
  const table::Schema& schema = dataset.meta().schema;
  const std::vector<std::size_t> columns = schema.indicesOf(table::Role::feature);
  for (std::size_t i = 0; i < std::min(columns.size(), m_stays.size()); ++i)
    m_stays[i] = schema.columns[columns[i]].missingStays;
  m_asStored = !options.normalise && !m_map.affine() && !(options.fillMissing && canMiss);
  m_float = coefficientsFor<float>(options);
  m_double = coefficientsFor<double>(options);
}

Result<FeatureGather> FeatureGather::measured(const store::Dataset& dataset, const store::ObjectInfo& features,
                                              const Options& options, const SampleIndex* train, unsigned threads,
                                              const std::stop_token& stop, WorkerClocks* clocks) {
  std::vector<Moments> moments;
  if (train != nullptr) {
    MASU_TRY(moments, momentsOf(dataset, features, *train, threads, stop, clocks));
  }
  return FeatureGather(dataset, features, options, std::move(moments));
}

template <class Real>
FeatureGather::Coefficients<Real> FeatureGather::coefficientsFor(const Options& options) const {
  Coefficients<Real> to;
  for (std::uint64_t channel = 0; channel < m_map.channels; ++channel) {
    const double mean = options.normalise ? m_moments[channel].mean : 0;
    const double deviation = options.normalise ? m_moments[channel].deviation() : 1;
    const double centre = mean - (m_map.affine() ? m_map.offset[channel] : 0);
    to.scale.push_back(static_cast<Real>(m_map.affine() ? m_map.scale[channel] : 1));
    to.centre.push_back(static_cast<Real>(centre));
    to.low.push_back(static_cast<Real>(centre - static_cast<double>(to.centre.back())));
    to.inverse.push_back(static_cast<Real>(deviation > 0 ? 1 / deviation : 0));
    to.fill.push_back(options.normalise                          ? 0.0F
                      : options.fillMissing && !m_stays[channel] ? static_cast<float>(m_moments[channel].mean)
                                                                 : std::numeric_limits<float>::quiet_NaN());
  }
  return to;
}

template <class Real>
WidenTable<Real> FeatureGather::tableOf(const Coefficients<Real>& coefficients) const {
  return {.scale = coefficients.scale.data(),
          .centre = coefficients.centre.data(),
          .low = coefficients.low.data(),
          .inverse = coefficients.inverse.data(),
          .fill = coefficients.fill.data(),
          .channels = m_map.channels,
          .run = m_map.run,
          .lowestIsMissing = m_map.affine()};
}

Widening FeatureGather::widening() const {
  return {.type = m_dtype,
          .channels = m_map.channels,
          .run = m_map.run,
          .lowestIsMissing = m_map.affine(),
          .scale = m_float.scale,
          .centre = m_float.centre,
          .low = m_float.low,
          .inverse = m_float.inverse,
          .fill = m_float.fill};
}

void FeatureGather::gather(const Rows& from, std::span<const std::uint64_t> rows, std::span<float> out) const {
  const Simd simd = bestSimd();
  if (m_asStored) {
    gatherPlain<float>(m_dtype, m_map.channels * m_map.run, from, rows, out);
  } else if (widensInFloat(m_dtype)) {
    widenRows(m_dtype, simd, tableOf(m_float), from, rows, out.data());
  } else {
    widenRows(m_dtype, simd, tableOf(m_double), from, rows, out.data());
  }
}

void gatherStored(const Rows& from, std::span<const std::uint64_t> rows, std::span<std::byte> out) {
  forEachRow(from, rows, [&](const std::byte* row, std::size_t i) {
    std::memcpy(out.data() + i * from.rowBytes, row, from.rowBytes);
  });
}

void gatherCodes(table::DType dtype, std::uint64_t values, const Rows& from, std::span<const std::uint64_t> rows,
                 std::span<std::int64_t> out) {
  gatherPlain<std::int64_t>(dtype, values, from, rows, out);
}

void gatherNumbers(table::DType dtype, std::uint64_t values, const Rows& from, std::span<const std::uint64_t> rows,
                   std::span<float> out) {
  gatherPlain<float>(dtype, values, from, rows, out);
}

}  // namespace masu::loader

#include "core/loader/gather.h"

#include <cmath>
#include <cstring>
#include <limits>
#include <type_traits>

#include "core/loader/stored_value.h"

namespace masu::loader {

namespace {

/// Rows lie all over memory; asking for one this many ahead hides the wait for it.
constexpr std::size_t kAhead = 12;
constexpr std::uint64_t kLine = 64;
constexpr std::uint64_t kLinesAhead = 8;  // the hardware follows a longer row by itself

void prefetch(const Rows& from, std::uint64_t row) {
  const std::byte* begin = from.base + row * from.rowBytes;
  const std::uint64_t lines = std::min(from.rowBytes / kLine + 1, kLinesAhead);
  for (std::uint64_t line = 0; line < lines; ++line) __builtin_prefetch(begin + line * kLine);
}

/// Calls body(row's bytes, i) for each row, with later rows on their way.
template <class Body>
void forEachRow(const Rows& from, std::span<const std::uint64_t> rows, Body&& body) {
  const std::size_t count = rows.size();
  for (std::size_t i = 0; i < std::min(kAhead, count); ++i) prefetch(from, rows[i]);
  for (std::size_t i = 0; i < count; ++i) {
    if (i + kAhead < count) prefetch(from, rows[i + kAhead]);
    body(from.base + rows[i] * from.rowBytes, i);
  }
}

template <class Stored>
Stored load(const std::byte* at) {
  Stored value;
  std::memcpy(&value, at, sizeof(Stored));
  return value;
}

/// Types whose values a float holds exactly are calculated with in float, the others in double.
template <class Stored>
using RealOf = std::conditional_t<(sizeof(Stored) > 2 && !std::is_same_v<Stored, float>), double, float>;

template <class Out>
void gatherPlain(table::DType dtype, std::uint64_t values, const Rows& from, std::span<const std::uint64_t> rows,
                 std::span<Out> out) {
  table::dispatch(dtype, [&](auto tag) {
    using Stored = decltype(tag);
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
                             const std::vector<Moments>& moments)
    : m_dtype(features.dtype), m_map(channelMapOf(dataset, features)) {
  const bool canMiss = !table::isInteger(features.dtype) || m_map.affine();
  m_asStored = !options.normalise && !m_map.affine() && !(options.fillMissing && canMiss);
  m_float = coefficientsFor<float>(moments, options);
  m_double = coefficientsFor<double>(moments, options);
}

template <class Real>
FeatureGather::Coefficients<Real> FeatureGather::coefficientsFor(const std::vector<Moments>& moments,
                                                                 const Options& options) const {
  Coefficients<Real> to;
  for (std::uint64_t channel = 0; channel < m_map.channels; ++channel) {
    const double mean = options.normalise ? moments[channel].mean : 0;
    const double deviation = options.normalise ? moments[channel].deviation() : 1;
    const double centre = mean - (m_map.affine() ? m_map.offset[channel] : 0);
    to.scale.push_back(static_cast<Real>(m_map.affine() ? m_map.scale[channel] : 1));
    to.centre.push_back(static_cast<Real>(centre));
    to.low.push_back(static_cast<Real>(centre - static_cast<double>(to.centre.back())));
    to.inverse.push_back(static_cast<Real>(deviation > 0 ? 1 / deviation : 0));
    to.fill.push_back(options.normalise     ? 0.0F
                      : options.fillMissing ? static_cast<float>(moments[channel].mean)
                                            : std::numeric_limits<float>::quiet_NaN());
  }
  return to;
}

template <class Stored, class Real>
void FeatureGather::gatherAs(const Rows& from, std::span<const std::uint64_t> rows, float* out,
                             const Coefficients<Real>& coefficients) const {
  const bool affine = m_map.affine();
  const auto convert = [affine](Stored stored, Real scale, Real centre, Real low, Real inverse, float fill) {
    const Real value = ((valueOf<Real>(stored) * scale - centre) - low) * inverse;
    const bool missing = std::is_integral_v<Stored> ? affine && isLowest(stored) : value != value;
    return missing ? fill : static_cast<float>(value);
  };
  const std::uint64_t channels = m_map.channels;
  const std::uint64_t run = m_map.run;
  const Real* scale = coefficients.scale.data();
  const Real* centre = coefficients.centre.data();
  const Real* low = coefficients.low.data();
  const Real* inverse = coefficients.inverse.data();
  const float* fill = coefficients.fill.data();
  forEachRow(from, rows, [&](const std::byte* row, std::size_t i) {
    float* to = out + i * channels * run;
    if (run == 1) {
      for (std::uint64_t c = 0; c < channels; ++c) {
        to[c] = convert(load<Stored>(row + c * sizeof(Stored)), scale[c], centre[c], low[c], inverse[c], fill[c]);
      }
      return;
    }
    for (std::uint64_t c = 0; c < channels; ++c, row += run * sizeof(Stored), to += run) {
      for (std::uint64_t t = 0; t < run; ++t) {
        to[t] = convert(load<Stored>(row + t * sizeof(Stored)), scale[c], centre[c], low[c], inverse[c], fill[c]);
      }
    }
  });
}

void FeatureGather::gather(const Rows& from, std::span<const std::uint64_t> rows, std::span<float> out) const {
  if (m_asStored) {
    gatherPlain<float>(m_dtype, m_map.channels * m_map.run, from, rows, out);
    return;
  }
  table::dispatch(m_dtype, [&](auto tag) {
    using Stored = decltype(tag);
    if constexpr (std::is_same_v<RealOf<Stored>, float>) {
      gatherAs<Stored, float>(from, rows, out.data(), m_float);
    } else {
      gatherAs<Stored, double>(from, rows, out.data(), m_double);
    }
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

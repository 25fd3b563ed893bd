#include "core/ingest/channel_values.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <type_traits>
#include <vector>

#include "core/base/half.h"

namespace masu::ingest {
namespace {

template <class Out, class In>
Out stored(In value) {
  if constexpr (std::is_same_v<Out, table::Half>) {
    return {halfFromDouble(static_cast<double>(value))};
  } else {
    return static_cast<Out>(value);
  }
}

template <class Out>
double widened(Out value) {
  if constexpr (std::is_same_v<Out, table::Half>) {
    return static_cast<double>(floatFromHalf(value.bits));
  } else {
    return static_cast<double>(value);
  }
}

/// Whether some values change when In is stored as Out. Integers are stored only where they fit.
template <class In, class Out>
constexpr bool kRounds = std::is_same_v<Out, table::Half> || (std::is_same_v<Out, float> && std::is_same_v<In, double>);

/// Four sums that do not wait for each other; always the same four, so the result is the same everywhere.
class Sum {
 public:
  void add(std::size_t i, double value) { m_parts[i % 4] += value; }
  double total() const { return (m_parts[0] + m_parts[1]) + (m_parts[2] + m_parts[3]); }

 private:
  std::array<double, 4> m_parts{};
};

/// Of integers of at most 16 bits in one pass: their sums and sums of squares are exact in 64 bits.
/// Requires: fewer than 2^31 values.
template <class Out>
table::ColumnStats narrowStatsOf(std::span<const Out> values) {
  Out least = values.front();
  Out greatest = values.front();
  std::int64_t sum = 0;
  std::int64_t squares = 0;
  for (const Out value : values) {
    const std::int64_t number = value;
    least = std::min(least, value);
    greatest = std::max(greatest, value);
    sum += number;
    squares += number * number;
  }
  const auto count = static_cast<std::int64_t>(values.size());
  const std::int64_t nearMean = sum / count;
  const auto rest = static_cast<double>(sum - count * nearMean);
  const std::int64_t aroundNearMean = squares - 2 * nearMean * sum + count * nearMean * nearMean;
  table::ColumnStats stats;
  stats.count = values.size();
  stats.min = static_cast<double>(least);
  stats.max = static_cast<double>(greatest);
  stats.mean = static_cast<double>(nearMean) + rest / static_cast<double>(count);
  stats.squares = static_cast<double>(aroundNearMean) - rest * rest / static_cast<double>(count);
  return stats;
}

template <class Out>
table::ColumnStats statsOf(std::span<const Out> values) {
  if constexpr (std::is_integral_v<Out> && sizeof(Out) <= 2) return narrowStatsOf(values);
  table::ColumnStats stats;
  Sum sum;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const double value = widened(values[i]);
    stats.min = std::min(stats.min, value);
    stats.max = std::max(stats.max, value);
    sum.add(i, value);
  }
  if (!std::isfinite(sum.total())) {  // missing values among them: one by one
    table::ColumnStats careful;
    for (const Out value : values) careful.add(widened(value));
    return careful;
  }
  stats.count = values.size();
  stats.mean = sum.total() / static_cast<double>(values.size());
  Sum squares;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const double distance = widened(values[i]) - stats.mean;
    squares.add(i, distance * distance);
  }
  stats.squares = squares.total();
  if constexpr (!std::is_integral_v<Out>) {
    stats.integral = std::all_of(values.begin(), values.end(), [](Out value) {
      const double number = widened(value);
      return number == std::trunc(number);
    });
  }
  return stats;
}

template <class In>
In valueOf(In sample, const ChannelShape& shape) {
  return static_cast<In>((static_cast<double>(sample) - shape.silence) * shape.scale);
}

template <class In, class Out>
ChannelTally storeAs(const In* first, const ChannelShape& shape, std::span<Out> out) {
  ChannelTally tally;
  const bool plain = shape.silence == 0 && shape.scale == 1;
  for (std::uint64_t t = 0; t < shape.present; ++t) {
    const In raw = first[t * shape.stride];
    const In value = plain ? raw : valueOf(raw, shape);
    out[t] = stored<Out>(value);
    if constexpr (kRounds<In, Out>) tally.loss.add(static_cast<double>(value), widened(out[t]));
  }
  std::fill(out.begin() + static_cast<std::ptrdiff_t>(shape.present), out.end(), stored<Out>(shape.padding));
  tally.stats = statsOf(std::span<const Out>(out));
  tally.stats.maxError = tally.loss.maxError();
  return tally;
}

template <class In>
ChannelTally storeCodes(const In* first, const ChannelShape& shape, table::DType type, std::span<std::byte> out) {
  const downcast::AffineCodes codes(type, {*shape.steps});
  std::vector<double> values(shape.length, shape.padding);
  for (std::uint64_t t = 0; t < shape.present; ++t) {
    values[t] = (static_cast<double>(first[t * shape.stride]) - shape.silence) * shape.scale;
  }
  codes.encode(0, values, out);
  std::vector<double> readBack(values.size());
  codes.decode(0, out, readBack);
  ChannelTally tally{.stats = {}, .loss = downcast::LossMeter(static_cast<double>(shape.steps->scale))};
  for (std::uint64_t t = 0; t < shape.present; ++t) tally.loss.add(values[t], readBack[t]);
  tally.stats = statsOf(std::span<const double>(readBack));
  tally.stats.maxError = tally.loss.maxError();
  return tally;
}

template <class In>
ChannelTally store(const In* first, const ChannelShape& shape, table::DType type, std::span<std::byte> out) {
  if (shape.steps) return storeCodes(first, shape, type, out);
  return table::dispatch(type, [&](auto tag) {
    using Out = decltype(tag);
    return storeAs(first, shape, std::span(reinterpret_cast<Out*>(out.data()), shape.length));
  });
}

}  // namespace

ChannelTally storeChannel(const float* first, const ChannelShape& shape, table::DType type, std::span<std::byte> out) {
  return store(first, shape, type, out);
}

ChannelTally storeChannel(const double* first, const ChannelShape& shape, table::DType type, std::span<std::byte> out) {
  return store(first, shape, type, out);
}

}  // namespace masu::ingest

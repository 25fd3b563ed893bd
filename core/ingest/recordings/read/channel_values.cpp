// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/recordings/read/channel_values.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <type_traits>
#include <vector>

#include "core/base/half.h"
#include "core/downcast/loss_kernel.h"

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

constexpr std::size_t kLanes = 4;
using Lanes = std::array<double, kLanes>;

/// Whether some values change when In is stored as Out. Integers are stored only where they fit.
template <class In, class Out>
constexpr bool kRounds = std::is_same_v<Out, table::Half> || (std::is_same_v<Out, float> && std::is_same_v<In, double>);

/// Calls `each` with a lane and a value. Sums of four lanes do not wait for each other; always the same four, so the
/// result is the same everywhere.
template <class Out, class Each>
void inLanes(std::span<const Out> values, const Each& each) {
  std::size_t i = 0;
  for (; i + kLanes <= values.size(); i += kLanes) {
    for (std::size_t lane = 0; lane < kLanes; ++lane) each(lane, widened(values[i + lane]));
  }
  for (; i < values.size(); ++i) each(i % kLanes, widened(values[i]));
}

double total(const Lanes& lanes) {
  return (lanes[0] + lanes[1]) + (lanes[2] + lanes[3]);
}

/// Of integers of at most 16 bits in one pass, and of `padding` more of one value: their sums and sums of squares are
/// exact in 64 bits. Requires: fewer than 2^31 values, at least one.
template <class Out>
table::ColumnStats narrowStatsOf(std::span<const Out> values, std::uint64_t padding = 0, Out pad = 0) {
  // Short runs add up in 32 bits, which vectors do: 2^15 numbers of 16 bits stay below 2^31.
  constexpr std::size_t kStretch = 1U << 15U;
  Out least = values.empty() ? pad : values.front();
  Out greatest = least;
  std::int64_t sum = 0;
  std::uint64_t squares = 0;
  for (std::size_t first = 0; first < values.size(); first += kStretch) {
    std::int32_t partial = 0;
    for (const Out value : values.subspan(first, std::min(kStretch, values.size() - first))) {
      const auto bits = static_cast<std::uint32_t>(static_cast<std::int32_t>(value));
      least = std::min(least, value);
      greatest = std::max(greatest, value);
      partial += value;
      squares += bits * bits;  // below 2^32, and of negative numbers the same
    }
    sum += partial;
  }
  if (padding > 0) {
    const std::int64_t number = pad;
    least = std::min(least, pad);
    greatest = std::max(greatest, pad);
    sum += static_cast<std::int64_t>(padding) * number;
    squares += padding * static_cast<std::uint64_t>(number * number);
  }
  const auto count = static_cast<std::int64_t>(values.size() + padding);
  const std::int64_t nearMean = sum / count;
  const auto rest = static_cast<double>(sum - count * nearMean);
  const std::int64_t aroundNearMean =
      static_cast<std::int64_t>(squares) - 2 * nearMean * sum + count * nearMean * nearMean;
  table::ColumnStats stats;
  stats.count = static_cast<std::uint64_t>(count);
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
  Lanes sum{};
  Lanes least;
  Lanes greatest;
  least.fill(stats.min);
  greatest.fill(stats.max);
  inLanes(values, [&](std::size_t lane, double value) {
    least[lane] = std::min(least[lane], value);
    greatest[lane] = std::max(greatest[lane], value);
    sum[lane] += value;
  });
  if (!std::isfinite(total(sum))) {  // missing values among them: one by one
    table::ColumnStats careful;
    for (const Out value : values) careful.add(widened(value));
    return careful;
  }
  stats.count = values.size();
  stats.min = *std::ranges::min_element(least);
  stats.max = *std::ranges::max_element(greatest);
  stats.mean = total(sum) / static_cast<double>(values.size());
  Lanes squares{};
  inLanes(values, [&](std::size_t lane, double value) {
    const double distance = value - stats.mean;
    squares[lane] += distance * distance;
  });
  stats.squares = total(squares);
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

/// What decimals lose as floats. Meters take their values in any order: eight side by side are measured at once.
class FloatLosses {
 public:
  void add(double value, float stored) {
    m_values[m_count] = value;
    m_stored[m_count] = stored;
    if (++m_count == m_values.size()) measure();
  }
  downcast::LossMeter take() {
    measure();
    for (std::size_t i = 1; i < m_meters.size(); ++i) m_meters[0].merge(m_meters[i]);
    return m_meters[0];
  }

 private:
  static constexpr std::size_t kSideBySide = 8;

  void measure() {
    const std::size_t rows = m_count / kSideBySide;
    downcast::lossKernel().addFloats(m_values.data(), m_stored.data(), rows, kSideBySide, m_meters);
    for (std::size_t i = rows * kSideBySide; i < m_count; ++i) m_meters[0].add(m_values[i], m_stored[i]);
    m_count = 0;
  }

  std::size_t m_count = 0;
  std::array<double, 512> m_values;
  std::array<float, 512> m_stored;
  std::array<downcast::LossMeter, kSideBySide> m_meters;
};

/// What other types lose, or nothing.
class Losses {
 public:
  void add(double value, table::Half stored) { m_meter.add(value, widened(stored)); }
  downcast::LossMeter take() const { return m_meter; }

 private:
  downcast::LossMeter m_meter;
};

template <class In, class Out>
ChannelTally storeAs(const In* first, const ChannelShape& shape, std::span<Out> out) {
  std::conditional_t<std::is_same_v<Out, float> && kRounds<In, Out>, FloatLosses, Losses> losses;
  const bool plain = shape.silence == 0 && shape.scale == 1;
  for (std::uint64_t t = 0; t < shape.present; ++t) {
    const In raw = first[t * shape.stride];
    const In value = plain ? raw : valueOf(raw, shape);
    out[t] = stored<Out>(value);
    if constexpr (kRounds<In, Out>) losses.add(static_cast<double>(value), out[t]);
  }
  std::fill(out.begin() + static_cast<std::ptrdiff_t>(shape.present), out.end(), stored<Out>(shape.padding));
  ChannelTally tally{.stats = statsOf(std::span<const Out>(out)), .loss = losses.take()};
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

bool storesAsIs(table::DType native, const ChannelShape& shape, table::DType type) {
  const bool narrow = table::isInteger(native) && table::sizeOf(native) <= 2;
  return narrow && native == type && !shape.steps && shape.silence == 0 && shape.scale == 1;
}

ChannelTally storeAsIs(const std::byte* first, const ChannelShape& shape, table::DType type, std::span<std::byte> out) {
  return table::dispatch(type, [&](auto tag) -> ChannelTally {
    using Value = decltype(tag);
    if constexpr (std::is_integral_v<Value> && sizeof(Value) <= 2) {
      const auto* from = reinterpret_cast<const Value*>(first);
      const std::span<Value> to(reinterpret_cast<Value*>(out.data()), shape.length);
      if (shape.stride == 1) {
        std::copy_n(from, shape.present, to.begin());
      } else {
        for (std::uint64_t t = 0; t < shape.present; ++t) to[t] = from[t * shape.stride];
      }
      const auto padding = static_cast<Value>(shape.padding);
      std::fill(to.begin() + static_cast<std::ptrdiff_t>(shape.present), to.end(), padding);
      return {.stats =
                  narrowStatsOf(std::span<const Value>(to.first(shape.present)), shape.length - shape.present, padding),
              .loss = downcast::LossMeter()};
    }
    std::abort();  // storesAsIs() said otherwise
  });
}

void interleave(std::span<const std::byte> channels, std::uint64_t frames, std::size_t width,
                std::span<std::byte> out) {
  const std::size_t count = channels.size() / (frames * width);
  for (std::size_t channel = 0; channel < count; ++channel) {
    const std::byte* from = channels.data() + channel * frames * width;
    std::byte* to = out.data() + channel * width;
    for (std::uint64_t frame = 0; frame < frames; ++frame)
      std::memcpy(to + frame * count * width, from + frame * width, width);
  }
}

}  // namespace masu::ingest

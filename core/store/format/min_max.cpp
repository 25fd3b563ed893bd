// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/format/min_max.h"

#include <limits>
#include <type_traits>

namespace masu::store {
namespace {

/// How values of a type compare, and which value marks a missing one.
template <class T>
struct Order {
  using Key = T;
  static constexpr Key kHighest =
      std::is_integral_v<T> ? std::numeric_limits<T>::max() : std::numeric_limits<T>::infinity();
  static constexpr Key kLowest =
      std::is_integral_v<T> ? std::numeric_limits<T>::lowest() : -std::numeric_limits<T>::infinity();
  static constexpr T kNothing = std::is_integral_v<T> ? kLowest : std::numeric_limits<T>::quiet_NaN();
  static Key key(T value) { return value; }
  static T value(Key key) { return key; }
  static bool missing(T) { return false; }  // a NaN is never below or above
};

/// Halves compare as their bit patterns do, once negative ones run downwards.
template <>
struct Order<table::Half> {
  using Key = std::int32_t;
  static constexpr Key kHighest = 0x7C00;
  static constexpr Key kLowest = -0x7C00;
  static constexpr table::Half kNothing = {0x7E00};
  static Key key(table::Half value) {
    const Key size = value.bits & 0x7FFF;
    return (value.bits & 0x8000) != 0 ? -size : size;
  }
  static table::Half value(Key key) { return {static_cast<std::uint16_t>(key < 0 ? 0x8000 - key : key)}; }
  static bool missing(table::Half value) { return (value.bits & 0x7FFF) > 0x7C00; }
};

/// `kApart`: 1 where a value is its own min and max, 2 where the two are side by side.
template <class T, int kApart, bool kCodes>
void reduceChannel(const T* values, std::uint64_t count, std::uint64_t step, T* entry) {
  using Rule = Order<T>;
  auto low = Rule::kHighest;
  auto high = Rule::kLowest;
  bool any = false;
  for (std::uint64_t i = 0; i < count; ++i) {
    const T first = values[i * step];
    const T second = values[i * step + kApart - 1];
    if (Rule::missing(first)) continue;
    const auto least = Rule::key(first);
    const auto greatest = Rule::key(second);
    if (kCodes && least == Rule::kLowest) continue;
    low = least < low ? least : low;
    high = greatest > high ? greatest : high;
    any = any || least == least;
  }
  entry[0] = any ? Rule::value(low) : Rule::kNothing;
  entry[1] = any ? Rule::value(high) : Rule::kNothing;
}

template <int kApart>
void reduce(table::DType type, bool codes, std::uint64_t channels, const std::byte* from, std::uint64_t count,
            std::byte* entry) {
  table::dispatch(type, [&](auto tag) {
    using T = decltype(tag);
    const auto* values = reinterpret_cast<const T*>(from);
    auto* out = reinterpret_cast<T*>(entry);
    for (std::uint64_t channel = 0; channel < channels; ++channel) {
      if (codes) {
        reduceChannel<T, kApart, true>(values + channel * kApart, count, channels * kApart, out + 2 * channel);
      } else {
        reduceChannel<T, kApart, false>(values + channel * kApart, count, channels * kApart, out + 2 * channel);
      }
    }
  });
}

}  // namespace

void MinMax::ofFrames(const std::byte* frames, std::uint64_t count, std::byte* entry) const {
  reduce<1>(m_type, m_codes, m_channels, frames, count, entry);
}

void MinMax::ofEntries(const std::byte* entries, std::uint64_t count, std::byte* entry) const {
  reduce<2>(m_type, m_codes, m_channels, entries, count, entry);
}

}  // namespace masu::store

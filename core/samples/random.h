// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>

#include "core/base/permutation.h"

namespace masu::samples {

/// A point of a piecewise linear distribution: `share` of all values are below `value`.
struct Quantile {
  double share;
  double value;
};

/// The random numbers of the generated sample data: SplitMix64, and distributions built of +, × and comparisons alone,
/// so that a seed gives the same bytes with every compiler and C library.
class SampleRandom {
 public:
  explicit SampleRandom(std::uint64_t seed) : m_state(seed) {}
  /// A generator of its own for item `index` of `seed`: items do not depend on how many precede them.
  SampleRandom(std::uint64_t seed, std::uint64_t index) : m_state(mix64(seed ^ mix64(index))) {}

  std::uint64_t next() {
    const std::uint64_t word = mix64(m_state);
    m_state += 0x9E3779B97F4A7C15ULL;
    return word;
  }
  /// In [0, 1).
  double uniform() { return static_cast<double>(next() >> 11U) * 0x1p-53; }
  double between(double low, double high) { return low + (high - low) * uniform(); }
  bool chance(double probability) { return uniform() < probability; }

  /// Mean 0, deviation 1, bounded by ±6: the sum of twelve uniform numbers, which needs no logarithm.
  double normal() {
    double sum = -6;
    for (int i = 0; i < 12; ++i) sum += uniform();
    return sum;
  }

  /// Requires: knots run from share 0 to share 1.
  double from(std::span<const Quantile> knots) {
    const double u = uniform();
    std::size_t i = 1;
    while (i + 1 < knots.size() && knots[i].share <= u) ++i;
    const Quantile& a = knots[i - 1];
    const Quantile& b = knots[i];
    return a.value + (b.value - a.value) * (u - a.share) / (b.share - a.share);
  }

  /// An index drawn in proportion to its weight. Requires: a positive sum.
  std::size_t pick(std::span<const double> weights) {
    double sum = 0;
    for (const double weight : weights) sum += weight;
    double left = uniform() * sum;
    for (std::size_t i = 0; i + 1 < weights.size(); ++i) {
      if (left < weights[i]) return i;
      left -= weights[i];
    }
    return weights.size() - 1;
  }

 private:
  std::uint64_t m_state;
};

}  // namespace masu::samples

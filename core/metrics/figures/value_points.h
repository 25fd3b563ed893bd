// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace masu::metrics {

/// A value, and what was predicted for it; both finite.
struct ValuePoint {
  double truth = 0;
  double prediction = 0;
};

/// Some samples of many, to show how predictions are off.
/// Invariant: at most kMost, which follow from the numbers of the samples alone (those with the smallest hash), so that
/// the order in which they come, and what is predicted for them, choose none. A sample whose truth or prediction is not
/// finite is left out. Threads: one at a time.
class ValuePoints {
 public:
  static constexpr std::size_t kMost = 500;

  void add(std::uint64_t sample, double truth, double prediction);
  /// Smallest prediction first.
  std::vector<ValuePoint> points() const;

 private:
  struct Kept {
    std::uint64_t hash = 0;
    ValuePoint point;
  };
  static bool isBefore(const Kept& one, const Kept& other) { return one.hash < other.hash; }

  std::vector<Kept> m_kept;  ///< a heap, the largest hash on top
};

}  // namespace masu::metrics

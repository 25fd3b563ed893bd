// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/metrics/figures/value_points.h"

#include <algorithm>
#include <cmath>

#include "core/base/bounded_heap.h"
#include "core/base/permutation.h"

namespace masu::metrics {

void ValuePoints::add(std::uint64_t sample, double truth, double prediction) {
  if (!std::isfinite(truth) || !std::isfinite(prediction)) return;
  keepFirst(m_kept, kMost, Kept{mix64(sample), {truth, prediction}}, isBefore);
}

std::vector<ValuePoint> ValuePoints::points() const {
  std::vector<ValuePoint> points;
  points.reserve(m_kept.size());
  for (const Kept& kept : m_kept) points.push_back(kept.point);
  std::ranges::sort(points, [](const ValuePoint& one, const ValuePoint& other) {
    return one.prediction != other.prediction ? one.prediction < other.prediction : one.truth < other.truth;
  });
  return points;
}

}  // namespace masu::metrics

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/table/storage_loss.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace masu::table {

double StorageLoss::rootMeanSquare(const ColumnStats& stats) const {
  return stats.count == 0 ? 0 : std::sqrt(squaredError / static_cast<double>(stats.count));
}

double StorageLoss::signalToNoise(const ColumnStats& stats) const {
  if (squaredError == 0) return std::numeric_limits<double>::infinity();
  return 10 * std::log10(stats.squares / squaredError);
}

void StorageLoss::merge(const StorageLoss& other) {
  maxRelative = std::max(maxRelative, other.maxRelative);
  squaredError += other.squaredError;
  overflowed += other.overflowed;
  flushed += other.flushed;
  clipped += other.clipped;
}

StorageLoss chained(const StorageLoss& first, const StorageLoss& second) {
  // |a − c| ≤ |a − b| + |b − c|, for single values as for the root of a sum of squares.
  const double root = std::sqrt(first.squaredError) + std::sqrt(second.squaredError);
  return {.maxRelative = first.maxRelative + second.maxRelative * (1 + first.maxRelative),
          .squaredError = root * root,
          .overflowed = first.overflowed + second.overflowed,
          .flushed = first.flushed + second.flushed,
          .clipped = first.clipped + second.clipped};
}

}  // namespace masu::table

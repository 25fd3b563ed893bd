// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

#include "core/table/column_stats.h"

namespace masu::table {

/// The loss of precision of storing a column's values in a narrower type, beside the largest error in ColumnStats.
/// Measured over every value present; a missing one loses nothing.
struct StorageLoss {
  double maxRelative = 0;        ///< largest |value − stored value| / |value|, where the value is not 0
  double squaredError = 0;       ///< sum of the squared errors of finite values
  std::uint64_t overflowed = 0;  ///< finite values stored as infinity
  std::uint64_t flushed = 0;     ///< values other than 0 stored as 0
  std::uint64_t clipped = 0;     ///< values beyond the codes of an affine type, stored as the nearest code

  /// Root of the mean squared error over the column's values; 0 where there are none.
  double rootMeanSquare(const ColumnStats& stats) const;
  /// dB: the column's variance over its mean squared error. Infinite where nothing was lost. `stats` are of the stored
  /// values after an import, of the source's after a conversion: what differs is beyond the digits that are shown.
  double signalToNoise(const ColumnStats& stats) const;

  /// Adds the loss of further values.
  void merge(const StorageLoss& other);
};

/// The cost of storing twice: bounds that hold whatever way the errors of the two steps fall together.
StorageLoss chained(const StorageLoss& first, const StorageLoss& second);

}  // namespace masu::table

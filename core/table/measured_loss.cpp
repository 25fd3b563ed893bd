// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/table/measured_loss.h"

#include <cmath>
#include <limits>

namespace masu::table {

bool holdsNumbers(const Column& column) {
  return isNumeric(column.kind) && column.stats.count > 0 && column.stats.min <= column.stats.max;
}

bool isLossy(const Column& column) {
  return holdsNumbers(column) && (column.stats.maxError > 0 || column.loss.overflowed > 0);
}

bool isExact(const Column& column) {
  constexpr double kWholeDoubles = 0x1p53;
  if (!holdsNumbers(column) || isLossy(column) || std::isnan(column.loss.maxRelative)) return false;
  const bool counted = column.stats.min > -kWholeDoubles && column.stats.max < kWholeDoubles;
  return counted || column.stored == DType::i64;
}

const StorageLoss* measuredLoss(const Column& column) {
  constexpr double kSquared = 1e-150;  // the square of less may be 0
  if (!holdsNumbers(column) || std::isnan(column.loss.maxRelative)) return nullptr;
  return column.stats.maxError > kSquared && column.loss.squaredError == 0 ? nullptr : &column.loss;
}

double largestError(const Column& column) {
  return column.loss.overflowed > 0 ? std::numeric_limits<double>::infinity() : column.stats.maxError;
}

}  // namespace masu::table

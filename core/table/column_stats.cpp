// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/table/column_stats.h"

#include <algorithm>
#include <cmath>

#include "core/base/figure_text.h"

namespace masu::table {

void ColumnStats::add(double value) {
  if (std::isnan(value)) {
    ++missing;
    return;
  }
  ++count;
  min = std::min(min, value);
  max = std::max(max, value);
  integral = integral && std::isfinite(value) && value == std::trunc(value);
  if (std::isinf(value)) {
    ++infinite;
    return;
  }
  // Welford 1962: the sum of squares never cancels, however far the values are from zero.
  const double before = value - mean;
  mean += before / static_cast<double>(finite());
  squares += before * (value - mean);
}

void ColumnStats::merge(const ColumnStats& other) {
  missing += other.missing;
  maxError = std::max(maxError, other.maxError);
  integral = integral && other.integral;
  if (other.count == 0) return;
  if (count == 0) {
    count = other.count;
    infinite = other.infinite;
    min = other.min;
    max = other.max;
    mean = other.mean;
    squares = other.squares;
    wholes = other.wholes;
    return;
  }
  const auto mine = static_cast<double>(finite());
  const auto theirs = static_cast<double>(other.finite());
  const double difference = other.mean - mean;
  if (mine == 0) {
    mean = other.mean;
    squares = other.squares;
  } else if (theirs > 0) {
    mean += difference * (theirs / (mine + theirs));
    squares += other.squares + difference * difference * (mine * theirs / (mine + theirs));
  }
  // What one of the two did not count is not known of both.
  infinite = isInfiniteCounted() && other.isInfiniteCounted() ? infinite + other.infinite : 0;
  count += other.count;
  min = std::min(min, other.min);
  max = std::max(max, other.max);
  if (wholes && other.wholes)
    wholes->add(*other.wholes);
  else
    wholes.reset();
}

double ColumnStats::deviation() const {
  return std::sqrt(variance());
}

std::string ColumnStats::extremeText(double value, std::int64_t WholeRange::*whole) const {
  if (wholes) return std::to_string((*wholes).*whole);
  return std::isinf(value) ? (value < 0 ? "-inf" : "inf") : figureText(value);
}

}  // namespace masu::table

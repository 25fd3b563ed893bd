// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>

namespace masu::table {

/// Min and max of whole numbers with all their digits.
struct WholeRange {
  std::int64_t min = 0;
  std::int64_t max = 0;

  void add(std::int64_t value) { add({value, value}); }
  void add(const WholeRange& other) {
    min = std::min(min, other.min);
    max = std::max(max, other.max);
  }
};

/// The statistics of a pass over a column's values, in a form that can be merged. Extremes are of all values, mean and
/// deviation of the finite ones.
/// Invariant: merging in chunk order gives the same bits whatever the number of threads; NaN counts as missing.
/// Source of the merge: Chan, Golub, LeVeque 1979 (pairwise mean and squared deviations).
struct ColumnStats {
  std::uint64_t count = 0;    ///< values present
  std::uint64_t missing = 0;  ///< values absent
  /// Of those present. 0 beside an infinite extreme: they were not counted, as in files of earlier versions.
  std::uint64_t infinite = 0;
  double min = std::numeric_limits<double>::infinity();
  double max = -std::numeric_limits<double>::infinity();
  double mean = 0;
  double squares = 0;  ///< sum of squared deviations of the finite values from their mean
  bool integral = true;
  double maxError = 0;  ///< largest |value − stored value| over the column
  /// Of whole numbers that are, or may become, stored as i64; else nothing.
  std::optional<WholeRange> wholes;

  void add(double value);
  void merge(const ColumnStats& other);

  std::uint64_t finite() const { return count - std::min(infinite, count); }
  bool hasInfinite() const { return min <= max && (std::isinf(min) || std::isinf(max)); }
  bool isInfiniteCounted() const { return infinite > 0 || !hasInfinite(); }
  double variance() const { return finite() > 0 ? squares / static_cast<double>(finite()) : 0; }
  double deviation() const;
  /// The extremes for people, of whole numbers with all their digits.
  std::string minText() const { return extremeText(min, &WholeRange::min); }
  std::string maxText() const { return extremeText(max, &WholeRange::max); }

 private:
  std::string extremeText(double value, std::int64_t WholeRange::*whole) const;
};

}  // namespace masu::table

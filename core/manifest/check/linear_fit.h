// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace masu::manifest {

/// A target as a sum of columns, each times its factor, and a constant.
struct LinearFit {
  std::vector<std::size_t> columns;  ///< in ascending order
  std::vector<double> factors;       ///< beside the columns
  double constant = 0;
  double rest = 1;  ///< share of the variance that the sum does not explain

  /// The sum for one row; `values`: of the columns.
  double of(std::span<const double> values) const;
};

/// Looks for few columns that add up to a target: the one that explains most of what is left joins those before; one
/// that is not needed in the end is left out again. Columns are compared in the rows in which all have values, eight
/// for each that joins. Where more than `tolerance` is left after `most` columns nothing is found: the fit has no
/// columns. Deterministic. Cost: some passes over a copy of the columns for each that joins. Requires: columns are as
/// long as the target.
LinearFit fitLinearly(const std::vector<std::span<const double>>& columns, std::span<const double> target,
                      std::size_t most, double tolerance);

}  // namespace masu::manifest

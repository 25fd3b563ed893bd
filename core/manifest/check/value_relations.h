// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "core/manifest/check/check_context.h"

namespace masu::manifest {

/// So many columns at most are looked for that add up to the label.
inline constexpr std::size_t kMostSummed = 16;

/// What determines the values of the labels best.
struct ValueRelation {
  enum class Kind {
    none,      ///< nothing was found that could
    linear,    ///< a column, as a straight line: strength is R²
    monotone,  ///< a column, in whatever scale: strength is the square of the rank correlation
    category,  ///< a category, by the mean of each of its words: strength is the share of the variance
    pair,      ///< two columns together, such as parts that add up to the label: strength is R²
    product,   ///< two columns, one times the other, as a straight line: strength is R²
    quotient,  ///< two columns, the first by the second, as a straight line: strength is R²
    sum,       ///< more columns together, up to kMostSummed: strength is R² on all samples that are used
  };
  Kind kind = Kind::none;
  double strength = 0;
  std::vector<std::string> columns;
  std::uint64_t samples = 0;  ///< it was measured on

  /// True where a column could not be known before the label is.
  bool givesAway() const;
};

/// Looks for columns that give the values of the labels away, on up to 20,000 of the samples that are used, from 64
/// places of the dataset. Of more than 256 columns, pairs, products, quotients and sums are tried only of those that
/// come nearest by themselves. A sum is what all samples confirm, in one more pass.
/// Requires: a table whose labels are values. Memory: 64 MiB. Errors: of reading; Errc::cancelled.
Result<ValueRelation> strongestRelation(const CheckContext& context);

}  // namespace masu::manifest

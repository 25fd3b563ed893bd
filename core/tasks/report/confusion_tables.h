// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/tasks/report/markup.h"
#include "core/tasks/report/report_words.h"

namespace masu::tasks {

/// A confusion matrix: row-major [classes × classes], rows true, columns predicted.
struct Confusion {
  std::span<const std::uint64_t> counts;
  std::vector<std::string> classes;  ///< as many as rows
  std::string split;                 ///< which it is of, in the report's language

  /// Of what a log has: with the names of classes where they are known, else their numbers. Nothing in it where the
  /// counts are not those of a matrix.
  static Confusion of(std::span<const std::uint64_t> counts, const std::vector<std::string>& names, std::string split);
  std::size_t size() const { return classes.size(); }
  std::uint64_t at(std::size_t truth, std::size_t predicted) const { return counts[truth * size() + predicted]; }
};

/// A matrix of more classes is not shown, as it would not fit a page; its most confused pairs are.
inline constexpr std::size_t kMostMatrixClasses = 30;

/// Precision, recall, F1 and support of each class.
Markup classTable(const Confusion& confusion, const ReportWords& words);
/// The matrix with counts and their shares of the row, or the most confused pairs.
Markup confusionTable(const Confusion& confusion, const ReportWords& words);

}  // namespace masu::tasks

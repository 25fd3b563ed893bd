// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>

#include "core/table/filter_expression.h"
#include "core/table/filter_rows.h"

namespace masu::table {

/// A filter expression that knows its columns, ready to run over blocks of rows.
/// A missing value passes no test but `= missing`; `!=` is the negation of `=`, so that it passes that one. Texts
/// compare byte by byte; a number asked of a word or text column is compared with what the text says as a number. Words
/// are evaluated once for all rows. Threads: const calls are safe together, on rows of their own.
class Filter {
 public:
  /// Errors: the expression makes no sense; there is no such column; a test that its kind of column cannot answer. Each
  /// names the place in the expression (Location::column).
  static Result<Filter> compile(std::string_view expression, FilterRows& rows);

  /// Sets hits[i] to 1 where row first + i passes, else to 0. Requires: the rows it was compiled for, or alike.
  Result<void> run(FilterRows& rows, std::uint64_t first, std::span<std::uint8_t> hits) const;

 private:
  struct Test {
    FilterColumn column;
    FilterComparison comparison;
    std::vector<std::uint8_t> verdicts;  ///< of each word; the last is that of a missing one
  };
  /// A node of the expression with its tests resolved; the tree keeps the form of FilterNode.
  struct Step {
    FilterNode::Kind kind = FilterNode::Kind::compare;
    std::vector<Step> parts;
    std::size_t test = 0;
  };

  Result<Step> resolve(const FilterNode& node, FilterRows& rows);
  Result<void> run(const Step& step, FilterRows& rows, std::uint64_t first, std::span<std::uint8_t> hits) const;
  Result<void> runTest(const Test& test, FilterRows& rows, std::uint64_t first, std::span<std::uint8_t> hits) const;

  Step m_root;
  std::vector<Test> m_tests;
};

}  // namespace masu::table

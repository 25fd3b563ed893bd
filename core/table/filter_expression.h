// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"

namespace masu::table {

/// The filter language, as written by people for `--exclude`, `--where` and the filter fields of the application:
///
///     age >= 40 and (source contains "jackson" or not label in ("2", "3"))
///
/// A test compares a column with a number, a text in quotes, or `missing`: = == != <> < <= > >= contains, starts with,
/// ends with, in (…), is missing. `and` binds more tightly than `or`; words of the language may be written in capitals.
/// A column whose name is not a plain word is in backticks: `hours per week` > 40. Names of the language (sample,
/// source, position, label, group, split) mean a column of that name only in backticks.

struct FilterValue {
  enum class Kind { number, text, missing };
  Kind kind = Kind::missing;
  double number = 0;
  std::string text;
};

enum class FilterTest { equal, less, lessEqual, greater, greaterEqual, contains, startsWith, endsWith };

/// One test of a column; with several values any of them may fit.
struct FilterComparison {
  std::string column;
  bool inBackticks = false;
  FilterTest test = FilterTest::equal;
  std::vector<FilterValue> values;
  std::uint64_t at = 0;  ///< where it is in the expression, in characters from 1
};

/// An expression as a tree: `all` and `any` of their parts, `none` of its single part.
struct FilterNode {
  enum class Kind { all, any, none, compare };
  Kind kind = Kind::compare;
  std::vector<FilterNode> parts;
  FilterComparison comparison;
};

/// Errors: what the expression cannot mean, with the column where it stops making sense (Location::column).
Result<FilterNode> parseFilter(std::string_view expression);

}  // namespace masu::table

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/table/dtype.h"
#include "core/table/time_text.h"

namespace masu::table {

/// How a filter sees a column: numbers (NaN is missing), codes of a list of words, or free texts (empty is missing).
struct FilterColumn {
  enum class Kind { number, word, text };
  Kind kind = Kind::number;
  std::size_t id = 0;                               ///< what FilterRows::values takes
  DType stored = DType::f64;                        ///< of numbers: what they were rounded to; i64: texts are digits
  const std::vector<std::string>* words = nullptr;  ///< of a word column. Lifetime: the rows'
  std::optional<TimeKind> times = {};               ///< of numbers that are seconds: compared with times in quotes
  double origin = 0;                                ///< of times: what they count from, in seconds since 1970
};

/// A run of a column's values, in the form its kind says.
struct FilterValues {
  std::span<const double> numbers;
  std::span<const std::uint32_t> codes;
  std::span<const std::string> texts;
};

/// A code without a word: missing.
inline constexpr std::uint32_t kNoWord = std::numeric_limits<std::uint32_t>::max();

/// Rows that can be filtered: those of a dataset, or of a source while it is imported.
/// Threads: one at a time.
class FilterRows {
 public:
  virtual ~FilterRows() = default;

  /// The column that a name means. `inBackticks` shuts out the names of the language (sample, source, …).
  /// Errors: there is none; the sentence names some that there are.
  virtual Result<FilterColumn> column(std::string_view name, bool inBackticks) = 0;

  /// Values of rows [first, first + count), valid until values of other rows are asked for.
  virtual Result<FilterValues> values(const FilterColumn& column, std::uint64_t first, std::uint64_t count) = 0;
};

}  // namespace masu::table

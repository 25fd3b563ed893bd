// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"

namespace masu::table {

/// A word of a filter expression.
struct FilterToken {
  enum class Kind { name, backtickName, number, text, symbol, end };
  Kind kind = Kind::end;
  std::string text;  ///< without quotes; of symbols and numbers as written
  double number = 0;
  std::uint64_t at = 0;  ///< in characters from 1
};

/// Cuts an expression into words; the last is `end`. Errors: a quote that is not closed, a character without meaning.
Result<std::vector<FilterToken>> filterTokens(std::string_view expression);

}  // namespace masu::table

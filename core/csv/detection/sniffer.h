// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.h"
#include "core/base/result.h"
#include "core/csv/structure/dialect.h"

namespace masu::csv {

/// So many of the first records show how a text spells its table.
inline constexpr std::size_t kRecordsSniffed = 1000;

/// The parts of a dialect that are known already; the rest is found out.
struct DialectHints {
  std::optional<char> delimiter;
  std::optional<char> quote;
  std::optional<char> escape;
  std::optional<char> decimal;
  std::optional<std::string> encoding;
  std::optional<bool> header;
  std::optional<char> comment;
  std::optional<std::uint64_t> preambleLines;  ///< a line that declares the delimiter is one of them
  std::optional<std::vector<std::string>> missingMarkers;
  std::optional<std::uint64_t> longestRecord;  ///< bytes
  std::optional<char> thousands;               ///< a comma, a point, a blank or an apostrophe; '\0' for none
};

/// Finds how a text spells its table, from its beginning (without a byte order mark). Every pair of delimiter and quote
/// is scored by how many records agree on their number of fields and how many cells read as values; the first of equals
/// wins, so that the result is the same everywhere. `whole` says that the sample is the entire text. Errors: nothing
/// but blanks; a delimiter that is also the quote or the decimal mark; separators of thousands that cannot be.
Result<Dialect> sniffDialect(std::string_view sample, bool whole, const DialectHints& hints, const std::string& file);

/// A delimiter, quote or decimal mark as sentences name it: tab, blank, '…'; – for none.
Argument shownCharacter(char c);

}  // namespace masu::csv

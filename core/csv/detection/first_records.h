// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/csv/structure/dialect.h"

namespace masu::csv {

/// Cell by cell.
using Records = std::vector<std::vector<std::string>>;

/// The first records of a text, as the dialect reads them (the header is one of them); at most `limit`. `whole` says
/// that the sample is the entire text.
Records firstRecords(std::string_view sample, bool whole, const Dialect& dialect, std::size_t limit);

/// How many of the same records have so many fields; of those with more than `most` it is known that they have more.
std::map<std::size_t, std::size_t> countFields(std::string_view sample, bool whole, const Dialect& dialect,
                                               std::size_t limit, std::size_t most);

/// The number of fields that most records have; 0 of none.
std::size_t commonFieldCount(const Records& records);

/// Where the first record begins: after the preamble's lines. Requires: no byte order mark before it.
std::size_t afterPreamble(std::string_view text, std::uint64_t lines);

}  // namespace masu::csv

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "core/csv/detection/first_records.h"
#include "core/csv/structure/dialect.h"

namespace masu::csv {

/// The delimiter that a first line "sep=;" declares, which spreadsheet programs write and read; no letter, digit or
/// quote, which would be part of a name.
std::optional<char> declaredDelimiter(std::string_view sample);

/// Lines before the table that only comment on it.
std::uint64_t commentLines(std::string_view sample, char comment);

/// Lines before the table, after those of the dialect's preamble, that are none of it: a title, whose record has
/// fewer fields than nearly all that follow; the same of several cells ("Device;7"), or filled up with empty cells;
/// words over groups of columns. All but the first only before a header. `records`: the first ones, as the dialect
/// reads the sample.
std::uint64_t titleLines(std::string_view sample, const Records& records, const Dialect& dialect);

/// True where the last comment before the table names its columns: "# time, x, y".
bool namesInComment(std::string_view sample, bool whole, Dialect dialect);

}  // namespace masu::csv

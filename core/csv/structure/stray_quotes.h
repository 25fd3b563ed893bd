// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "core/csv/structure/tokenizer.h"

namespace masu::csv {

/// What a stray quote made of lines that were not a record together: nothing, as far as can be seen; lines that cannot
/// be separated; records that each have a line.
enum class Joined : std::uint8_t { no, lines, records };

/// Whether a stray quote joined the lines of a record, where so many fields were expected.
Joined joinedBy(const Tokenizer::Record& record, std::size_t fields, const Marks& marks);

/// True where there are line ends in the cells of a record, and the first of its lines and nine of ten have so many
/// fields, a quote that does not close on its line being text. Of a few delimiters nothing is said: sentences have as
/// many commas.
bool linesAreRecords(std::string_view record, std::size_t fields, const Marks& marks);

/// How many bytes of a text there are from `from` to the line end.
std::size_t lineSize(std::string_view text, std::size_t from);

/// Appends where the fields of a line end, which begins at byte `begin` of its block; false, having appended nothing,
/// where a quote does not close on it.
bool appendFields(std::string_view line, std::size_t begin, const Marks& marks, std::vector<std::uint32_t>& ends);

}  // namespace masu::csv

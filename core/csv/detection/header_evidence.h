// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "core/csv/numbers/cell_parser.h"

namespace masu::csv {

/// What the first cell of a column is beside those below it. Those of the first line speak for a header, the others
/// against it.
enum class HeaderSign : std::uint8_t {
  overValues,  ///< a word above numbers or times
  emptyName,   ///< nothing, above a running index or where no other cell is missing
  newWord,     ///< a word that does not occur below
  otherForm,   ///< such a word, which is also written otherwise than all cells below

  sameKind,      ///< a number among numbers, a time among times
  sameForm,      ///< letters and digits at the same places as in all cells below
  again,         ///< a word that occurs below
  missing,       ///< a marker of missing cells
  number,        ///< a number that is none of those below, or above words
  wordOfNumber,  ///< inf or nan above numbers
  notAName,      ///< a sentence, an address, a time
};

inline constexpr std::size_t kHeaderSigns = static_cast<std::size_t>(HeaderSign::notAName) + 1;

/// What one column says.
struct HeaderEvidence {
  HeaderSign sign = HeaderSign::newWord;
  double weight = 0;  ///< above 0 for a header, below against it; 0: nothing
};

/// Whether a number may be a year that names a column: 1900 to 2100.
inline bool isYear(double value) {
  return value >= 1900 && value <= 2100 && value == std::floor(value);
}

/// What a column says about its first cell. Requires: records.front() has the column.
HeaderEvidence headerEvidence(const std::vector<std::vector<std::string>>& records, std::size_t column,
                              const CellParser& parser);

/// Whether the numbers of the first record name columns together, which none of them shows alone: years, two or more
/// that follow each other evenly, over numbers other than years; or 0, 1, 2 … (or from 1), which programs write for
/// columns without names. In columns whose first cell is a word, it does not occur again below.
bool namesSeries(const std::vector<std::vector<std::string>>& records, const CellParser& parser);

}  // namespace masu::csv

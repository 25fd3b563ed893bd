// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "core/csv/structure/dialect.h"

namespace masu::csv {

struct HeaderGuess {
  bool header = false;      ///< the first record names the columns
  double confidence = 0.5;  ///< that this is so, 0.5 … 1
};

/// Whether the first record names the columns. Each column says what it thinks of its first cell, and how much: a word
/// over numbers or times is a name; a number among numbers, a marker of a missing cell, or a cell that occurs again
/// below as often as data does is none; a word is likelier one where the cells below it repeat each other, have digits
/// or are all of another length. No single column decides. Where nothing speaks for or against it, cells that differ
/// and look like names are names; so are years, evenly apart, over numbers.
HeaderGuess guessHeader(const std::vector<std::vector<std::string>>& records, const Dialect& dialect);

inline bool hasHeader(const std::vector<std::vector<std::string>>& records, const Dialect& dialect) {
  return guessHeader(records, dialect).header;
}

}  // namespace masu::csv

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/csv/detection/header_evidence.h"
#include "core/csv/structure/dialect.h"

namespace masu::csv {

struct HeaderGuess {
  bool header = false;                  ///< the first record names the columns
  double confidence = 0.5;              ///< that this is so, 0.5 … 1
  std::optional<HeaderSign> sign = {};  ///< what speaks most for it; nothing: none of them
  Message reason = {};                  ///< what speaks most for it and against it, in sentences
};

/// Whether the first record names the columns. Each column says what it thinks of its first cell, and how much: a word
/// over numbers or times is a name; a number among numbers, a marker of a missing cell, or a cell that occurs again
/// below as often as data does is none; a word is likelier one where the cells below it repeat each other, have digits
/// or are of other lengths. No single column decides. Where nothing speaks for or against it, cells that differ and
/// look like names are names; so are numbers that namesSeries() knows.
HeaderGuess guessHeader(const std::vector<std::vector<std::string>>& records, const Dialect& dialect);

inline bool hasHeader(const std::vector<std::vector<std::string>>& records, const Dialect& dialect) {
  return guessHeader(records, dialect).header;
}

}  // namespace masu::csv

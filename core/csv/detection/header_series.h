// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "core/csv/numbers/cell_parser.h"

namespace masu::csv {

/// Whether the numbers of the first record name columns together, which none of them shows alone: years, two or more
/// that follow each other evenly, over numbers that are no years; or 0, 1, 2 … (or from 1), which programs write for
/// columns without names. In columns whose first cell is a word, it does not occur again below.
bool namesSeries(const std::vector<std::vector<std::string>>& records, const CellParser& parser);

}  // namespace masu::csv

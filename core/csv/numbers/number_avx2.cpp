// SPDX-License-Identifier: GPL-3.0-or-later
#include <array>
#include <bit>

#include <immintrin.h>

#include "core/csv/numbers/decimal_powers.h"
#include "core/csv/numbers/number_kernel.h"

#pragma GCC push_options
#pragma GCC target("avx2,bmi,bmi2,lzcnt")

namespace masu::csv {

namespace {

#include "core/csv/numbers/cell_digits.h"
#include "core/csv/numbers/number_cell.h"

std::size_t readCells(const NumberCells& cells, const NumberRules& rules) {
  if (rules.end - rules.begin <= kLookBack) return 0;
  const CellRules each(rules);
  const char* first = cells.first;
  for (std::size_t i = 0; i < cells.count; ++i) {
    const char* const last = cells.text + cells.ends[i];
    if (!readOne(first, last, each, cells.values[i], cells.nearest[i])) return i;
    first = last + 1;
  }
  return cells.count;
}

}  // namespace

const NumberKernel kAvx2Numbers{"avx2", readCells};

}  // namespace masu::csv

#pragma GCC pop_options

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace masu::csv {

/// Fields of one record that are side by side and are expected to be numbers.
struct NumberCells {
  const char* first = nullptr;          ///< of the first field
  const char* text = nullptr;           ///< the block, which `ends` count from
  const std::uint32_t* ends = nullptr;  ///< of each field
  std::size_t count = 0;
  double* values = nullptr;
  float* nearest = nullptr;  ///< the floats nearest to the texts, rounded once
};

/// What holds for all cells of a block.
struct NumberRules {
  const char* begin = nullptr;  ///< bytes that may be looked at
  const char* end = nullptr;
  char decimal = '.';
  bool emptyIsMissing = false;  ///< an empty cell is NaN; otherwise it is left to others
};

/// Reads numbers of up to 19 digits, with or without an exponent of two, by vectors: without a branch on the length of
/// a cell of up to 16 bytes. What is read is bit for bit what std::from_chars gives as double and as float.
/// Threads: pure functions. Requires: DecimalReader::isUsable() of the dialect.
struct NumberKernel {
  const char* name;
  /// How many cells were read before the first that is left to others.
  std::size_t (*read)(const NumberCells& cells, const NumberRules& rules);
};

/// Every kernel this machine can run, the fastest last. All take the same cells and give the same numbers.
std::span<const NumberKernel* const> numberKernels();

/// The fastest; null where this machine has none.
const NumberKernel* numberKernel();

/// Those for vector instructions, of processors of x86-64 alone.
extern const NumberKernel kAvx2Numbers;
extern const NumberKernel kAvx512Numbers;

}  // namespace masu::csv

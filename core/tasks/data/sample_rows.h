// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "core/store/read/dataset.h"

namespace masu::tasks {

/// A column of cells for a run of samples, as people read them.
struct CellColumn {
  std::string name;
  std::vector<std::string> cells;
};

/// Every stored column of samples [first, first + count). `valuesPerSample` limits waveforms and images; 0: all.
/// Requires: the range exists.
Result<std::vector<CellColumn>> cellColumns(const store::Dataset& dataset, std::uint64_t first, std::uint64_t count,
                                            std::uint64_t valuesPerSample);

/// The label of each sample: a class as its word, values side by side; nothing where the dataset has no labels.
Result<std::vector<std::string>> labelTexts(const store::Dataset& dataset, std::uint64_t first, std::uint64_t count);

}  // namespace masu::tasks

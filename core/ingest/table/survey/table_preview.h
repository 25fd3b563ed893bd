// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/ingest/plan/import_plan.h"

namespace masu::ingest {

/// The first lines of a table, for views that show raw text beside the table it becomes.
struct TablePreview {
  std::vector<std::string> lines;
  std::uint64_t linesBefore = 0;                ///< of those: lines before the table
  std::vector<std::vector<std::string>> cells;  ///< of the first records, as the plan's dialect divides them
};

/// Of the plan's first source, read again for a moment; empty where that cannot be read. Requires: the plan is of a
/// table.
TablePreview previewOf(const ImportPlan& plan);

}  // namespace masu::ingest

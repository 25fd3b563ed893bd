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
  bool headerIsMade = false;  ///< the first of them is made of the keys of JSON objects, and on no line of the source
  std::uint64_t linesBefore = 0;                ///< of those: lines before the table
  std::vector<std::vector<std::string>> cells;  ///< of the first records, as the plan's dialect divides them

  /// Line of the source that `lines[i]` is, counted from 1; 0: none.
  std::uint64_t lineNumber(std::size_t i) const { return headerIsMade ? i : i + 1; }
};

/// Of the plan's first source, read again for a moment; empty where that cannot be read. Requires: the plan is of a
/// table.
TablePreview previewOf(const ImportPlan& plan);

}  // namespace masu::ingest

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "core/csv/numbers/cell_parser.h"
#include "core/ingest/plan/import_plan.h"

namespace masu::ingest {

/// The surveyed cells of a label in each of several sources, as far as they are few: sources without a class in common
/// may call the same classes differently. Threads: one at a time.
class SourceClasses {
 public:
  explicit SourceClasses(std::size_t sources) : m_cells(sources) {}

  /// A cell as it is read, quotes taken off. Missing ones do not count.
  void add(std::size_t source, std::string_view cell, const csv::CellParser& parser);

  /// Notes the first source that has none of the classes of one before it, where both have several. Requires: a plan
  /// with classes, by the column `label`, of as many sources.
  void note(ImportPlan& plan, const ColumnPlan& label) const;

 private:
  std::vector<std::set<std::string, std::less<>>> m_cells;  ///< one beyond kMostListed stands for many
};

}  // namespace masu::ingest

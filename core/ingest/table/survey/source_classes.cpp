// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/table/survey/source_classes.h"

#include <algorithm>

#include "core/base/name_list.h"
#include "core/ingest/plan/column_rules.h"

namespace masu::ingest {

void SourceClasses::add(std::size_t source, std::string_view cell, const csv::CellParser& parser) {
  auto& cells = m_cells[source];
  if (cells.size() > kMostListed || cells.contains(cell)) return;
  if (!isMissingCell(table::Kind::category, cell, parser)) cells.emplace(cell);
}

void SourceClasses::note(ImportPlan& plan, const ColumnPlan& label) const {
  std::set<std::string> first;
  std::size_t of = 0;
  for (std::size_t source = 0; source < m_cells.size(); ++source) {
    if (m_cells[source].size() > kMostListed) continue;
    std::set<std::string> classes;
    for (const std::string& cell : m_cells[source])
      classes.insert(classText(cell, label.kind == table::Kind::integer, plan.options.table));
    // A file a class is a usual way to keep a table.
    if (classes.size() < 2) continue;
    if (first.empty()) {
      first = classes;
      of = source;
    }
    if (std::ranges::any_of(classes, [&](const std::string& name) { return first.contains(name); })) continue;
    plan.notes.push_back({MASU_TEXT("core",
                                    "The surveyed classes of {0} are {1} in {2}, and {3} in {4}: they have none in "
                                    "common. If they mean the same, make them one by --class-map."),
                          {label.name, namesListed({first.begin(), first.end()}), plan.sources[of].path,
                           namesListed({classes.begin(), classes.end()}), plan.sources[source].path}});
    return;
  }
}

}  // namespace masu::ingest

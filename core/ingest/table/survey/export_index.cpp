// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/table/survey/export_index.h"

#include <algorithm>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "core/base/name_list.h"
#include "core/io/file.h"

namespace masu::ingest {

namespace fs = std::filesystem;

const ExportIndexes::Index* ExportIndexes::in(const fs::path& folder) {
  const auto [place, isNew] = m_known.try_emplace(folder);
  std::optional<Index>& known = place->second;
  if (isNew) {
    const auto text = io::readText(folder / store::kExportIndexName);
    if (auto listing = text ? store::exportListing(*text) : std::nullopt) {
      std::unordered_set<std::string> shards(listing->shards.begin(), listing->shards.end());
      known.emplace(Index{std::move(*listing), std::move(shards)});
    }
  }
  return known ? &*known : nullptr;
}

const store::ExportListing* ExportIndexes::of(const fs::path& file) {
  constexpr int kLevels = 2;
  std::error_code ignored;
  const fs::path whole = fs::absolute(file, ignored).lexically_normal();
  fs::path folder = whole.parent_path();
  for (int level = 0; level < kLevels; ++level, folder = folder.parent_path()) {
    const Index* index = in(folder);
    if (index != nullptr && index->shards.contains(whole.lexically_relative(folder).generic_string()))
      return &index->listing;
  }
  return nullptr;
}

void noteExportedTimes(ImportPlan& plan, std::span<const fs::path> files) {
  std::vector<std::string> times;
  for (const ColumnPlan& column : plan.columns) {
    if (column.kind == table::Kind::time && column.role != table::Role::ignored) times.push_back(column.name);
  }
  if (times.empty()) return;
  ExportIndexes indexes;
  const auto shard = std::ranges::find_if(files, [&](const fs::path& file) { return indexes.of(file) != nullptr; });
  if (shard == files.end()) return;
  plan.foundNotes.push_back(
      {MASU_TEXT("core",
                 "{0} is of an export, which has the times of {1} as seconds: they are not read as dates. Use the "
                 "dataset that was exported, or the sources that it was imported from."),
       {shard->string(), namesListed(times)}});
}

}  // namespace masu::ingest

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/table/survey/export_index.h"

#include <algorithm>
#include <string>
#include <system_error>
#include <vector>

#include "core/base/name_list.h"
#include "core/io/file.h"

namespace masu::ingest {

namespace fs = std::filesystem;

namespace {

using nlohmann::json;

bool listsShard(const json& index, const std::string& path) {
  const auto shards = index.find("shards");
  return shards != index.end() && shards->is_array() && std::ranges::any_of(*shards, [&](const json& shard) {
           return shard.is_object() && shard.contains("path") && shard["path"] == json(path);
         });
}

}  // namespace

std::optional<json> exportIndexOf(const fs::path& file) {
  constexpr int kLevels = 2;
  std::error_code ignored;
  const fs::path whole = fs::absolute(file, ignored).lexically_normal();
  fs::path folder = whole.parent_path();
  for (int level = 0; level < kLevels; ++level, folder = folder.parent_path()) {
    const auto text = io::readText(folder / "index.json");
    if (!text) continue;
    json index = json::parse(*text, nullptr, false);
    if (!index.is_object() || !index.contains("masu_export")) continue;
    if (listsShard(index, whole.lexically_relative(folder).generic_string())) return index;
  }
  return std::nullopt;
}

void noteExportedTimes(ImportPlan& plan, std::span<const fs::path> files) {
  std::vector<std::string> times;
  for (const ColumnPlan& column : plan.columns) {
    if (column.kind == table::Kind::time && column.role != table::Role::ignored) times.push_back(column.name);
  }
  if (times.empty()) return;
  const auto shard = std::ranges::find_if(files, [](const fs::path& file) { return exportIndexOf(file).has_value(); });
  if (shard == files.end()) return;
  plan.foundNotes.push_back(
      {MASU_TEXT("core",
                 "{0} is of an export, which has the times of {1} as seconds: they are not read as dates. Use the "
                 "dataset that was exported, or the sources that it was imported from."),
       {shard->string(), namesListed(times)}});
}

}  // namespace masu::ingest

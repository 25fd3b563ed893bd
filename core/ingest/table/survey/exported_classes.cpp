// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/table/survey/exported_classes.h"

#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "core/ingest/table/survey/export_index.h"

namespace masu::ingest {

namespace fs = std::filesystem;

namespace {

using nlohmann::json;
using ClassMap = std::vector<std::pair<std::string, std::string>>;

/// Whether the map gives another result where it is applied twice.
bool renamesItsResults(const ClassMap& map) {
  return std::ranges::any_of(map, [&](const auto& one) {
    return std::ranges::any_of(map,
                               [&](const auto& next) { return one.second == next.first && next.first != next.second; });
  });
}

/// Whether an export is of a dataset with this map.
bool isRenamed(const store::ExportListing& index, const ClassMap& map) {
  const json recipe = json::parse(index.recipe, nullptr, false);
  if (!recipe.is_object() || !recipe.contains("table")) return false;
  const json& choices = recipe["table"];
  return choices.is_object() && choices.contains("class_map") && choices["class_map"] == json(map);
}

bool hasLabel(const ImportPlan& plan) {
  return std::ranges::any_of(plan.columns, [&](const ColumnPlan& column) {
    return std::ranges::find(plan.options.labels, column.name) != plan.options.labels.end();
  });
}

}  // namespace

Result<void> settleClassMap(ImportPlan& plan, std::span<const fs::path> files) {
  ClassMap& map = plan.options.table.classMap;
  if (!renamesItsResults(map) || !hasLabel(plan)) return {};
  ExportIndexes indexes;
  std::map<const store::ExportListing*, bool> known = {{nullptr, false}};
  std::vector<bool> renamed;
  for (const fs::path& file : files) {
    const store::ExportListing* index = indexes.of(file);
    const auto [place, isNew] = known.try_emplace(index, false);
    if (isNew) place->second = isRenamed(*index, map);
    renamed.push_back(place->second);
  }
  const auto exported = std::find(renamed.begin(), renamed.end(), true) - renamed.begin();
  const auto other = std::find(renamed.begin(), renamed.end(), false) - renamed.begin();
  const auto count = static_cast<std::ptrdiff_t>(files.size());
  if (exported < count && other < count) {
    const std::string file = files[static_cast<std::size_t>(exported)].string();
    return fail(Errc::invalidArgument,
                MASU_TEXT("core",
                          "{0} is of an export, whose classes are renamed already, and {1} is not. Read them one at a "
                          "time."),
                {file, files[static_cast<std::size_t>(other)].string()}, {file, 0, 0});
  }
  if (exported < count) {
    map.clear();
    plan.foundNotes.push_back({MASU_TEXT("core",
                                         "The classes of {0} are taken as they are: it is of an export, and the "
                                         "dataset that was exported has renamed them."),
                               {files.front().filename().string()}});
    return {};
  }
  plan.foundNotes.push_back({MASU_TEXT("core",
                                       "The classes of {0} are renamed as those of the import were, such as {1} to "
                                       "{2}. If it has the renamed ones already, leave its labels out."),
                             {files.front().filename().string(), map.front().first, map.front().second}});
  return {};
}

}  // namespace masu::ingest

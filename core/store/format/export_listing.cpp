// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/format/export_listing.h"

#include <nlohmann/json.hpp>

namespace masu::store {

namespace {

using nlohmann::json;

/// A list of an object; an empty one where it has none of that name.
json listIn(const json& object, const char* name) {
  const auto found = object.is_object() ? object.find(name) : object.end();
  return found != object.end() && found->is_array() ? *found : json::array();
}

void addPath(const json& file, std::vector<std::string>& paths) {
  if (!file.is_object()) return;
  const auto path = file.find("path");
  if (path != file.end() && path->is_string()) paths.push_back(path->get<std::string>());
}

}  // namespace

std::optional<ExportListing> exportListing(const std::string& text) {
  const json index = json::parse(text, nullptr, false);
  if (!index.is_object() || !index.contains("masu_export")) return std::nullopt;
  ExportListing listing;
  const bool bundled = index.contains("bundle");
  if (bundled) addPath(index["bundle"], listing.files);
  for (const json& shard : listIn(index, "shards")) {
    addPath(shard, listing.shards);
    if (bundled) continue;
    for (const json& file : listIn(shard, "files")) addPath(file, listing.files);
  }
  if (!bundled) {
    for (const json& file : listIn(index, "companions")) addPath(file, listing.files);
  }
  if (const auto recipe = index.find("recipe"); recipe != index.end() && recipe->is_object())
    listing.recipe = recipe->dump();
  return listing;
}

}  // namespace masu::store

#include "core/shards/export_index.h"

#include <algorithm>
#include <cmath>

#include <nlohmann/json.hpp>

#include "core/base/hash.h"
#include "core/io/file.h"
#include "core/loader/channel_map.h"
#include "core/shards/export.h"

namespace masu::shards {

namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

constexpr int kVersion = 1;

/// JSON knows no infinity.
Json number(double value) {
  return std::isfinite(value) ? Json(value) : Json(nullptr);
}

Json filesOf(const std::vector<ShardFile>& files) {
  Json list = Json::array();
  for (const ShardFile& file : files) {
    list.push_back({{"path", file.path}, {"bytes", file.bytes}, {"sha256", file.sha256}});
  }
  return list;
}

Json shardsOf(const std::vector<ShardInfo>& shards) {
  Json list = Json::array();
  for (const ShardInfo& shard : shards) {
    list.push_back({{"path", shard.path},
                    {"split", shard.split},
                    {"samples", shard.samples},
                    {"bytes", shard.bytes},
                    {"files", filesOf(shard.files)}});
  }
  return list;
}

/// Columns in source order (channels of a recording), with what the train split's values of a feature are like.
Json columnsOf(const IndexFacts& facts) {
  Json list = Json::array();
  const store::ObjectInfo* features = facts.dataset.find("features");
  const std::uint64_t run = features == nullptr ? 1 : loader::channelMapOf(facts.dataset, *features).run;
  const double values = static_cast<double>(facts.portions.train.size()) * static_cast<double>(run);
  std::size_t feature = 0;
  for (const table::Column& column : facts.dataset.meta().schema.columns) {
    if (column.role == table::Role::ignored) continue;
    Json one = {{"name", column.name}, {"role", table::name(column.role)}};
    if (column.role == table::Role::category) one["categories"] = column.dictionary;
    if (column.role == table::Role::feature && feature < facts.train.size()) {
      const loader::Moments& moments = facts.train[feature++];
      one["train"] = {{"count", moments.count},
                      {"missing", values - moments.count},
                      {"mean", number(moments.mean)},
                      {"std", number(moments.deviation())}};
    }
    list.push_back(std::move(one));
  }
  return list;
}

/// False for a path that leads out of the folder it is below.
bool staysBelow(const fs::path& path) {
  return !path.empty() && path.is_relative() && std::ranges::find(path, fs::path("..")) == path.end();
}

}  // namespace

std::string indexText(const std::vector<ShardInfo>& shards, const std::vector<ShardFile>& companions,
                      const IndexFacts& facts) {
  const store::DatasetMeta& meta = facts.dataset.meta();
  Json index;
  index["masu_export"] = kVersion;
  index["format"] = name(facts.options.format);
  index["encoded"] = facts.options.encoded;
  index["dataset"] = {{"uuid", facts.dataset.uuid()}, {"samples", facts.dataset.samples()}};
  index["split"] = {{"manifest", facts.portions.splitHash.empty() ? Json(nullptr) : Json(facts.options.manifest)},
                    {"hash", facts.portions.splitHash.empty() ? Json(nullptr) : Json(facts.portions.splitHash)},
                    {"shuffle", facts.options.shuffle ? Json(*facts.options.shuffle) : Json(nullptr)}};
  Json samples = Json::object();
  for (const Portion& portion : facts.portions.parts) samples[portion.name()] = portion.size();
  index["samples"] = std::move(samples);
  index["sample_shape"] = facts.dataset.sampleShape();
  index["classes"] = meta.classes;
  index["columns"] = columnsOf(facts);
  index["shards"] = shardsOf(shards);
  index["companions"] = filesOf(companions);
  const Json recipe = Json::parse(meta.recipe, nullptr, false);
  index["recipe"] = recipe.is_discarded() ? Json(nullptr) : recipe;
  return index.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::vector<std::string> filesListed(const fs::path& out) {
  std::vector<std::string> files;
  const auto text = io::readText(out / kIndexName);
  if (!text) return files;
  const auto index = nlohmann::json::parse(*text, nullptr, false);
  if (!index.is_object() || !index.contains("masu_export")) return files;
  const auto take = [&](const nlohmann::json& list) {
    if (!list.is_array()) return;
    for (const auto& file : list) {
      if (!file.is_object() || !file.contains("path") || !file["path"].is_string()) continue;
      const std::string path = file["path"].get<std::string>();
      if (staysBelow(path)) files.push_back(path);
    }
  };
  for (const auto& shard : index.value("shards", nlohmann::json::array())) {
    if (shard.is_object()) take(shard.value("files", nlohmann::json::array()));
  }
  take(index.value("companions", nlohmann::json::array()));
  files.emplace_back(kIndexName);
  return files;
}

}  // namespace masu::shards

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/shards/export/index_writer.h"

#include <algorithm>
#include <cmath>

#include <nlohmann/json.hpp>

#include "core/io/file.h"
#include "core/loader/transform/channel_map.h"
#include "core/shards/write/index_checksum.h"
#include "core/shards/write/paths_below.h"
#include "core/store/format/export_listing.h"
#include "core/store/format/meta.h"

namespace masu::shards {

namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;
using table::Role;

constexpr int kVersion = 1;
constexpr std::uint64_t kLargestIndex = std::uint64_t{1} << 32U;

/// JSON knows no infinity.
Json number(double value) {
  return std::isfinite(value) ? Json(value) : Json(nullptr);
}

Json jsonOf(const ShardFile& file) {
  Json one = {{"path", file.path}, {"bytes", file.bytes}};
  if (!file.sha256.empty()) one["sha256"] = file.sha256;
  return one;
}

Json filesOf(const std::vector<ShardFile>& files) {
  Json list = Json::array();
  for (const ShardFile& file : files) list.push_back(jsonOf(file));
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

Json momentsJson(const loader::Moments& moments, double values) {
  return {{"count", moments.count},     {"missing", values - moments.count}, {"min", number(moments.min)},
          {"max", number(moments.max)}, {"mean", number(moments.mean)},      {"std", number(moments.deviation())}};
}

Json categoryJson(const std::vector<std::uint64_t>& counts) {
  std::uint64_t present = 0;
  for (std::size_t code = 1; code < counts.size(); ++code) present += counts[code];
  return {{"count", present},
          {"missing", counts.front()},
          {"counts", std::vector<std::uint64_t>(counts.begin() + 1, counts.end())}};
}

/// Columns in source order (channels of a recording), with what the train split's values are like.
Json columnsOf(const IndexFacts& facts) {
  Json list = Json::array();
  const TrainStatistics& train = facts.statistics;
  const store::ObjectInfo* features = facts.dataset.find("features");
  const std::uint64_t run = features == nullptr ? 1 : loader::channelMapOf(facts.dataset, *features).run;
  const auto samples = static_cast<double>(facts.plan.exportSplits.train.size());
  std::size_t feature = 0, category = 0, target = 0;
  for (const table::Column& column : facts.dataset.meta().schema.columns) {
    if (column.role == Role::ignored) continue;
    Json one = {{"name", column.name}, {"role", table::name(column.role)}};
    if (column.role == Role::category) {
      one["categories"] = column.dictionary;
      if (category < train.categories.size()) one["train"] = categoryJson(train.categories[category++]);
    }
    if (column.role == Role::feature && feature < train.features.size()) {
      one["train"] = momentsJson(train.features[feature++], samples * static_cast<double>(run));
    }
    if (column.role == Role::label && target < train.targets.size()) {
      one["train"] = momentsJson(train.targets[target++], samples);
    }
    list.push_back(std::move(one));
  }
  return list;
}

/// What a sample has, in the types written.
Json objectsOf(const IndexFacts& facts) {
  const ArrayFields fields(facts.dataset, facts.plan.encoding);
  const bool codes = facts.plan.format == Format::hdf5 && !facts.plan.encoding.encoded && !facts.plan.encoding.type;
  Json list = Json::array();
  for (const ArrayField& field : fields.all()) {
    list.push_back({{"name", field.name},
                    {"type", table::name(codes ? field.object->dtype : field.type)},
                    {"shape", field.shape}});
  }
  for (const TextField& text : fields.texts()) list.push_back({{"name", text.name}, {"type", "text"}});
  return list;
}

/// What Masu needs to make the same dataset again.
Json datasetOf(const IndexFacts& facts) {
  const auto codes = facts.plan.format == Format::hdf5 ? Codes::kept : Codes::widened;
  const store::DatasetMeta meta = exportedMeta(facts.dataset, facts.plan.encoding, codes);
  Json documents = Json::object();
  for (const auto& [name, text] : store::documentsOf(meta)) {
    const Json document = Json::parse(text, nullptr, false);
    if (name != "recipe") documents[name] = document.is_discarded() ? Json(nullptr) : document;
  }
  Json dataset = {{"name", facts.dataset.path().stem().string()},
                  {"uuid", facts.dataset.uuid()},
                  {"samples", facts.dataset.samples()},
                  {"kind", store::name(meta.kind)},
                  {"target", store::name(meta.target)},
                  {"missing_by_train_mean", meta.missingByTrainMean},
                  {"documents", std::move(documents)},
                  {"objects", objectsOf(facts)}};
  if (const store::LabelEdition edition = facts.dataset.edition(); edition.isEdited())
    dataset["labels"] = {{"edition", edition.number}, {"hash", edition.hash}};
  return dataset;
}

}  // namespace

std::string indexText(const IndexFacts& facts) {
  const store::DatasetMeta& meta = facts.dataset.meta();
  const ShardOptions& options = facts.plan.options;
  const ExportSplits& exportSplits = facts.plan.exportSplits;
  Json index;
  index["masu_export"] = kVersion;
  index["format"] = name(facts.plan.format);
  if (facts.bundle) index["bundle"] = jsonOf(*facts.bundle);
  index["encoded"] = options.encoded;
  index["split"] = {{"manifest", exportSplits.splitHash.empty() ? Json(nullptr) : Json(options.manifest)},
                    {"hash", exportSplits.splitHash.empty() ? Json(nullptr) : Json(exportSplits.splitHash)},
                    {"shuffle", options.shuffle ? Json(*options.shuffle) : Json(nullptr)}};
  Json samples = Json::object();
  for (const ExportSplit& exportSplit : exportSplits.parts) samples[exportSplit.name()] = exportSplit.size();
  index["samples"] = std::move(samples);
  index["sample_shape"] = facts.dataset.sampleShape();
  index["classes"] = meta.classes;
  if (!facts.statistics.classes.empty()) index["class_samples"] = facts.statistics.classes;
  index["columns"] = columnsOf(facts);
  index["shards"] = shardsOf(facts.shards);
  index["companions"] = filesOf(facts.companions);
  const Json recipe = Json::parse(meta.recipe, nullptr, false);
  index["recipe"] = recipe.is_discarded() ? Json(nullptr) : recipe;
  index["dataset"] = datasetOf(facts);
  // Of the text, in which what is not UTF-8 was replaced.
  index["checksum"] = indexChecksum(index.dump(-1, ' ', false, Json::error_handler_t::replace));
  return index.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

bool describesPlan(const fs::path& out, const IndexFacts& planned) {
  const auto text = io::readText(out / kIndexName, kLargestIndex);
  if (!text) return false;
  const auto known = [](const std::string& index) {
    Json facts = Json::parse(index, nullptr, false);
    if (!facts.is_object() || !facts.contains("shards") || !facts["shards"].is_array()) return Json();
    // What is only known when all is written.
    for (const char* measured : {"class_samples", "columns", "companions", "checksum"}) facts.erase(measured);
    for (Json& shard : facts["shards"]) {
      if (!shard.is_object()) return Json();
      shard.erase("bytes");
      shard.erase("files");
    }
    return facts;
  };
  const Json found = known(*text);
  return !found.is_null() && found == known(indexText(planned));
}

std::vector<std::string> filesListed(const fs::path& out) {
  std::vector<std::string> files;
  const auto text = io::readText(out / kIndexName, kLargestIndex);
  const auto listing = text ? store::exportListing(*text) : std::nullopt;
  if (!listing) return files;
  for (const std::string& path : listing->files) {
    if (staysBelow(path) && !linkOnTheWay(out, path)) files.push_back(path);
  }
  files.emplace_back(kIndexName);
  return files;
}

}  // namespace masu::shards

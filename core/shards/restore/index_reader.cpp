// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/shards/restore/index_reader.h"

#include <algorithm>
#include <set>
#include <stdexcept>

#include "core/base/exact_json.h"
#include "core/base/hash.h"
#include "core/base/named_value.h"
#include "core/shards/write/index_checksum.h"
#include "core/shards/write/paths_below.h"
#include "core/store/format/layout.h"
#include "core/store/format/meta.h"

namespace masu::shards {

namespace {

using Json = ExactJson;

Error damagedIndex(const std::filesystem::path& path) {
  return {Errc::format,
          MASU_TEXT("core", "{0} is damaged, or not the index of an export that this Masu reads. Export it again."),
          {path.string()},
          {path.string()}};
}

template <class T>
T known(std::optional<T> value) {
  // Caught in readIndex(), where the file is known.
  if (!value) throw std::invalid_argument("a word of a later format");
  return *value;
}

store::ObjectInfo objectFrom(const Json& json) {
  store::ObjectInfo object;
  object.name = json.at("name");
  const std::string type = json.at("type");
  if (type == "text") {
    object.element = store::Element::textEnds;
  } else {
    object.dtype = known(table::storedTypeFrom(type));
    object.sampleShape = json.at("shape").get<std::vector<std::uint64_t>>();
  }
  return object;
}

ShardFile fileFrom(const Json& json) {
  return {json.at("path"), json.at("bytes"), json.at("sha256")};
}

ShardInfo shardFrom(const Json& json) {
  ShardInfo shard{json.at("path"), json.at("split"), json.at("samples"), json.at("bytes"), {}};
  for (const Json& file : json.at("files")) shard.files.push_back(fileFrom(file));
  return shard;
}

void readAll(const Json& json, std::map<std::string, std::string>& documents, ExportedIndex& index) {
  if (json.at("masu_export").get<int>() != 1) throw std::invalid_argument("a later version");
  index.format = known(formatFrom(json.at("format").get<std::string>()));
  if (json.contains("bundle")) index.bundle = json.at("bundle").at("path");
  index.encoded = json.at("encoded");
  const Json& manifest = json.at("split").at("manifest");
  if (manifest.is_string()) index.manifest = manifest;
  for (const Json& shard : json.at("shards")) index.shards.push_back(shardFrom(shard));
  for (const Json& file : json.value("companions", Json::array())) index.companions.push_back(fileFrom(file));
  const Json& dataset = json.at("dataset");
  using store::SampleKind, store::Target;
  index.meta.kind = known(
      valueNamed({SampleKind::table, SampleKind::waveform, SampleKind::image}, dataset.at("kind").get<std::string>()));
  index.meta.target =
      known(valueNamed({Target::none, Target::classes, Target::values}, dataset.at("target").get<std::string>()));
  index.meta.missingByTrainMean = dataset.at("missing_by_train_mean");
  for (const auto& [name, document] : dataset.at("documents").items()) documents[name] = document.dump();
  if (!json.at("recipe").is_null()) documents["recipe"] = json.at("recipe").dump();
  for (const Json& object : dataset.at("objects")) index.objects.push_back(objectFrom(object));
}

/// An index may be a stranger's: it names no file but its shards, and no object but those of a dataset.
Result<void> check(const ExportedIndex& index, const std::filesystem::path& path) {
  const auto leadsAway = [&](const std::string& name) {
    return fail(Errc::format,
                MASU_TEXT("core",
                          "{0} names the file {1}, which is not below its folder. Masu reads no file but the shards "
                          "of an export; export the dataset again."),
                {path.string(), name}, {path.string()});
  };
  if (!index.bundle.empty() && !staysBelow(index.bundle)) return leadsAway(index.bundle);
  // More than any disk holds; the sum of them is a number still.
  constexpr std::uint64_t kMostSamples = std::uint64_t{1} << 56U;
  std::uint64_t room = kMostSamples;
  bool sound = true;
  for (const ShardInfo& shard : index.shards) {
    if (!staysBelow(shard.path)) return leadsAway(shard.path);
    for (const ShardFile& file : shard.files) {
      if (!staysBelow(file.path)) return leadsAway(file.path);
    }
    sound = sound && !shard.files.empty() && shard.samples > 0 && shard.samples <= room;
    room -= std::min(room, shard.samples);
  }
  for (const ShardFile& file : index.companions) {
    if (!staysBelow(file.path)) return leadsAway(file.path);
  }
  std::set<std::string> names;
  for (const store::ObjectInfo& object : index.objects) {
    std::uint64_t values = kMostSamples / sizeof(double);
    const bool fits = std::ranges::all_of(object.sampleShape, [&](std::uint64_t length) {
      const bool smaller = length > 0 && length <= values;
      values /= std::max<std::uint64_t>(length, 1);
      return smaller;
    });
    const bool known = store::layout::isObject(object.name) && names.insert(object.name).second;
    sound = sound && fits && known && (!object.isText() || object.name.starts_with(store::layout::kKeptPrefix));
  }
  if (sound && !index.shards.empty() && !index.objects.empty()) return {};
  return fail(damagedIndex(path));
}

Error editedIndex(const std::filesystem::path& path) {
  return {Errc::damaged,
          MASU_TEXT("core",
                    "{0} was changed since the export: its checksum differs. Bring it back as it was, or export the "
                    "dataset again."),
          {path.string()},
          {path.string()}};
}

}  // namespace

std::uint64_t ExportedIndex::samples() const {
  std::uint64_t samples = 0;
  for (const ShardInfo& shard : shards) samples += shard.samples;
  return samples;
}

Result<ExportedIndex> readIndex(const std::string& text, const std::filesystem::path& path) {
  ExportedIndex index;
  std::map<std::string, std::string> documents;
  std::string checksum;  // an earlier Masu wrote none
  try {
    const Json json = Json::parse(text);
    checksum = json.value("checksum", checksum);
    readAll(json, documents, index);
  } catch (const std::exception&) {
    return fail(damagedIndex(path));
  }
  MASU_CHECK(store::readDocuments(documents, path.string(), index.meta));
  MASU_CHECK(check(index, path));
  if (!checksum.empty() && checksum != indexChecksum(text)) return fail(editedIndex(path));
  index.hash = hex64(hash64(text));
  return index;
}

}  // namespace masu::shards

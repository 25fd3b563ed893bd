#include "core/shards/exported_index.h"

#include <stdexcept>

#include <nlohmann/json.hpp>

#include "core/base/hash.h"
#include "core/store/meta_json.h"

namespace masu::shards {

namespace {

using Json = nlohmann::json;

template <class T>
T known(std::optional<T> value) {
  // Caught in readIndex(), where the file is known.
  if (!value) throw std::invalid_argument("a word of a later format");
  return *value;
}

template <class Word>
Word wordFrom(const Json& json, std::initializer_list<Word> words) {
  for (const Word word : words) {
    if (json.get<std::string>() == store::name(word)) return word;
  }
  throw std::invalid_argument("a word of a later format");
}

store::ObjectInfo objectFrom(const Json& json) {
  store::ObjectInfo object;
  object.name = json.at("name");
  const std::string type = json.at("type");
  if (type == "text") {
    object.element = store::Element::textEnds;
  } else {
    object.dtype = known(table::dtypeFrom(type));
    object.sampleShape = json.at("shape").get<std::vector<std::uint64_t>>();
  }
  return object;
}

ShardInfo shardFrom(const Json& json) {
  ShardInfo shard{json.at("path"), json.at("split"), json.at("samples"), json.at("bytes"), {}};
  for (const Json& file : json.at("files")) {
    shard.files.push_back({file.at("path"), file.at("bytes"), file.at("sha256")});
  }
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
  const Json& dataset = json.at("dataset");
  using store::SampleKind, store::Target;
  index.meta.kind = wordFrom(dataset.at("kind"), {SampleKind::table, SampleKind::waveform, SampleKind::image});
  index.meta.target = wordFrom(dataset.at("target"), {Target::none, Target::classes, Target::values});
  index.meta.missingByTrainMean = dataset.at("missing_by_train_mean");
  for (const auto& [name, document] : dataset.at("documents").items()) documents[name] = document.dump();
  if (!json.at("recipe").is_null()) documents["recipe"] = json.at("recipe").dump();
  for (const Json& object : dataset.at("objects")) index.objects.push_back(objectFrom(object));
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
  try {
    readAll(Json::parse(text), documents, index);
  } catch (const std::exception& failure) {
    return fail(Errc::format, MASU_TEXT("core", "{0} is no index of an export that Masu reads: {1}."),
                {path.string(), failure.what()}, {path.string()});
  }
  MASU_CHECK(store::readDocuments(documents, path.string(), index.meta));
  index.hash = hex64(hash64(text));
  return index;
}

}  // namespace masu::shards

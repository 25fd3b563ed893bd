// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/format/part_list.h"

#include <algorithm>
#include <array>

#include "core/base/exact_json.h"
#include "core/base/named_value.h"
#include "core/store/format/layout.h"

namespace masu::store {

namespace {

using Json = ExactJson;

bool isPlainName(const std::string& name) {
  return !name.empty() && name != "." && name != ".." && name.find('/') == std::string::npos &&
         name.find('\0') == std::string::npos;
}

constexpr NamedValues<Element, 5> kElements = {{{Element::number, "number"},
                                                {Element::origin, "origin"},
                                                {Element::window, "window"},
                                                {Element::textEnds, "ends"},
                                                {Element::textBytes, "bytes"}}};

Json jsonOf(const ObjectInfo& object) {
  return {{"name", object.name},
          {"element", nameIn(kElements, object.element)},
          {"type", table::name(object.dtype)},
          {"shape", object.sampleShape},
          {"samples", object.samples},
          {"chunk_samples", object.chunkSamples}};
}

/// Throws where it is none.
ObjectInfo objectFrom(const Json& json) {
  ObjectInfo object;
  object.name = json.at("name");
  const auto element = valueNamed(kElements, json.at("element").get<std::string>());
  const auto type = table::storedTypeFrom(json.at("type").get<std::string>());
  if (!layout::isObject(object.name) || !element || !type) throw std::invalid_argument(object.name);
  object.element = *element;
  object.dtype = *type;
  object.sampleShape = json.at("shape").get<std::vector<std::uint64_t>>();
  object.samples = json.at("samples");
  object.chunkSamples = json.at("chunk_samples");
  if (object.chunkSamples == 0 || object.chunkSamples > object.samples) throw std::invalid_argument(object.name);
  return object;
}

}  // namespace

std::string documentOf(const PartList& list) {
  Json json = {{"parts", Json::array()}, {"objects", Json::array()}};
  for (const PartFile& part : list.parts) {
    json["parts"].push_back(
        {{"file", part.file}, {"bytes", part.bytes}, {"uuid", part.uuid}, {"content", part.content}});
  }
  for (const ObjectInfo& object : list.objects) json["objects"].push_back(jsonOf(object));
  if (list.partBytes > 0) json["part_bytes"] = list.partBytes;
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Result<PartList> partListFrom(std::string_view document, const std::filesystem::path& dataset) {
  PartList list;
  try {
    const Json all = Json::parse(document);
    for (const Json& json : all.at("parts")) {
      list.parts.push_back({json.at("file"), json.at("bytes"), json.at("uuid"), json.at("content")});
    }
    for (const Json& json : all.at("objects")) list.objects.push_back(objectFrom(json));
    list.partBytes = all.value("part_bytes", std::uint64_t{0});
  } catch (const std::exception&) {
    return fail(Errc::format,
                MASU_TEXT("core",
                          "The description in {0} is damaged, or of a later Masu. Copy it again, or import again."),
                {dataset.string()}, {dataset.string(), 0, 0});
  }
  const bool plain = std::ranges::all_of(list.parts, isPlainName, &PartFile::file);
  if (plain && !list.parts.empty() && list.parts.size() <= kMostParts) return list;
  return fail(Errc::format, MASU_TEXT("core", "The list of parts in {0} is not one that Masu writes. Import again."),
              {dataset.string()}, {dataset.string(), 0, 0});
}

std::vector<std::string> freePartNames(const std::filesystem::path& dataset, std::size_t count) {
  std::vector<std::string> names;
  std::error_code ignored;
  for (std::size_t number = 0; names.size() < count; ++number) {
    const std::filesystem::path path = layout::partPath(dataset, number);
    if (std::filesystem::exists(std::filesystem::symlink_status(path, ignored))) {
      names.clear();
    } else {
      names.push_back(path.filename().string());
    }
  }
  return names;
}

}  // namespace masu::store

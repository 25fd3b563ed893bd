// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <filesystem>

#include <nlohmann/json.hpp>

#include "core/shards/export/companions.h"
#include "core/shards/formats/csv_table.h"

namespace masu::shards {

namespace {

using Json = nlohmann::ordered_json;

Json contextOf() {
  return {{"@language", "en"},
          {"@vocab", "https://schema.org/"},
          {"citeAs", "cr:citeAs"},
          {"column", "cr:column"},
          {"conformsTo", "dct:conformsTo"},
          {"cr", "http://mlcommons.org/croissant/"},
          {"rai", "http://mlcommons.org/croissant/RAI/"},
          {"data", {{"@id", "cr:data"}, {"@type", "@json"}}},
          {"dataType", {{"@id", "cr:dataType"}, {"@type", "@vocab"}}},
          {"dct", "http://purl.org/dc/terms/"},
          {"examples", {{"@id", "cr:examples"}, {"@type", "@json"}}},
          {"extract", "cr:extract"},
          {"field", "cr:field"},
          {"fileProperty", "cr:fileProperty"},
          {"fileObject", "cr:fileObject"},
          {"fileSet", "cr:fileSet"},
          {"format", "cr:format"},
          {"includes", "cr:includes"},
          {"isLiveDataset", "cr:isLiveDataset"},
          {"jsonPath", "cr:jsonPath"},
          {"key", "cr:key"},
          {"md5", "cr:md5"},
          {"parentField", "cr:parentField"},
          {"path", "cr:path"},
          {"recordSet", "cr:recordSet"},
          {"references", "cr:references"},
          {"regex", "cr:regex"},
          {"repeated", "cr:repeated"},
          {"replace", "cr:replace"},
          {"sc", "https://schema.org/"},
          {"separator", "cr:separator"},
          {"source", "cr:source"},
          {"subField", "cr:subField"},
          {"transform", "cr:transform"}};
}

std::string mediaType(const std::string& path) {
  const auto ends = [&](const char* ending) { return path.ends_with(ending); };
  if (ends(".csv")) return "text/csv";
  if (ends(".json")) return "application/json";
  if (ends(".md")) return "text/markdown";
  if (ends(".tar")) return "application/x-tar";
  if (ends(".npz") || ends(".zip")) return "application/zip";
  if (ends(".h5")) return "application/x-hdf5";
  return "application/octet-stream";
}

Json fileObject(const ShardFile& file) {
  return {{"@type", "cr:FileObject"},
          {"@id", file.path},
          {"name", file.path},
          {"contentUrl", file.path},
          {"contentSize", std::to_string(file.bytes) + " B"},
          {"encodingFormat", mediaType(file.path)},
          {"sha256", file.sha256}};
}

Json field(const std::string& set, const std::string& name, const char* type) {
  return {{"@type", "cr:Field"}, {"@id", set + "/" + name}, {"name", name}, {"dataType", type}};
}

/// The standard URL of a split, by which programs know what it is for.
const char* splitUrl(const std::string& split) {
  if (split == "train") return "cr:TrainingSplit";
  if (split == "validation") return "cr:ValidationSplit";
  return split == "test" ? "cr:TestSplit" : "";
}

Json splitSet(const IndexFacts& facts) {
  Json data = Json::array();
  for (const ExportSplit& exportSplit : facts.plan.exportSplits.parts) {
    data.push_back({{"splits/name", exportSplit.name()}, {"splits/url", splitUrl(exportSplit.name())}});
  }
  return {{"@type", "cr:RecordSet"},
          {"@id", "splits"},
          {"name", "splits"},
          {"dataType", "cr:Split"},
          {"key", {{"@id", "splits/name"}}},
          {"field", {field("splits", "name", "sc:Text"), field("splits", "url", "sc:URL")}},
          {"data", std::move(data)}};
}

Json classSet(const std::vector<std::string>& classes) {
  Json data = Json::array();
  for (std::size_t code = 0; code < classes.size(); ++code) {
    data.push_back({{"classes/code", code}, {"classes/name", classes[code]}});
  }
  return {{"@type", "cr:RecordSet"},
          {"@id", "classes"},
          {"name", "classes"},
          {"dataType", "sc:Enumeration"},
          {"key", {{"@id", "classes/code"}}},
          {"field", {field("classes", "code", "sc:Integer"), field("classes", "name", "sc:Text")}},
          {"data", std::move(data)}};
}

const char* typeOf(CsvTable::Described::Cells cells) {
  switch (cells) {
    case CsvTable::Described::Cells::words:
      return "sc:Text";
    case CsvTable::Described::Cells::wholes:
      return "sc:Integer";
    case CsvTable::Described::Cells::fractions:
      break;
  }
  return "sc:Float";
}

/// A record set over the CSV shards of one split. (A field reads one file, or one set of files.)
Json rowSet(const std::vector<CsvTable::Described>& columns, const std::string& split) {
  Json fields = Json::array();
  for (const CsvTable::Described& column : columns) {
    Json one = field(split, column.name, typeOf(column.cells));
    one["source"] = {{"fileSet", {{"@id", split + "-files"}}}, {"extract", {{"column", column.name}}}};
    fields.push_back(std::move(one));
  }
  return {{"@type", "cr:RecordSet"}, {"@id", split}, {"name", split}, {"field", std::move(fields)}};
}

/// Of recordings and images whose values are too many for a field each, what is beside them.
std::vector<CsvTable::Described> columnsOf(const IndexFacts& facts) {
  constexpr std::ptrdiff_t kMostValues = 256;
  auto columns = CsvTable(facts.dataset, facts.plan.encoding).describe();
  if (std::ranges::count(columns, true, &CsvTable::Described::isValue) > kMostValues) {
    std::erase_if(columns, [](const auto& column) { return column.isValue; });
  }
  return columns;
}

/// When a dataset was made, and not when it is exported: the same export gives the same bytes.
std::string dateOf(const std::filesystem::path& dataset) {
  std::error_code failed;
  const auto written = std::filesystem::last_write_time(dataset, failed);
  const auto day = failed ? std::chrono::sys_days()
                          : std::chrono::floor<std::chrono::days>(std::chrono::file_clock::to_sys(written));
  const std::chrono::year_month_day date(day);
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%04d-%02u-%02u", static_cast<int>(date.year()),
                static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()));
  return text.data();
}

}  // namespace

std::string croissantText(const IndexFacts& facts) {
  const store::DatasetMeta& meta = facts.dataset.meta();
  const std::string stem = facts.dataset.path().stem().string();
  Json text;
  text["@context"] = contextOf();
  text["@type"] = "sc:Dataset";
  text["name"] = stem;
  text["conformsTo"] = "http://mlcommons.org/croissant/1.0";
  text["description"] = std::to_string(facts.plan.samples()) + " samples of " + stem + " as " +
                        std::string(name(facts.plan.format)) +
                        " shards, written by Masu. README.md shows how to load them.";
  text["identifier"] = facts.dataset.uuid();
  // Required of every dataset. What Masu cannot know says so, for people to fill in.
  text["license"] = {{"@type", "sc:CreativeWork"}, {"name", "Not stated: that of the sources"}};
  text["url"] = "urn:uuid:" + facts.dataset.uuid();
  text["creator"] = {{"@type", "sc:Organization"}, {"name", "Not stated"}};
  text["datePublished"] = dateOf(facts.dataset.path());
  text["version"] = "1.0.0";
  Json files = Json::array();
  for (const ShardInfo& shard : facts.shards) {
    for (const ShardFile& file : shard.files) files.push_back(fileObject(file));
  }
  for (const ShardFile& file : facts.companions) files.push_back(fileObject(file));
  Json sets = Json::array();
  sets.push_back(splitSet(facts));
  if (meta.target == store::Target::classes) sets.push_back(classSet(meta.classes));
  if (facts.plan.format == Format::csv) {
    const auto columns = columnsOf(facts);
    for (const ExportSplit& exportSplit : facts.plan.exportSplits.parts) {
      files.push_back({{"@type", "cr:FileSet"},
                       {"@id", exportSplit.name() + "-files"},
                       {"name", exportSplit.name() + "-files"},
                       {"encodingFormat", "text/csv"},
                       {"includes", exportSplit.name() + "/split_data_*.csv"}});
      if (!columns.empty()) sets.push_back(rowSet(columns, exportSplit.name()));
    }
  }
  text["distribution"] = std::move(files);
  text["recordSet"] = std::move(sets);
  return text.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace masu::shards

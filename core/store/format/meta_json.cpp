// SPDX-License-Identifier: GPL-3.0-or-later
#include <cmath>
#include <limits>
#include <stdexcept>

#include "core/base/exact_json.h"
#include "core/store/format/meta.h"

namespace masu::store {

namespace {

using Json = ExactJson;

/// JSON has no infinity; infinities are stored as text.
Json jsonOf(double value) {
  if (std::isfinite(value)) return value;
  return std::isnan(value) ? "nan" : value > 0 ? "inf" : "-inf";
}

double doubleOf(const Json& json) {
  if (json.is_number()) return json.get<double>();
  const auto text = json.get<std::string>();
  if (text == "nan") return std::numeric_limits<double>::quiet_NaN();
  if (text == "inf") return std::numeric_limits<double>::infinity();
  if (text == "-inf") return -std::numeric_limits<double>::infinity();
  // Caught in readDocuments(), where the file is known.
  throw std::invalid_argument("a word that is no number");
}

/// Bytes that are not UTF-8 become U+FFFD: a name must not make a whole dataset unreadable.
std::string textOf(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

/// An extreme; of i64 with all its digits.
Json extremeJson(const table::Column& column, double value, std::int64_t table::WholeRange::*whole) {
  if (column.stored == table::DType::i64 && column.stats.wholes) return (*column.stats.wholes).*whole;
  return jsonOf(value);
}

std::optional<table::WholeRange> wholesFrom(const Json& json, const table::Column& column) {
  const Json& least = json.at("min");
  const Json& greatest = json.at("max");
  const bool whole = least.is_number_integer() && greatest.is_number_integer();
  if (column.stored != table::DType::i64 || !whole) return std::nullopt;
  return table::WholeRange{least.get<std::int64_t>(), greatest.get<std::int64_t>()};
}

Json columnJson(const table::Column& column) {
  const table::ColumnStats& stats = column.stats;
  Json json = {{"name", column.name},
               {"role", table::name(column.role)},
               {"kind", table::name(column.kind)},
               {"stored", table::name(column.stored)},
               {"count", stats.count},
               {"missing", stats.missing},
               {"min", extremeJson(column, stats.min, &table::WholeRange::min)},
               {"max", extremeJson(column, stats.max, &table::WholeRange::max)},
               {"mean", jsonOf(stats.mean)},
               {"squares", jsonOf(stats.squares)},
               {"integral", stats.integral},
               {"max_error", jsonOf(stats.maxError)},
               {"scale", jsonOf(column.scale)},
               {"offset", jsonOf(column.offset)},
               {"origin", jsonOf(column.origin)},
               {"missing_stays", column.missingStays},
               {"loss",
                {{"max_relative", jsonOf(column.loss.maxRelative)},
                 {"squared_error", jsonOf(column.loss.squaredError)},
                 {"overflowed", column.loss.overflowed},
                 {"flushed", column.loss.flushed},
                 {"clipped", column.loss.clipped}}}};
  if (!column.unit.empty()) json["unit"] = column.unit;
  if (stats.infinite > 0) json["infinite"] = stats.infinite;
  return json;
}

template <class T>
T known(std::optional<T> value) {
  if (!value) throw std::invalid_argument("a word of a later format");
  return *value;
}

table::StorageLoss lossFrom(const Json& json) {
  return {.maxRelative = doubleOf(json.at("max_relative")),
          .squaredError = doubleOf(json.at("squared_error")),
          .overflowed = json.at("overflowed"),
          .flushed = json.at("flushed"),
          .clipped = json.at("clipped")};
}

table::Column columnFrom(const Json& json) {
  table::Column column;
  column.name = json.at("name");
  column.role = known(table::roleFrom(json.at("role").get<std::string>()));
  column.kind = known(table::kindFrom(json.at("kind").get<std::string>()));
  column.stored = known(table::storedTypeFrom(json.at("stored").get<std::string>()));
  column.stats.count = json.at("count");
  column.stats.missing = json.at("missing");
  column.stats.infinite = json.value("infinite", std::uint64_t{0});
  column.stats.min = doubleOf(json.at("min"));
  column.stats.max = doubleOf(json.at("max"));
  column.stats.wholes = wholesFrom(json, column);
  column.stats.mean = doubleOf(json.at("mean"));
  column.stats.squares = doubleOf(json.at("squares"));
  column.stats.integral = json.at("integral");
  column.stats.maxError = doubleOf(json.at("max_error"));
  column.scale = doubleOf(json.at("scale"));
  column.offset = doubleOf(json.at("offset"));
  // Absent in files written before there were times, and before losses were measured.
  if (const auto origin = json.find("origin"); origin != json.end()) column.origin = doubleOf(*origin);
  column.unit = json.value("unit", std::string());
  column.missingStays = json.value("missing_stays", false);
  if (const auto loss = json.find("loss"); loss != json.end())
    column.loss = lossFrom(*loss);
  else
    column.loss.maxRelative = std::numeric_limits<double>::quiet_NaN();  // it was never measured
  return column;
}

/// Written out at once: as a tree, thousands of them would take as long as reading their headers.
std::string sourcesText(const std::vector<SourceFile>& sources) {
  std::string text = "[";
  for (const SourceFile& source : sources) {
    if (text.size() > 1) text += ',';
    text += R"({"path":)" + textOf(source.path) + R"(,"bytes":)" + std::to_string(source.bytes) + R"(,"records":)" +
            std::to_string(source.records) + R"(,"hash":)" + textOf(source.hash) + R"(,"rate":)" +
            textOf(jsonOf(source.rate)) + '}';
  }
  return text + ']';
}

/// One entry for each column that has a dictionary; names may repeat, so the index is stored, too.
Json dictionariesJson(const table::Schema& schema) {
  Json json = Json::array();
  for (std::size_t i = 0; i < schema.columns.size(); ++i) {
    const table::Column& column = schema.columns[i];
    if (column.dictionary.empty()) continue;
    json.push_back({{"column", i}, {"name", column.name}, {"texts", column.dictionary}});
  }
  return json;
}

void readAll(const std::map<std::string, std::string>& documents, DatasetMeta& meta) {
  const auto parsed = [&](const char* document) {
    const auto found = documents.find(document);
    return found == documents.end() ? Json::array() : Json::parse(found->second);
  };
  for (const Json& json : parsed("columns")) meta.schema.columns.push_back(columnFrom(json));
  for (const Json& json : parsed("dictionaries")) {
    meta.schema.columns.at(json.at("column").get<std::size_t>()).dictionary = json.at("texts");
  }
  for (const Json& json : parsed("sources")) {
    meta.sources.push_back(
        {json.at("path"), json.at("bytes"), json.at("records"), json.at("hash"), doubleOf(json.at("rate"))});
  }
  meta.classes = parsed("classes").get<std::vector<std::string>>();
  meta.groups = parsed("groups").get<std::vector<std::string>>();
  if (const auto recipe = documents.find("recipe"); recipe != documents.end()) meta.recipe = recipe->second;
  if (const auto padding = documents.find("padding"); padding != documents.end())
    meta.paddedWindows = Json::parse(padding->second).at("windows").get<std::uint64_t>();
}

}  // namespace

std::map<std::string, std::string> documentsOf(const DatasetMeta& meta) {
  std::map<std::string, std::string> documents;
  if (!meta.recipe.empty()) documents["recipe"] = meta.recipe;
  Json columns = Json::array();
  for (const table::Column& column : meta.schema.columns) columns.push_back(columnJson(column));
  documents["columns"] = textOf(columns);
  documents["sources"] = sourcesText(meta.sources);
  if (!meta.classes.empty()) documents["classes"] = textOf(meta.classes);
  if (!meta.groups.empty()) documents["groups"] = textOf(meta.groups);
  if (const Json dictionaries = dictionariesJson(meta.schema); !dictionaries.empty()) {
    documents["dictionaries"] = textOf(dictionaries);
  }
  if (meta.paddedWindows) {
    Json padding = Json::object();
    padding["windows"] = *meta.paddedWindows;
    documents["padding"] = textOf(padding);
  }
  return documents;
}

Result<void> readDocuments(const std::map<std::string, std::string>& documents, const std::string& file,
                           DatasetMeta& meta) {
  try {
    readAll(documents, meta);
  } catch (const std::exception&) {
    return fail(
        Errc::format,
        MASU_TEXT("core", "The description in {0} is damaged, or of a later Masu. Copy it again, or import again."),
        {file}, {file, 0, 0});
  }
  return {};
}

}  // namespace masu::store

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/read/content_hash.h"

#include <algorithm>
#include <map>
#include <span>
#include <string_view>
#include <vector>

#include "core/base/exact_json.h"
#include "core/base/hash.h"
#include "core/base/sha256.h"
#include "core/store/format/layout.h"

namespace masu::store {

namespace {

using Json = ExactJson;

/// What the text begins with: another text needs another number.
constexpr std::string_view kVersion = "masu content 1\n";

std::string_view typeOf(const ObjectInfo& object) {
  switch (object.element) {
    case Element::number:
      break;
    case Element::origin:
      return "origin";
    case Element::window:
      return "window";
    case Element::textEnds:
      return "ends";
    case Element::textBytes:
      return "bytes";
  }
  return table::name(object.dtype);
}

/// Statistics follow from the values, and an ignored column has none.
Json columnsOf(const table::Schema& schema) {
  Json columns = Json::array();
  for (const table::Column& column : schema.columns) {
    if (column.role == table::Role::ignored) continue;
    columns.push_back({{"name", column.name},
                       {"role", table::name(column.role)},
                       {"kind", table::name(column.kind)},
                       {"stored", table::name(column.stored)},
                       {"dictionary", column.dictionary},
                       {"scale", column.scale},
                       {"offset", column.offset},
                       {"origin", column.origin},
                       {"unit", column.unit},
                       {"missing_stays", column.missingStays}});
  }
  return columns;
}

/// Keys stay in the order in which they are written here, and numbers are as short as they read back equal.
std::string meaningOf(const Dataset& dataset) {
  const DatasetMeta& meta = dataset.meta();
  Json sources = Json::array();
  for (const SourceFile& source : meta.sources) sources.push_back({source.records, source.rate});
  const Json meaning = {{"kind", name(meta.kind)},
                        {"target", name(meta.target)},
                        {"samples", dataset.samples()},
                        {"window", meta.window},
                        {"silence", meta.silence},
                        {"missing_by_train_mean", meta.missingByTrainMean},
                        {"columns", columnsOf(meta.schema)},
                        {"classes", meta.classes},
                        {"groups", meta.groups},
                        {"sources", std::move(sources)}};
  return meaning.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

/// Labels that were edited may be of another type than those in the files.
void addHead(const Dataset& dataset, const std::string& path, const ObjectInfo& object, Sha256& hash) {
  const ObjectInfo* read = object.name == "labels" ? dataset.find(object.name) : nullptr;
  std::string head = path + ' ' + std::string(typeOf(read == nullptr ? object : *read));
  for (const std::uint64_t length : object.sampleShape) head += ' ' + std::to_string(length);
  hash.update(head + '\n');
}

Result<void> addChunks(const Dataset& dataset, const ObjectInfo& object, Sha256& hash) {
  MASU_TRY(const std::vector<std::uint64_t> sums, dataset.chunkSums(object));
  if (sums.empty() && object.samples > 0) {
    return fail(
        Errc::unsupported,
        MASU_TEXT("core",
                  "{0} has no checksums of {1}, so that its content has no hash. `masu convert` makes a dataset "
                  "that has them."),
        {dataset.path().string(), layout::pathOf(object)}, {dataset.path().string()});
  }
  std::string lines;
  for (std::uint64_t chunk = 0; chunk < sums.size(); ++chunk) {
    const std::uint64_t count = std::min(object.chunkSamples, object.samples - chunk * object.chunkSamples);
    lines += std::to_string(count) + ' ' + hex64(sums[chunk]) + '\n';
  }
  hash.update(lines);
  return {};
}

}  // namespace

Result<std::string> contentHash(const Dataset& dataset) {
  std::map<std::string, std::vector<const ObjectInfo*>> objects;
  for (const ObjectInfo& object : dataset.storedObjects()) {
    // The pyramid is there for views, and a file without it is as good.
    if (!object.name.starts_with(layout::kPyramidPrefix)) objects[layout::pathOf(object)].push_back(&object);
  }
  MASU_TRY(Sha256 hash, Sha256::create());
  hash.update(kVersion);
  hash.update(meaningOf(dataset));
  for (const auto& [path, extents] : objects) {
    addHead(dataset, path, *extents.front(), hash);
    for (const ObjectInfo* extent : extents) MASU_CHECK(addChunks(dataset, *extent, hash));
  }
  return hash.finish();
}

Result<std::string> contentHashIfAny(const Dataset& dataset) {
  auto content = contentHash(dataset);
  if (!content && content.error().code == Errc::unsupported) return std::string();
  return content;
}

}  // namespace masu::store

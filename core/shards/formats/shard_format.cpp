// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/shards/formats/shard_format.h"

#include <array>
#include <cstdio>
#include <map>
#include <numeric>

#include "core/shards/formats/array_format.h"
#include "core/shards/formats/record_format.h"

namespace masu::shards {

namespace {

/// A reader would see one of two that share a name.
Result<void> checkNames(const ShardFormat& format, Format kind) {
  std::map<std::string, std::string> objects;
  for (const WrittenName& written : format.names()) {
    const auto [other, isNew] = objects.emplace(written.name, written.object);
    if (isNew) continue;
    return fail(
        Errc::unsupported,
        MASU_TEXT("core",
                  "{0} would hold both {1} and {2} under the name {3}, so that one of them would be lost. Choose "
                  "another format, or import the data again without one of the two columns or with another "
                  "name for it."),
        {std::string(shards::name(kind)), other->second, written.object, written.name});
  }
  return {};
}

Result<std::unique_ptr<ShardFormat>> makeFormat(const store::Dataset& dataset, const ShardOptions& options,
                                                const Encoding& encoding, const std::string& name) {
  const bool arrays =
      options.format == Format::npy || options.format == Format::npz || options.format == Format::safetensors;
  const ArrayFields fields(dataset, encoding);
  if (arrays && fields.all().empty() && fields.texts().empty()) {
    return fail(Errc::unsupported, MASU_TEXT("core", "The dataset holds nothing that {0} could hold."),
                {std::string(shards::name(options.format))});
  }
  MASU_CHECK(checkType(dataset, encoding));
  switch (options.format) {
    case Format::csv:
      return makeCsvFormat(dataset, encoding);
    case Format::npy:
      return makeNpyFormat(dataset, encoding, name);
    case Format::webdataset:
      return makeTarFormat(dataset, encoding, name);
    case Format::tfrecord:
      return makeTfrecordFormat(dataset, options, encoding, name);
    case Format::npz:
      return makeNpzFormat(dataset, encoding, name);
    case Format::hdf5:
      return makeHdf5Format(dataset, encoding, name);
    case Format::mds:
      return makeMdsFormat(dataset, encoding, name);
    case Format::safetensors:
      return makeSafetensorsFormat(dataset, encoding, name);
    case Format::zip:
      break;
  }
  return fail(Errc::unsupported, MASU_TEXT("core", "Masu does not write {0}."),
              {std::string(shards::name(options.format))});
}

}  // namespace

Result<std::uint64_t> ShardFormat::sampleBytes(SampleReader& reader, std::span<const std::uint64_t> samples) const {
  MASU_TRY(const auto bytes, mostBytes(reader, samples));
  return std::accumulate(bytes.begin(), bytes.end(), std::uint64_t{0});
}

Result<std::unique_ptr<ShardFormat>> formatFor(const store::Dataset& dataset, const ShardOptions& options,
                                               const Encoding& encoding, const std::string& name) {
  MASU_TRY(auto format, makeFormat(dataset, options, encoding, name));
  MASU_CHECK(checkNames(*format, options.format));
  return format;
}

std::string shardPath(const std::string& name, const ExportSplit& exportSplit, std::uint64_t number,
                      std::string_view ending) {
  std::array<char, 24> digits{};
  std::snprintf(digits.data(), digits.size(), "-%06llu", static_cast<unsigned long long>(number));
  return name + "-" + exportSplit.name() + digits.data() + std::string(ending);
}

}  // namespace masu::shards

#include "core/shards/shard_format.h"

#include <array>
#include <cstdio>

#include "core/shards/array_format.h"
#include "core/shards/csv_format.h"
#include "core/shards/hdf5_format.h"
#include "core/shards/mds_format.h"
#include "core/shards/tar_format.h"
#include "core/shards/tfrecord_format.h"

namespace masu::shards {

Result<std::unique_ptr<ShardFormat>> formatFor(const store::Dataset& dataset, const ShardOptions& options,
                                               const std::string& name) {
  const bool arrays =
      options.format == Format::npy || options.format == Format::npz || options.format == Format::safetensors;
  if (arrays && ArrayFields(dataset, options.encoded).all().empty()) {
    return fail(Errc::unsupported,
                MASU_TEXT("core", "The dataset holds no numbers, and {0} holds nothing else. Choose csv."),
                {std::string(shards::name(options.format))});
  }
  switch (options.format) {
    case Format::csv:
      return std::make_unique<CsvFormat>(dataset, options.encoded);
    case Format::npy:
      return makeNpyFormat(dataset, options.encoded, name);
    case Format::webdataset:
      return makeTarFormat(dataset, options.encoded, name);
    case Format::tfrecord:
      return makeTfrecordFormat(dataset, options, name);
    case Format::npz:
      return makeNpzFormat(dataset, options.encoded, name);
    case Format::hdf5:
      return makeHdf5Format(dataset, options.encoded, name);
    case Format::mds:
      return makeMdsFormat(dataset, options.encoded, name);
    case Format::safetensors:
      return makeSafetensorsFormat(dataset, options.encoded, name);
    case Format::zip:
      break;
  }
  return fail(Errc::unsupported, MASU_TEXT("core", "Masu does not write {0}."),
              {std::string(shards::name(options.format))});
}

std::string shardPath(const std::string& name, const Portion& portion, std::uint64_t number, std::string_view ending) {
  std::array<char, 24> digits{};
  std::snprintf(digits.data(), digits.size(), "-%06llu", static_cast<unsigned long long>(number));
  return name + "-" + portion.name() + digits.data() + std::string(ending);
}

}  // namespace masu::shards

#include "core/shards/bundle_size.h"

#include <algorithm>

#include "core/shards/bundle.h"
#include "core/shards/croissant.h"
#include "core/shards/export_index.h"
#include "core/shards/export_readme.h"

namespace masu::shards {

namespace {

/// What a line "sample,source,position,label" takes on average, from lines spread evenly over a split.
Result<double> meanLine(const store::Dataset& dataset, const Portion& portion) {
  constexpr std::uint64_t kLines = 1024;
  const store::DatasetMeta& meta = dataset.meta();
  const store::ObjectInfo* origins = dataset.find("origin");
  const store::ObjectInfo* labels = dataset.find("labels");
  const std::uint64_t lines = std::min(kLines, portion.size());
  std::uint64_t bytes = 0;
  for (std::uint64_t i = 0; i < lines; ++i) {
    const std::uint64_t sample = portion.index().select(i * portion.size() / lines);
    store::Origin origin{0, sample};
    if (origins != nullptr)
      MASU_CHECK(dataset.read(*origins, sample, 1, std::as_writable_bytes(std::span(&origin, 1))));
    bytes += std::to_string(sample).size() + std::to_string(origin.position).size() + 4;
    if (origin.source < meta.sources.size()) bytes += meta.sources[origin.source].path.size();
    if (labels == nullptr) continue;
    MASU_TRY(const auto label, dataset.readValues(*labels, sample, 1));
    const auto code = static_cast<std::size_t>(std::max(label.front(), 0.0));
    const bool word = meta.target == store::Target::classes && code < meta.classes.size();
    bytes += word ? meta.classes[code].size() : std::to_string(label.front()).size();
  }
  return static_cast<double>(bytes) / static_cast<double>(lines);
}

}  // namespace

Result<std::uint64_t> bundleBytes(const store::Dataset& dataset, const ExportPlan& plan) {
  const std::string hash(64, '0');
  std::vector<ShardInfo> shards = plan.planned;
  std::vector<std::string> paths;
  std::uint64_t bytes = 0;
  for (ShardInfo& shard : shards) {
    bytes += shard.bytes;
    shard.files = {{shard.path, shard.bytes, hash}};
    paths.push_back(shard.path);
  }
  std::vector<ShardFile> companions;
  const auto add = [&](const std::string& path, std::uint64_t size) {
    bytes += size;
    companions.push_back({path, size, hash});
    paths.push_back(path);
  };
  add(kReadmeName, readmeText(dataset, plan).size());
  if (!dataset.meta().recipe.empty()) add(kRecipeName, dataset.meta().recipe.size());
  if (plan.listsSplits(dataset)) {
    for (const Portion& portion : plan.portions.parts) {
      MASU_TRY(const double line, meanLine(dataset, portion));
      add(std::string(kManifestsFolder) + "/" + portion.name() + ".csv",
          static_cast<std::uint64_t>(line * static_cast<double>(portion.size())));
    }
  }
  const TrainStatistics none;
  add(kCroissantName, croissantText({dataset, plan, none, shards, companions, {}}).size());
  bytes += indexText({dataset, plan, none, shards, companions, {}}).size();
  paths.emplace_back(kIndexName);
  return bytes + bundleOverhead(paths);
}

}  // namespace masu::shards

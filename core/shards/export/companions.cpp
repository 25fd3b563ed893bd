// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/shards/export/companions.h"

#include <algorithm>

#include "core/metrics/receipt.h"
#include "core/shards/write/bundle.h"

namespace masu::shards {

namespace {

/// As long as any.
std::string blankHash() {
  return std::string(64, '0');
}

/// What a line "sample,source,position,label" takes on average, from lines spread evenly over a split.
Result<double> meanLine(const store::Dataset& dataset, const ExportSplit& exportSplit) {
  constexpr std::uint64_t kLines = 1024;
  const store::DatasetMeta& meta = dataset.meta();
  const store::ObjectInfo* origins = dataset.find("origin");
  const store::ObjectInfo* labels = dataset.find("labels");
  const std::uint64_t lines = std::min(kLines, exportSplit.size());
  std::uint64_t bytes = 0;
  for (std::uint64_t i = 0; i < lines; ++i) {
    const std::uint64_t sample = exportSplit.index().select(i * exportSplit.size() / lines);
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

/// As they will be listed; each by its first file.
std::vector<ShardInfo> listedShards(const ExportPlan& plan) {
  std::vector<ShardInfo> shards = plan.planned;
  for (ShardInfo& shard : shards) shard.files = {{shard.path, shard.bytes, blankHash()}};
  return shards;
}

}  // namespace

Result<std::vector<ShardFile>> plannedCompanions(const store::Dataset& dataset, const ExportPlan& plan) {
  const std::vector<ShardInfo> shards = listedShards(plan);
  std::vector<ShardFile> companions;
  const auto add = [&](const std::string& path, std::uint64_t size) {
    companions.push_back({path, size, blankHash()});
  };
  for (const auto& [path, text] : plan.writer->companions(shards)) add(path, text.size());
  add(kReadmeName, readmeText(dataset, plan).size());
  const bool bundle = plan.options.format == Format::zip;
  if (bundle && !dataset.meta().recipe.empty()) add(kRecipeName, dataset.meta().recipe.size());
  if (bundle && plan.listsSplits(dataset)) {
    for (const ExportSplit& exportSplit : plan.exportSplits.parts) {
      // Of what is in no split there is no list.
      if (exportSplit.name() == store::name(store::Split::unused)) continue;
      MASU_TRY(const double line, meanLine(dataset, exportSplit));
      add(std::string(kManifestsFolder) + "/" + exportSplit.name() + ".csv",
          static_cast<std::uint64_t>(line * static_cast<double>(exportSplit.size())));
    }
  }
  const TrainStatistics none;
  MASU_TRY(const std::string receipt, receiptText({dataset, plan, none, shards, companions, {}}));
  add(metrics::kReceiptName, receipt.size());
  add(kCroissantName, croissantText({dataset, plan, none, shards, companions, {}}).size());
  add(kIndexName, indexText({dataset, plan, none, shards, companions, {}}).size());
  return companions;
}

std::uint64_t bundleBytes(const ExportPlan& plan, std::span<const ShardFile> companions) {
  std::vector<ZipMember> members;
  for (const ShardInfo& shard : plan.planned) members.push_back({shard.path, shard.bytes, 0, 0, true});
  for (const ShardFile& file : companions) members.push_back({file.path, file.bytes, 0, 0, true});
  return zipBytes(members);
}

}  // namespace masu::shards

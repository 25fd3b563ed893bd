// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/shards/plan/export_plan.h"

#include <algorithm>

#include "core/base/hash.h"
#include "core/flow/machine.h"
#include "core/shards/write/bundle.h"

namespace masu::shards {

std::uint64_t ExportPlan::samples() const {
  std::uint64_t samples = 0;
  for (const Shard& shard : shards) samples += shard.count;
  return samples;
}

bool ExportPlan::listsSplits(const store::Dataset& dataset) const {
  return !exportSplits.splitHash.empty() && dataset.find("origin") != nullptr && !dataset.meta().sources.empty();
}

std::string ExportPlan::key(const store::Dataset& dataset) const {
  std::string text = identityOf(dataset) + " " + std::string(name(options.format)) + " " +
                     dataset.path().stem().string() + " " + exportSplits.splitHash +
                     (encoding.encoded ? " encoded" : "");
  if (options.type) text += " " + std::string(table::name(*options.type));
  if (options.shuffle) text += " shuffle " + std::to_string(*options.shuffle);
  for (const Shard& shard : shards) text += " " + shard.exportSplit->name() + " " + std::to_string(shard.count);
  return hex64(hash64(std::as_bytes(std::span(text))));
}

Result<Encoding> encodingFor(const store::Dataset& dataset, const ShardOptions& options,
                             const ExportSplits& exportSplits, const Resources& resources) {
  Encoding encoding{options.encoded, options.type, {}};
  const store::ObjectInfo* features = dataset.find("features");
  if (!options.encoded || !dataset.meta().missingByTrainMean || features == nullptr) return encoding;
  const unsigned threads = flow::resolve(resources).threads;
  MASU_TRY(encoding.fill, loader::momentsOf(dataset, *features, exportSplits.train, threads, {}));
  return encoding;
}

namespace {

CutRoom roomFor(const store::Dataset& dataset, const Resources& resources, bool shuffled, const std::stop_token& stop) {
  // Shuffled samples are all over the file: the more of them are read together, the more are neighbours.
  constexpr std::uint64_t kBlockBytes = 8 << 20;
  constexpr std::uint64_t kShuffledBlockBytes = 256 << 20;
  const std::uint64_t most = shuffled ? kShuffledBlockBytes : kBlockBytes;
  return {dataset, resources.threads, std::min(most, resources.memoryBytes / 4 / resources.threads), stop};
}

}  // namespace

Result<std::unique_ptr<ExportPlan>> planExport(const store::Dataset& dataset, const ShardOptions& options,
                                               const Resources& resources, const std::stop_token& stop) {
  auto plan = std::make_unique<ExportPlan>();
  plan->options = options;
  plan->format = options.format == Format::zip ? bundledFormat(dataset) : options.format;
  MASU_TRY(plan->exportSplits, exportSplitsOf(dataset, options));
  MASU_TRY(plan->encoding, encodingFor(dataset, options, plan->exportSplits, resources));
  ShardOptions inside = options;
  inside.format = plan->format;
  MASU_TRY(plan->writer, formatFor(dataset, inside, plan->encoding, dataset.path().stem().string()));
  SampleReader reader(dataset, {});
  MASU_TRY(plan->sizes, SampleSizes::measure(*plan->writer, reader));
  MASU_TRY(plan->shards,
           cutShards(plan->exportSplits.parts, *plan->writer, options, plan->sizes,
                     roomFor(dataset, flow::resolve(resources), plan->exportSplits.parts.front().shuffled(), stop)));
  for (const Shard& shard : plan->shards) {
    const double bytes =
        plan->sizes.meanOf(*shard.exportSplit, shard.first, shard.count) * static_cast<double>(shard.count);
    const std::uint64_t estimated = plan->writer->fixedBytes(shard.count) + static_cast<std::uint64_t>(bytes + 0.5);
    plan->planned.push_back({plan->writer->path(*shard.exportSplit, shard.number),
                             shard.exportSplit->name(),
                             shard.count,
                             options.shardBytes > 0 ? std::min(estimated, options.shardBytes) : estimated,
                             {}});
  }
  return plan;
}

}  // namespace masu::shards

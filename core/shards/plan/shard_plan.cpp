// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/shards/plan/shard_plan.h"

#include <algorithm>
#include <numeric>

namespace masu::shards {

Result<SampleSizes> SampleSizes::measure(const ShardFormat& format, SampleReader& reader) {
  // Writing samples to see their size takes as long as writing them. Where they differ by a tenth, a thousand of them
  // all in all give the mean to a third of a percent.
  constexpr std::uint64_t kMostSamples = 1024;
  constexpr std::uint64_t kFewSamples = 16;
  constexpr std::uint64_t kFewBytes = 64 << 10;
  constexpr std::uint64_t kMostBytes = 512 << 10;
  const store::Dataset& dataset = reader.dataset();
  std::uint64_t sampleBytes = 1;
  for (const store::ObjectInfo& object : dataset.objects()) sampleBytes += object.isText() ? 64 : object.sampleBytes();
  const std::uint64_t few = std::clamp<std::uint64_t>(kFewBytes / sampleBytes, kFewSamples, kMostSamples);
  const std::uint64_t run = std::clamp<std::uint64_t>(kMostBytes / sampleBytes, 1, few);
  SampleSizes sizes;
  sizes.m_samples = dataset.samples();
  std::vector<std::uint64_t> samples;
  for (std::uint64_t place = 0; place < kPlaces; ++place) {
    const std::uint64_t first = sizes.beginOf(place);
    samples.resize(std::min(run, sizes.beginOf(place + 1) - first));
    std::iota(samples.begin(), samples.end(), first);
    MASU_TRY(const std::uint64_t bytes, format.sampleBytes(reader, samples));
    sizes.m_means.push_back(samples.empty() ? 0 : static_cast<double>(bytes) / static_cast<double>(samples.size()));
  }
  return sizes;
}

double SampleSizes::meanOf(const ExportSplit& exportSplit, std::uint64_t first, std::uint64_t count) const {
  std::uint64_t begin = 0;
  std::uint64_t last = m_samples;
  if (!exportSplit.shuffled() && count > 0) {
    exportSplit.samplesAt(first, std::span(&begin, 1));
    exportSplit.samplesAt(first + count - 1, std::span(&last, 1));
    ++last;
  }
  double sum = 0;
  double counted = 0;
  for (std::uint64_t place = 0; place < kPlaces; ++place) {
    const std::uint64_t from = std::max(begin, beginOf(place));
    const std::uint64_t to = std::min(last, beginOf(place + 1));
    if (from >= to) continue;
    sum += m_means[place] * static_cast<double>(to - from);
    counted += static_cast<double>(to - from);
  }
  return counted == 0 ? 0 : sum / counted;
}

std::uint64_t SampleSizes::beginOf(std::uint64_t place) const {
  return m_samples / kPlaces * place + m_samples % kPlaces * place / kPlaces;
}

namespace {

std::uint64_t fullShard(const ExportSplit& exportSplit, const ShardFormat& format, const ShardOptions& options,
                        const SampleSizes& sizes) {
  const ShardFormat::Usual usual = format.usual();
  const bool asked = options.shardSamples > 0;
  const std::uint64_t samples = asked ? options.shardSamples : usual.samples;
  const std::uint64_t bytes = asked ? 0 : usual.bytes;
  std::uint64_t full = samples == 0 ? exportSplit.size() : std::min(samples, exportSplit.size());
  if (bytes == 0) return full;
  const std::uint64_t fixed = format.fixedBytes(1);
  const double mean = std::max(sizes.meanOf(exportSplit, 0, exportSplit.size()), 1e-9);
  const double room = bytes > fixed ? static_cast<double>(bytes - fixed) : 0;
  if (room / mean < static_cast<double>(full)) full = static_cast<std::uint64_t>(room / mean);
  return std::max<std::uint64_t>(full, 1);
}

}  // namespace

Result<std::vector<Shard>> cutShards(const std::vector<ExportSplit>& exportSplits, const ShardFormat& format,
                                     const ShardOptions& options, const SampleSizes& sizes, const CutRoom& room) {
  std::vector<Shard> shards;
  for (const ExportSplit& exportSplit : exportSplits) {
    const std::uint64_t size = exportSplit.size();
    if (size < options.readers) {
      return fail(Errc::invalidArgument,
                  MASU_TEXT("core", "The split {0} has {1} samples, too few for {2} readers to get a shard each."),
                  {Message::marked(exportSplit.name()), std::to_string(size), std::to_string(options.readers)});
    }
    if (options.shardBytes > 0) {
      MASU_TRY(const auto within, cutWithin(exportSplit, format, options, room));
      shards.insert(shards.end(), within.begin(), within.end());
      continue;
    }
    const std::uint64_t full = fullShard(exportSplit, format, options, sizes);
    const std::uint64_t count = (size + full - 1) / full;
    if (count >= options.readers) {
      for (std::uint64_t i = 0; i < count; ++i)
        shards.push_back({&exportSplit, i, i * full, std::min(full, size - i * full)});
      continue;
    }
    std::uint64_t first = 0;
    for (std::uint64_t i = 0; i < options.readers; ++i) {
      const std::uint64_t share = size / options.readers + (i < size % options.readers ? 1 : 0);
      shards.push_back({&exportSplit, i, first, share});
      first += share;
    }
  }
  return shards;
}

}  // namespace masu::shards

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/shards/content/train_statistics.h"

#include <algorithm>

#include "core/store/format/convert.h"

namespace masu::shards {

namespace {

constexpr std::uint64_t kBlockValues = 1 << 20;

}  // namespace

Result<std::vector<std::vector<std::uint64_t>>> countCodes(const store::Dataset& dataset,
                                                           const store::ObjectInfo& object,
                                                           const loader::SampleIndex& index,
                                                           const std::vector<std::size_t>& codes, std::uint64_t first,
                                                           std::uint64_t end, const std::stop_token& stop) {
  const std::uint64_t values = object.valuesPerSample();
  std::vector<std::vector<std::uint64_t>> counts;
  for (std::uint64_t i = 0; i < values; ++i) counts.emplace_back(i < codes.size() ? codes[i] : 0);
  const std::uint64_t block = std::max<std::uint64_t>(kBlockValues / values, 1);
  std::vector<std::byte> stored;
  std::vector<double> read;
  for (; first < end; first += block) {
    if (stop.stop_requested()) return fail(Error::cancelled());
    const std::uint64_t count = std::min(block, end - first);
    if (index.rank(first) == index.rank(first + count)) continue;
    stored.resize(count * object.sampleBytes());
    read.resize(count * values);
    MASU_CHECK(dataset.read(object, first, count, stored));
    store::toDouble(object.dtype, stored, read);
    index.forEach(first, first + count, [&](std::uint64_t sample) {
      for (std::uint64_t i = 0; i < values; ++i) {
        const auto code = static_cast<std::size_t>(read[(sample - first) * values + i]);
        if (code < counts[i].size()) ++counts[i][code];
      }
    });
  }
  return counts;
}

std::vector<std::size_t> categoryCodes(const store::Dataset& dataset) {
  const table::Schema& schema = dataset.meta().schema;
  std::vector<std::size_t> codes;
  for (const std::size_t column : schema.indicesOf(table::Role::category)) {
    codes.push_back(schema.columns[column].dictionary.size() + 1);
  }
  return codes;
}

Result<TrainStatistics> measureTrain(const store::Dataset& dataset, const ExportSplits& exportSplits, unsigned threads,
                                     const JobContext& job) {
  TrainStatistics found;
  const store::DatasetMeta& meta = dataset.meta();
  const loader::SampleIndex& train = exportSplits.train;
  job.progress.begin(MASU_TEXT("core", "Measuring the train split"), 0, Progress::Unit::steps);
  if (const auto* features = dataset.find("features"); features != nullptr && train.size() > 0) {
    MASU_TRY(found.features, loader::momentsOf(dataset, *features, train, threads, job.stop));
  }
  if (const auto* categories = dataset.find("categories"); categories != nullptr) {
    const std::uint64_t end = categories->samples;
    MASU_TRY(found.categories, countCodes(dataset, *categories, train, categoryCodes(dataset), 0, end, job.stop));
  }
  const auto* labels = dataset.find("labels");
  if (labels == nullptr) return found;
  if (meta.target != store::Target::classes) {
    MASU_TRY(found.targets, loader::momentsOf(dataset, *labels, train, threads, job.stop));
    return found;
  }
  for (const ExportSplit& exportSplit : exportSplits.parts) {
    MASU_TRY(auto counts,
             countCodes(dataset, *labels, exportSplit.index(), {meta.classes.size()}, 0, labels->samples, job.stop));
    found.classes[exportSplit.name()] = std::move(counts.front());
  }
  return found;
}

}  // namespace masu::shards
